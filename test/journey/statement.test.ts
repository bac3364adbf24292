import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openPayoutOffice, type PayoutOffice } from './payout-office.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RECIPIENT = ['--amount', '25,00', '--pix-key', 'maria.silva@example.com', '--yes'];

let office: PayoutOffice;

beforeEach(async () => {
  office = await openPayoutOffice({ payments: 300, withdraws: 60, cache: true });
});

async function json(...argv: readonly string[]): Promise<ReturnType<typeof JSON.parse>> {
  const { exitCode, stdout, stderr } = await office.run([...argv, '--json'], { now: office.service.clock.now() });
  expect(exitCode, stderr).toBe(0);
  return JSON.parse(stdout);
}

async function statement(...argv: readonly string[]) {
  const path = join(office.folder, 'statement.ndjson');
  await json('export', 'statement', '--offline', '--force', '--out', path, ...argv);
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line): { type: string; id: string; netAmount: number; balanceAfter: number } => JSON.parse(line));
  const { balances, proven } = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
  return { rows, balances, proven, sum: rows.reduce((sum, { netAmount }) => sum + netAmount, 0) };
}

it("closes a month on the service's ledger: payments, a failure, a dispute, and what is still processing", async () => {
  const first = await json('sync');
  expect(first.note).toMatchObject({ balance: (await json('balance')).balance.total, span: null });

  office.service.clock.advance(HOUR_MS);
  const deposit = await json('mock', 'deposit', '100,00');
  await json('mock', 'account', 'set', '--instant', 'false');
  const failing = await json('withdraw', 'create', ...RECIPIENT);
  const pending = await json('withdraw', 'create', ...RECIPIENT, '--pix-key', 'joao.souza@example.com');
  office.service.clock.advance(HOUR_MS);
  await json('mock', 'fail', failing.id, '--reason', 'AC03');
  await json('mock', 'dispute', 'open', deposit.id);
  await json('mock', 'dispute', 'accept', deposit.id);
  const atTheEnd = (await json('balance')).balance.total;
  office.service.clock.advance(2 * DAY_MS);

  const second = await json('sync');
  expect(second.note).toMatchObject({ balance: atTheEnd, span: { verdict: 'disputes', difference: -10_000 } });
  const july = await statement('--month', '2026-07');
  expect(july).toMatchObject({ proven: true, balances: { closing: atTheEnd, gaps: [] } });
  expect(july.balances.opening + july.sum).toBe(july.balances.closing);
  expect(july.rows.at(-1)).toMatchObject({ type: 'DISPUTE', netAmount: -10_000, balanceAfter: atTheEnd });
  const ofLate = july.rows.filter(({ id }) => [deposit.id, failing.id, pending.id].includes(id));
  expect(ofLate.map(({ id, type }) => [id, type]).toSorted()).toEqual(
    [
      [deposit.id, 'PAYMENT'],
      [failing.id, 'WITHDRAWAL'],
      [failing.id, 'RETURN'],
      [pending.id, 'WITHDRAWAL'],
    ].toSorted(),
  );

  office.service.clock.advance(DAY_MS);
  await json('sync');
  const yesterday = new Date(office.service.clock.now() - HOUR_MS).toISOString();
  expect(await json('balance', '--at', yesterday)).toMatchObject({ total: atTheEnd, basis: 'proven', difference: 0 });
});
