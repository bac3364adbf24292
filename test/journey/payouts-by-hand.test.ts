import { expect, vi } from 'vitest';
import { failureOf, jsonError, NOON, allowedBy } from '../support/cli.ts';
import { it, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const HEADER = 'reference,pix_key,amount';
const TWO = [HEADER, 'A,ana@example.com,10.00', 'B,bia@example.com,20.00'];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const pay = (office: PayoutOffice, pixKey = 'ana@example.com', amount = 10) => office.payByHand(amount, pixKey);

async function paidToAna(office: PayoutOffice): Promise<number> {
  return (await office.sent()).filter(({ pixKey }) => pixKey === 'ana@example.com').length;
}

const submittedRun = (stdout: string) => (JSON.parse(stdout) as { readonly run: string }).run;

it('a submitted file is not sent once a row was paid by hand, also by a clock that is fast', async ({ office }) => {
  const fast = NOON + 600_000;
  const submitted = await office.run(['payouts', 'submit', office.file('july.csv', TWO), '--json'], { now: fast });
  await pay(office);
  office.until(NOON + HOUR_MS);
  const argv = ['payouts', 'resume', submittedRun(submitted.stdout), '--yes', '--json'];
  const done = await office.run(argv, { now: fast + HOUR_MS });
  expect([...failureOf(done), await paidToAna(office)]).toEqual([1, 'already_approved', 1]);
});

it('a submitted file is not sent once a row of it was paid by hand while it was asked about', async ({ office }) => {
  await office.pay(office.file('own.csv', ['pix_key,amount', 'bia@example.com,20.00']), '20,00');
  const path = office.file('july.csv', ['pix_key,amount', 'ana@example.com,10.00', 'bia@example.com,20.00']);
  const answeredAt = NOON + 300_000;
  office.until(answeredAt - 2_000);
  const byHand = async () => {
    await pay(office);
    return 'yes';
  };
  const asked = { now: answeredAt, isTerminal: true, answers: [byHand] };
  const submitted = await office.run(['payouts', 'submit', path, '--json'], asked);
  const now = office.until(NOON + HOUR_MS);
  const done = await office.resume(submittedRun(submitted.stdout), [], { now });
  expect([...failureOf(done), await paidToAna(office)]).toEqual([1, 'already_approved', 1]);
});

it('a row that was not found, and paid by hand since, is not sent while no list can be read', async ({ office }) => {
  await office.fault('reset-before');
  const onHold = await office.pay(office.file('file.csv', TWO.slice(0, 2)), '10,00');
  await pay(office);
  for (let other = 0; other < 20; other += 1) await pay(office, 'x@example.com', 5);
  const now = office.until(NOON + HOUR_MS);
  const failing = ['--on', 'GET /api/v1/withdraw/list', '--fault', 'status-500', '--times', '100', '--after', '1'];
  await office.control('faults', 'add', ...failing);
  const argv = ['payouts', 'resume', runOf(onHold).run, '--yes', ...allowedBy(onHold, 'absent'), '--json'];
  const done = await office.run(argv, { now });
  await office.control('faults', 'clear');
  expect([...failureOf(done), await paidToAna(office)]).toEqual([5, 'outcome_unknown', 1]);
});

it('a run for another day is not sent once a row was paid by hand just before it was stored', async ({ office }) => {
  let paying: Promise<unknown> | undefined;
  const storedAt = NOON + 300_000;
  office.until(storedAt - 700);
  const onStderr = (text: string) => {
    if (text.includes('withdraw/list'))
      paying ??= new Promise((resolve) => setImmediate(resolve)).then(() => pay(office));
  };
  const argv = [...payingArgv(office.file('file.csv', TWO.slice(0, 2)), '10,00'), '--on', '2026-07-15', '--verbose'];
  const begun = await office.run(argv, { now: storedAt, onStderr });
  await paying;
  const now = office.until(NOON + 24 * HOUR_MS);
  const done = await office.resume(runOf(begun).run, [], { now });
  expect([...failureOf(done), await paidToAna(office)]).toEqual([1, 'foreign_journal', 1]);
  // Not how many: only the newest were read.
  expect(jsonError(done).message).toMatch(
    /^a withdrawal of this account, made by hand or by another program, may be line 2 /,
  );
});

it('a row that was not found by a clock ahead, and was paid by hand since, is not sent', async ({ office }) => {
  await office.fault('reset-before');
  const ahead = { now: NOON + HOUR_MS };
  const onHold = await office.pay(office.file('file.csv', TWO.slice(0, 2)), '10,00', [], ahead);
  await pay(office);
  const now = office.until(NOON + HOUR_MS / 2);
  const argv = ['payouts', 'resume', runOf(onHold).run, '--yes', ...allowedBy(onHold, 'absent'), '--json'];
  const done = await office.run(argv, { now });
  expect([...failureOf(done), await paidToAna(office)]).toEqual([5, 'outcome_unknown', 1]);
});

it.for([false, true])(
  'a scheduled row is not sent once it was paid by hand; the equal one of last month was left on hold: %s',
  async (isOnHold, { office }) => {
    const fileOf = (month: string) => office.file(`${month}.csv`, [HEADER, `${month},ana@example.com,10.00`]);
    if (isOnHold) await office.fault('reset-before');
    await office.pay(fileOf('july'), '10,00');
    const planned = { now: office.until(NOON + 30 * DAY_MS) };
    const august = await office.pay(fileOf('august'), '10,00', ['--on', '2026-08-14'], planned);
    office.until(NOON + 30 * DAY_MS + HOUR_MS);
    await pay(office);
    const now = office.until(NOON + 31 * DAY_MS);
    vi.stubEnv('TZ', 'America/Sao_Paulo');
    const done = await office.resume(runOf(august).run, [], { now });
    expect([...failureOf(done), await paidToAna(office)]).toEqual([1, 'foreign_journal', isOnHold ? 1 : 2]);
    // The minute that the bank's own program shows.
    expect(done.stderr).toContain('2026-08-13 13:00');
  },
);

it.for([80, 95])('a submitted file is not sent once another run paid a row, %s days', async (days, { office }) => {
  const path = office.file('one.csv', ['pix_key,amount', 'ana@example.com,10.00']);
  const submitted = await office.run(['payouts', 'submit', path, '--json']);
  const other = office.file('two.csv', ['pix_key,amount', 'ana@example.com,10.00', 'bia@example.com,10.00']);
  await office.pay(other, '20,00', [], { now: office.until(NOON + DAY_MS) });
  const argv = ['payouts', 'resume', submittedRun(submitted.stdout), '--yes', '--json'];
  const done = await office.run(argv, { now: office.until(NOON + days * DAY_MS) });
  expect([...failureOf(done), await paidToAna(office)]).toEqual([1, 'already_approved', 1]);
});

it('withdraw create: an older payment is no alarm of one whose response was lost', async ({ office }) => {
  await pay(office);
  office.until(NOON + HOUR_MS);
  for (let other = 0; other < 110; other += 1) await pay(office, 'x@example.com', 5);
  const now = office.until(NOON + 5 * HOUR_MS);
  await pay(office, 'x@example.com', 5);
  await office.fault('reset-after');
  const order = ['--pix-key', 'ana@example.com', '--amount', '10,00', '--reference', 'A'];
  const done = await office.run(['withdraw', 'create', ...order, '--yes', '--json'], { now });
  expect(done.exitCode, done.stderr).toBe(0);
});

it.for([0, 60])('an allowed repetition is sent on its day, behind %s others', async (others, { office }) => {
  await pay(office);
  const path = office.file('july.csv', ['pix_key,amount', 'ana@example.com,10.00']);
  const planned = { now: office.until(NOON + 5_000) };
  const argv = [...payingArgv(path, '10,00'), '--on', '2026-08-10'];
  const refused = await office.run(argv, planned);
  const begun = await office.run([...argv, ...allowedBy(refused, 'repeated')], planned);
  const now = office.until(NOON + 27 * 24 * HOUR_MS);
  for (let other = 0; other < others; other += 1) await pay(office, 'x@example.com', 5);
  const done = await office.resume(runOf(begun).run, [], { now });
  expect([refused.exitCode, done.exitCode], done.stderr).toEqual([2, 0]);
});

it.for(['payouts run', 'payouts submit', 'the same payouts run'])(
  '%s: what was paid by hand before is not sent, where no key could read withdrawals at first',
  async (how, { office }) => {
    const keyOf = async (...permissions: string[]) => {
      const json = { name: 'k', permissions };
      const created = await office.service.request('/api/v1/user/api-key/create', { json });
      return (created.json as { readonly data: { readonly key: string } }).data.key;
    };
    await pay(office);
    const planned = { now: office.until(NOON + HOUR_MS) };
    office.login(await keyOf('read:balance', 'write:withdraw:create'));
    const path = office.file('july.csv', ['pix_key,amount', 'ana@example.com,10.00']);
    const paying = payingArgv(path, '10,00');
    const begun = await office.run(how === 'payouts submit' ? ['payouts', 'submit', path, '--json'] : paying, planned);
    const run = /r-2026\d+-\w+/.exec(begun.stdout + begun.stderr)?.[0] ?? '';
    // As the hint of cannot_look says.
    const stdin = await keyOf('read:withdraws');
    const added = await office.run(['keys', 'add', 'reader'], { ...planned, stdin });
    const now = office.until(NOON + 2 * HOUR_MS);
    const argv = how === 'the same payouts run' ? paying : ['payouts', 'resume', run, '--yes', '--json'];
    const done = await office.run(argv, { now });
    expect([added.exitCode, done.exitCode, await paidToAna(office)], added.stderr).toEqual([0, 1, 1]);
  },
);
