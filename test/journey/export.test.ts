import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ofx } from 'ofx-data-extractor';
import { beforeEach, describe, expect, it } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import type { CliOptions } from '../support/cli.ts';
import type { RunningTestService } from '../support/service.ts';
import { openPayoutOffice, type PayoutOffice } from './payout-office.ts';

let office: PayoutOffice;
let folder: string;
let service: RunningTestService;

beforeEach(async () => {
  office = await openPayoutOffice({ payments: 640, withdraws: 120, cache: true });
  ({ folder, service } = office);
});

const run = (argv: readonly string[], options: CliOptions = {}) =>
  office.run(argv, { now: service.clock.now(), ...options });

interface Row {
  readonly id: string;
  readonly status: string;
  readonly value: number;
}

/** All rows as the service returns them, oldest first. */
async function serviceRows(path: 'payment' | 'withdraw'): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const { json } = await service.request(`/api/v1/${path}/list?limit=100&offset=${offset}`);
    rows.push(...(path === 'payment' ? json.data.payments : json.data.withdraws));
    total = json.data.pagination.total;
  }
  return rows.reverse();
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

describe('exports from the service to the file', () => {
  it("add up to the ledger's sums", async () => {
    expect((await run(['export', 'statement', '--out', join(folder, 'all.ofx')])).exitCode).toBe(0);
    const statement = new Ofx(readFileSync(join(folder, 'all.ofx'), 'utf8')).toJson().OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS;
    const entries = statement.BANKTRANLIST.STRTTRN ?? [];
    const amountsOf = (isReturn: boolean) =>
      entries
        .filter(({ FITID }) => FITID.endsWith('-return') === isReturn)
        .map(({ TRNAMT }) => Number(String(TRNAMT).replace('.', '')));
    const [amounts, returned] = [amountsOf(false), amountsOf(true)];
    const { balance, statistics } = (await service.request('/api/v1/user/balance')).json.data;
    const sent = (await serviceRows('withdraw')).filter(({ status }) => status !== 'FAILED');
    expect(sumOf(amounts.filter((amount) => amount > 0))).toBe(statistics.totalReceived);
    expect(sumOf(amounts.filter((amount) => amount < 0))).toBe(
      -sumOf([...sent.map(({ value }) => value), ...returned]),
    );
    expect(statement.LEDGERBAL.BALAMT).toBe((balance.total / 100).toFixed(2));
    expect(new Set(entries.map(({ FITID }) => FITID)).size).toBe(entries.length);
  });

  it('resume after Ctrl-C, and miss nothing that existed at the start', async () => {
    const out = join(folder, 'payments.csv');
    const argv = ['export', 'payments', '--out', out, '--fields', 'id'];
    const controller = new AbortController();
    const stopping = setInterval(() => {
      if (existsSync(`${out}.pix-export-wal`)) controller.abort(new Interruption('SIGINT'));
    }, 1);
    const first = await run(argv, { interruption: controller.signal });
    clearInterval(stopping);
    expect([first.exitCode, existsSync(out)]).toEqual([130, false]);

    const before = await serviceRows('payment');
    await service.request('/api/v1/payment/create', { json: { value: 12.5 } });
    expect((await run(argv)).exitCode).toBe(0);
    const ids = readFileSync(out, 'utf8').trimEnd().split('\r\n').slice(1);
    expect(ids.slice(0, before.length)).toEqual(before.map(({ id }) => id));
    expect(ids.length - before.length).toBeLessThanOrEqual(1);
  });

  it('use all keys of a profile, and continue when one is revoked', async () => {
    openProfiles({ configDirectory: folder }).changeKeys('demo', (keys) => [
      { name: 'revoked', key: 'pk_nobodyKnowsThisKey00000000000000e5f6' },
      ...keys,
      { name: 'payouts', key: service.keyOf('demo', 'payouts') },
    ]);
    const { exitCode, stderr } = await run(['export', 'statement', '--out', join(folder, 'all.ndjson')], {
      isTerminal: true,
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('revoked')]);
    expect(stderr).not.toContain('pk_nobodyKnows');
  });
});
