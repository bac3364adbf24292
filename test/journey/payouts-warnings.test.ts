import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CliRun } from '../support/cli.ts';
import { openPayoutOffice, runOf, type PayoutOffice } from './payout-office.ts';
import { it } from './payout-team.ts';

const HEADER = 'reference,name,pix_key,amount';
const TODAY = Date.UTC(2026, 6, 14, 15);
const DAY_MS = 86_400_000;

const noticesOf = ({ stdout }: CliRun): readonly Record<string, unknown>[] => JSON.parse(stdout).notices;
const codesOf = (run: CliRun) => noticesOf(run).map(({ code, row }) => [code, row]);

/** Three payments to Ana a month ago, and one to Bia today. */
async function payBefore(office: PayoutOffice): Promise<string> {
  const june = ['J1,Ana Lima,ana@example.com,10.00', 'J2,,ana@example.com,12.00', 'J3,,ana@example.com,11.00'];
  const before = await office.pay(office.file('june.csv', [HEADER, ...june]), '33,00', [], {
    now: TODAY - 31 * DAY_MS,
  });
  expect(before.exitCode, before.stderr).toBe(0);
  const today = await office.pay(office.file('today.csv', [HEADER, 'T1,Bia,bia@example.com,20.00']), '20,00', [], {
    now: TODAY,
  });
  expect(today.exitCode, today.stderr).toBe(0);
  return runOf(today).run;
}

const JULY = [
  'A,Ana Lima,ana@example.com,110.00',
  'B,Bia,bia@example.com,20.00',
  'C,ANA  LÍMA,other@example.com,10.00',
  'D,Ana Lima,ana@example.com,109.99',
];
const WARNED = Object.entries({ name_with_new_key: 3, unusual_amount: 1, paid_today: 2, first_payment: 3 });

it('check and run: warn of new keys, of names and amounts, and of repetitions of today', async ({ office }) => {
  const paidToday = await payBefore(office);
  const path = office.file('july.csv', [HEADER, ...JULY]);
  const now = TODAY + 3_600_000;

  const checked = await office.check(path, [], { now });
  expect(checked.exitCode, checked.stderr).toBe(0);
  expect(codesOf(checked)).toEqual([['paid_lately', 2], ...WARNED]);
  expect(
    noticesOf(checked)
      .slice(1)
      .map(({ details }) => details),
  ).toEqual([
    { pixKey: 'ana@example.com', date: expect.stringContaining('2026-06-13') },
    { usual: 1_100, payments: 3 },
    { run: paidToday, row: 1, date: expect.stringContaining('2026-07-14'), payments: 1 },
    {},
  ]);

  const asked = await office.run(['payouts', 'run', path], { isTerminal: true, answers: [''], now });
  expect(asked.exitCode).toBe(2);
  expect(asked.stderr).toMatch(/Total debited[^]*note: line 4 .* ana@example\.com/);
  expect(asked.stderr).toMatch(/ten times the usual amount of its key: R\$ 11,00 \(median of its last 3\s+payments\)/);
  // A line of its own replaces the note on the last weeks.
  expect(asked.stderr.match(/same key and amount/g)).toHaveLength(1);
  const paid = await office.pay(path, '249,99', [], { now });
  expect([paid.exitCode, runOf(paid).paid.rows]).toEqual([0, 4]);
});

it('a day is one of Brasília, and another day is none of today', async ({ office }) => {
  await payBefore(office);
  const path = office.file('july.csv', [HEADER, 'B,Bia,bia@example.com,20.00']);
  const checkAt = async (time: number) => codesOf(await office.check(path, [], { now: office.until(time) }));
  expect(await checkAt(Date.UTC(2026, 6, 15, 2, 59))).toContainEqual(['paid_today', 1]);
  expect(await checkAt(Date.UTC(2026, 6, 15, 3))).toEqual([['paid_lately', 1]]);
});

it('submit, pending and approve: show the same warnings, and what waits for approval', async ({ team, office }) => {
  await payBefore(office);
  await team.setPolicy();
  const now = TODAY + 3_600_000;
  const path = office.file('july.csv', [HEADER, ...JULY]);
  const submitted = await team.as('ana', ['payouts', 'submit', path, '--json'], { now });
  expect(submitted.exitCode, submitted.stderr).toBe(0);
  const { run }: { run: string } = JSON.parse(submitted.stdout);
  expect(codesOf(submitted)).toEqual(WARNED);
  expect(submitted.stderr).toContain('no earlier payment to 1 key is known: line 4');
  expect(codesOf(await office.run(['payouts', 'pending', run, '--json'], { now }))).toEqual(WARNED);

  // The same payments once more, under other references: both wait.
  const twice = office.file('twice.csv', [HEADER, 'X,Ana Lima,ana@example.com,110.00']);
  const second = await team.as('ana', ['payouts', 'submit', twice, '--json'], { now });
  expect(noticesOf(second).find(({ code }) => code === 'paid_today')?.['details']).toEqual({
    ...{ run, row: 1, date: null, payments: 1 },
  });
  const approved = await team.as('carla', ['payouts', 'approve', run, '--yes', '--confirm-total', '249,99', '--json'], {
    now,
  });
  expect([approved.exitCode, codesOf(approved).map(([code]) => code)]).toEqual([
    0,
    ['name_with_new_key', 'unusual_amount', 'paid_today', 'paid_today', 'first_payment'],
  ]);
  expect(approved.stderr).toContain('not sent yet');
});

it('twenty warnings of a kind are four lines', async ({ office }) => {
  const first = office.file('first.csv', [HEADER, 'A,Ana,ana@example.com,10.00']);
  expect((await office.pay(first, '10,00')).exitCode).toBe(0);
  const rows = Array.from({ length: 20 }, (_, index) => `R${index},Ana,p${index}@example.com,10.00`);
  const checked = await office.run(['payouts', 'check', office.file('names.csv', [HEADER, ...rows])]);
  expect(checked.stderr.match(/the name was paid/g)).toHaveLength(3);
  expect(checked.stderr).toContain('17 payments more like that');
});

it('what `pix sync` has stored counts as earlier payments, and a damaged index stops no payment', async () => {
  const office = await openPayoutOffice({ withdraws: 120 });
  // Older than the newest page, which is read in any case.
  const { json } = await office.service.request('/api/v1/withdraw/list?status=COMPLETED&limit=30&offset=60');
  const { pixKey, value }: { pixKey: string; value: number } = json.data.withdraws.at(-1);
  const path = office.file('old.csv', ['pix_key,amount', `${pixKey},${(value / 10).toFixed(2)}`]);
  const checked = async () => {
    const run = await office.check(path);
    return { warnings: noticesOf(run), stderr: run.stderr };
  };

  expect((await checked()).warnings.map(({ code }) => code)).toEqual(['first_payment']);
  expect((await office.run(['sync'])).exitCode).toBe(0);
  expect((await checked()).warnings).toEqual([
    expect.objectContaining({ code: 'unusual_amount', details: { usual: value, payments: expect.any(Number) } }),
  ]);
  expect((await office.run(['payouts', 'submit', path])).exitCode).toBe(0);
  const pending: { runs: { run: string }[] } = JSON.parse((await office.run(['payouts', 'pending', '--json'])).stdout);
  const shown = await office.run(['payouts', 'pending', pending.runs[0]?.run ?? '', '--json']);
  expect(noticesOf(shown).map(({ code }) => code)).toEqual(['unusual_amount']);

  const index = join(office.folder, 'state', 'demo', 'mirror.sqlite');
  // A new file: on Node 20, a connection that is not collected yet may still write to the old one.
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${index}${suffix}`, { force: true });
  writeFileSync(index, 'no database');
  const damaged = await checked();
  expect(damaged.warnings.map(({ code }) => code)).toEqual(['first_payment']);
  expect(damaged.stderr).toContain('earlier payments are looked for only in the journal');
});
