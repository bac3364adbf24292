import { describe, expect } from 'vitest';
import { jsonError, NOON, failureOf, refusalOf } from '../support/cli.ts';
import { payingArgv, runOf, type PayoutOffice } from './payout-office.ts';
import { it } from './payout-team.ts';

const DAY_MS = 86_400_000;
const ROWS = ['reference,pix_key,amount', 'A,ana@example.com,10.00', 'B,bia@example.com,20.00'];

/** From now on, only the first row can be sent, which shows while it is sent. */
async function allowOnlyFirst(office: PayoutOffice) {
  await office.useBlindKey();
  await office.control('account', 'set', '--daily-limit', '12,00');
}

/** Tuesday, 14 July 2026, is today. */
async function scheduled(office: PayoutOffice, on: string, rows = ROWS) {
  const path = office.file('july.csv', rows);
  const made = await office.pay(path, '30.00', ['--on', on]);
  expect(made.exitCode, made.stderr).toBe(0);
  expect(made.stderr).toMatch(/Scheduled for .*\nOn that day: pix payouts resume r-/);
  return { path, runId: runOf(made).run };
}

it('a run has in its name the day in Brasília, as the lists of payments show it', async ({ office }) => {
  const path = office.file('july.csv', ROWS);
  // 23:30 in Brasília is 02:30 of the next day in UTC.
  const made = await office.pay(path, '30.00', [], { now: NOON + 11.5 * 3_600_000 });
  expect(runOf(made).run).toMatch(/^r-20260714-/);
});

describe('pix payouts run --on', () => {
  it('stores an approved run, sends nothing before its day, and is sent by resume on it, once', async ({ office }) => {
    const { path, runId } = await scheduled(office, '2026-07-17');
    const waiting = await office.run(['payouts', 'status', '--json']);
    expect(JSON.parse(waiting.stdout)).toMatchObject({ run: runId, dueOn: '2026-07-17', notSent: { rows: 2 } });

    for (const argv of [['payouts', 'resume', runId, '--yes', '--json'], payingArgv(path, '30.00')]) {
      const refused = await office.run(argv);
      expect(refusalOf(refused)).toMatchObject({
        exitCode: 2,
        code: 'not_due',
        details: { run: runId, dueOn: '2026-07-17' },
      });
    }
    // 00:30 in Brasília is 03:30 in UTC.
    const midnight = NOON - 15 * 3_600_000 + 3 * DAY_MS + 3 * 3_600_000;
    const eve = await office.resume(runId, [], { now: midnight - 1 });
    expect([jsonError(eve).code, await office.sent()]).toEqual(['not_due', []]);
    const sent = await office.resume(runId, [], { now: midnight });
    expect([sent.exitCode, runOf(sent).paid.rows]).toEqual([0, 2]);
    const twice = await office.resume(runId, [], { now: midnight + DAY_MS });
    expect([twice.exitCode, twice.stderr.includes('LATE'), (await office.sent()).length]).toEqual([0, false, 2]);
  });

  it.for(['10.00', '100.00'])('keeps its rows from being sent in another file: R$ %s', async (amount, { office }) => {
    const { runId } = await scheduled(office, '2026-07-17');
    const path = office.file('other.csv', [ROWS[0] ?? '', `A,ana@example.com,${amount}`, 'C,cid@example.com,5.00']);
    const sum = String(Number(amount) + 5);
    for (const argv of [['payouts', 'check', path, '--json'], payingArgv(path, sum)]) {
      const refused = await office.run(argv);
      expect(refusalOf(refused)).toMatchObject({
        exitCode: 2,
        code: 'paid_before',
        details: { run: runId },
        message: expect.stringContaining('has the reference, or'),
      });
    }
    const single = ['withdraw', 'create', '--amount', amount, '--pix-key', 'ana@example.com', '--reference', 'A'];
    const early = await office.run([...single, '--yes', '--json']);
    expect(refusalOf(early)).toMatchObject({ exitCode: 2, code: 'paid_before', details: { run: runId } });
    expect((await office.pay(path, '5.00', ['--only-valid'])).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(1);
  });

  it('says to a person when the run is sent, and how', async ({ office }) => {
    const path = office.file('july.csv', ROWS);
    const argv = ['payouts', 'run', path, '--on', '18/07/2026', '--lang', 'pt-BR'];
    const made = await office.run(argv, { isTerminal: true, answers: ['30,00'] });
    expect(made.exitCode, made.stderr).toBe(0);
    expect(made.stderr).toContain(
      '18/07/2026 não é dia útil. O Pix funciona todos os dias; o próximo dia útil: --on 20/07/2026',
    );
    expect(made.stderr).toContain('Nada é enviado antes de 18/07/2026.');
    expect(made.stdout).toMatch(
      /Agendado para 18\/07\/2026: 2 pagamentos, R\$ 30,00 .*\nNessa data: pix payouts resume r-/,
    );
    const list = await office.run(['payouts', 'list', '--lang', 'pt-BR'], { isTerminal: true });
    expect(list.stdout).toMatch(/Agendado para[^]*18\/07\/2026/);
  });

  it('is the same run when the file is run again for the same day, and keeps its day', async ({ office }) => {
    const { path, runId } = await scheduled(office, 'último dia útil');
    const again = await office.pay(path, '30.00', ['--on', '2026-07-31']);
    expect([again.exitCode, runOf(again).run]).toEqual([0, runId]);
    const moved = await office.pay(path, '30.00', ['--on', '2026-08-03']);
    expect(refusalOf(moved)).toMatchObject({ exitCode: 2, code: 'scheduled_otherwise', details: { run: runId } });
    expect(await office.sent()).toEqual([]);
  });

  it('does not hide a run that has begun', async ({ office }) => {
    const path = office.file('july.csv', ROWS);
    await allowOnlyFirst(office);
    const begun = await office.pay(path, '30.00');
    expect([begun.exitCode, runOf(begun).paid.rows]).toEqual([3, 1]);
    const refused = await office.pay(path, '30.00', ['--on', 'tomorrow']);
    expect(jsonError(refused).code).toBe('scheduled_otherwise');
  });

  it.for([
    ['2026-07-13', 'past_day'],
    ['2026-02-30', 'invalid_date'],
    ['next week', 'invalid_date'],
    ['', 'invalid_date'],
  ] as const)('refuses %j before any request', async ([on, code], { office }) => {
    const refused = await office.pay(office.file('july.csv', ROWS), '30.00', ['--on', on]);
    expect(failureOf(refused)).toEqual([2, code]);
  });

  it('is a plain run today', async ({ office }) => {
    const path = office.file('july.csv', ROWS);
    expect((await office.pay(path, '30.00', ['--on', 'hoje'])).exitCode).toBe(0);
    expect(await office.sent()).toHaveLength(2);
  });

  it('needs no balance before its day, and needs it on it', async ({ office }) => {
    const path = office.file('july.csv', [ROWS[0]!, 'A,ana@example.com,19000.00', 'B,bia@example.com,19000.00']);
    const made = await office.pay(path, '38000.00', ['--on', '2026-07-17']);
    expect(made.exitCode, made.stderr).toBe(0);
    const short = await office.resume(runOf(made).run, [], { now: NOON + 3 * DAY_MS });
    expect(failureOf(short)).toEqual([1, 'insufficient_balance']);
  });
});

it('rows of a scheduled run are given up, all or none, and their references are free again', async ({ office }) => {
  const rows = ['A,ana@example.com,10.00', 'B,bia@example.com,12.00', 'C,cid@example.com,8.00'];
  const { runId } = await scheduled(office, '2026-07-17', ['reference,pix_key,amount', ...rows]);
  const resolve = (line: string, ...flags: readonly string[]) =>
    office.run(['payouts', 'resolve', runId, line, ...flags, '--json']);
  const one = await resolve('4', '--not-paid', '--yes');
  expect([one.exitCode, JSON.parse(one.stdout)], one.stderr).toMatchObject([0, { status: 'resolved_unpaid' }]);
  for (const [line, code] of [
    ['2,4', 'illegal_transition'],
    ['2,9', 'payout_unknown'],
    ['2,x', 'invalid_line'],
  ] as const) {
    expect(jsonError(await resolve(line, '--not-paid', '--yes')).code).toBe(code);
  }
  expect(jsonError(await resolve('2,3', '--paid', 'wd_1', '--yes')).code).toBe('conflicting_options');
  const both = ['payouts', 'resolve', runId, '3,2', '--not-paid'];
  const asked = await office.run(both, { isTerminal: true, answers: ['n'] });
  expect(asked.questions.join()).toMatch(
    /^Line 3 .*\)\nLine 2 .*\)\nMark these 2 payments as NOT PAID\? Their references/,
  );
  const given = await resolve('2, 3,2', '--not-paid', '--yes');
  const resolved = [2, 3].map((line) => ({ line, status: 'resolved_unpaid' }));
  expect([given.exitCode, JSON.parse(given.stdout)], given.stderr).toMatchObject([0, { rows: resolved }]);
  const resumed = await office.resume(runId, [], { now: NOON + 3 * DAY_MS });
  expect([resumed.exitCode, await office.sent()]).toEqual([3, []]);
  const other = office.file('other.csv', [...ROWS, 'C,cid@example.com,5.00']);
  expect((await office.pay(other, '35.00')).exitCode).toBe(0);
});

it('a scheduled run of which a row is given up keeps its day, and no next step is refused', async ({ office }) => {
  const { runId } = await scheduled(office, 'tomorrow');
  const decided = await office.run(['payouts', 'resolve', runId, '2', '--not-paid', '--yes', '-o', 'table']);
  const status = await office.run(['payouts', 'status', runId, '-o', 'table']);
  for (const { stdout } of [decided, status]) {
    expect(stdout).toContain(`Scheduled for 2026-07-15: 1 payment, R$ 20,00 (july.csv, run ${runId}). Not sent yet.`);
    expect(stdout).not.toContain('Send the rest');
  }
});

it('a scheduled run shows which part of it a person has called paid', async ({ office }) => {
  const { runId } = await scheduled(office, 'tomorrow');
  const id = await office.payByHand(10, 'ana@example.com');
  await office.run(['payouts', 'resolve', runId, '2', '--paid', id, '--yes']);
  const { stdout } = await office.run(['payouts', 'status', runId, '-o', 'table']);
  expect(stdout).toContain('Scheduled for 2026-07-15: 1 payment, R$ 20,00');
  expect(stdout).toContain('Paid: 1 of 2, R$ 10,00 of R$ 30,00');
});

it('a scheduled run counts no rows that other runs have sent', async ({ office }) => {
  await office.pay(office.file('one.csv', ROWS.slice(0, 2)), '10.00');
  const { runId } = await scheduled(office, 'tomorrow');
  const { stdout } = await office.run(['payouts', 'status', runId, '-o', 'table']);
  expect(stdout).toContain('Scheduled for 2026-07-15: 1 payment, R$ 20,00');
  expect(stdout).toContain('Sent by other runs: 1 (R$ 10,00)');
});

it('a scheduled file without references is not compared with itself when it is run again', async ({ office }) => {
  const { path } = await scheduled(office, '2026-07-17', ['pix_key,amount', 'ana@example.com,30.00']);
  const refused = await office.pay(path, '30.00');
  expect(failureOf(refused)).toEqual([2, 'not_due']);
  expect(refused.stderr).toMatch(/^{"error"[^\n]*\n$/);
});

it('a payment that pix sends before the day of an equal scheduled one is refused', async ({ office }) => {
  await scheduled(office, '2026-07-17');
  const single = ['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--yes', '--json'];
  const other = office.file('other.csv', ['pix_key,amount', 'bia@example.com,20.00']);
  for (const argv of [single, payingArgv(other, '20.00')]) {
    const refused = await office.run(argv);
    expect([argv[0], refused.exitCode, await office.sent()], refused.stderr).toEqual([argv[0], 2, []]);
  }
});

describe('a run that is sent before its day', () => {
  it('takes --now, which the log records, and is resumed without it', async ({ office }) => {
    const { runId } = await scheduled(office, '2026-07-17');
    await allowOnlyFirst(office);
    await office.resume(runId, ['--now']);
    expect(await office.sent()).toHaveLength(1);
    await office.control('account', 'set', '--daily-limit', '50.000,00');
    const rest = await office.resume(runId);
    expect([rest.exitCode, (await office.sent()).length]).toEqual([0, 2]);
    const log = await office.run(['payouts', 'log', runId, '--json', '--verify']);
    const { entries }: { entries: { act: string }[] } = JSON.parse(log.stdout);
    expect(entries.map(({ act }) => act)).toEqual(['early', 'ran', 'ran']);
  });

  it('names what passes a limit of the account: its file has the references, and is not split', async ({ office }) => {
    const { path, runId } = await scheduled(office, '2026-07-15');
    await office.control('account', 'set', '--daily-limit', '12,00');
    const now = NOON + DAY_MS;
    for (const argv of [['payouts', 'resume', runId, '--yes', '--json'], payingArgv(path, '30.00')]) {
      const { code, hint } = jsonError(await office.run(argv, { now }));
      expect([code, hint]).toEqual(['limit_exceeded', expect.not.stringContaining('split')]);
      expect(hint).toContain(`pix payouts resolve ${runId} LINE --not-paid`);
    }
    await office.run(['payouts', 'resolve', runId, '3', '--not-paid', '--yes']);
    const rest = await office.resume(runId, [], { now });
    expect([rest.exitCode, runOf(rest).paid.rows], rest.stderr).toEqual([3, 1]);
    const other = office.file('other.csv', [ROWS[0] ?? '', ROWS[2] ?? '']);
    await office.control('account', 'set', '--daily-limit', '50.000,00');
    const paid = await office.pay(other, '20.00', [], { now });
    expect([paid.exitCode, (await office.sent()).length], paid.stderr).toEqual([0, 2]);
  });

  it('is asked about at a terminal', async ({ office }) => {
    const { runId } = await scheduled(office, '2026-07-17');
    const declined = await office.run(['payouts', 'resume', runId, '--now'], { isTerminal: true, answers: ['s', ''] });
    expect(declined.questions[0]).toMatch(/^To confirm, type the sum \(R\$ /);
    expect([declined.exitCode, await office.sent()]).toEqual([2, []]);
    const later = await office.resume(runId);
    expect(jsonError(later).code).toBe('not_due');
  });
});

it('a run whose day has passed is named at the next start, until it is sent', async ({ office }) => {
  const { runId } = await scheduled(office, '2026-07-17');
  const now = NOON + 4 * DAY_MS;
  for (const argv of [
    ['payouts', 'list'],
    ['payouts', 'pending', '--json'],
  ]) {
    const { stderr } = await office.run(argv, { now });
    expect(stderr.match(new RegExp(`LATE: run ${runId} \\(july.csv\\) was due on 2026-07-17`, 'g'))).toHaveLength(1);
  }
  expect((await office.resume(runId, [], { now })).exitCode).toBe(0);
  expect((await office.run(['payouts', 'list'], { now })).stderr).not.toContain('LATE');
});

it('lost responses are looked for before the day of their run, too: a clock was set back', async ({ office }) => {
  const { runId } = await scheduled(office, '2026-07-17');
  await allowOnlyFirst(office);
  await office.fault('reset-before');
  const argv = ['payouts', 'resume', runId, '--yes', '--json'];
  const lost = await office.run([...argv, '--look-for', '1s'], { now: NOON + 3 * DAY_MS });
  expect([lost.exitCode, runOf(lost).open.rows]).toEqual([5, 1]);
  const looked = await office.run(argv, { now: NOON + 2 * DAY_MS });
  expect([looked.exitCode, JSON.parse(looked.stdout)]).toMatchObject([5, { states: { absent: { rows: 1 } } }]);
  expect(await office.sent()).toEqual([]);
});

it.for([
  ['on the day before it', '2026-10-29', '2026-10-30'],
  ['of next month once it has passed', '2026-10-31', '2026-11-30'],
] as const)('the last business day of the month: %s', async ([_name, today, day], { office }) => {
  const path = office.file('july.csv', ROWS);
  const now = Date.parse(`${today}T12:00:00-03:00`);
  const made = await office.pay(path, '30.00', ['--on', 'last-business-day'], { now });
  expect(JSON.parse(made.stdout)).toMatchObject({ dueOn: day });
});

it('the last business day is refused when the holidays are not known, and a day has a note', async ({ office }) => {
  const path = office.file('july.csv', ROWS);
  const now = Date.UTC(2036, 0, 2, 15);
  const refused = await office.pay(path, '30.00', ['--on', 'last business day'], { now });
  expect(failureOf(refused)).toEqual([2, 'holidays_unknown']);
  const made = await office.pay(path, '30.00', ['--on', '31/01/2036'], { now });
  expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining('known until 2035-12-31 only')]);
});

describe('the policy of a company', () => {
  const small = (office: PayoutOffice, name: string, amount: string, ...more: readonly string[]) =>
    office.pay(
      office.file(`${name}.csv`, ['reference,pix_key,amount', `${name},${name}@example.com,${amount}`]),
      amount,
      more,
    );

  it('counts a run on its day, and on the day on which it is sent early', async ({ team, office }) => {
    await team.setPolicy({ approvals: [{ above: '50,00', needed: 1 }], caps: { day: '80,00' } });
    const first = await small(office, 'ana', '40.00', '--on', '2026-07-17');
    expect(first.exitCode, first.stderr).toBe(0);
    // Another day has a sum of its own.
    expect((await small(office, 'bia', '40.00')).exitCode).toBe(0);
    const sameDay = await small(office, 'cid', '20.00', '--on', '2026-07-17');
    expect(refusalOf(sameDay)).toMatchObject({
      exitCode: 2,
      code: 'approval_required',
      details: { othersCentavos: 4_000 },
    });
    const early = await office.resume(runOf(first).run, ['--now']);
    expect(failureOf(early)).toEqual([2, 'approval_required']);
    const log = await office.run(['payouts', 'log', '--json', '--verify']);
    expect(log.stdout).not.toContain('"early"');
    const sent = await office.resume(runOf(first).run, [], { now: NOON + 3 * DAY_MS });
    expect([sent.exitCode, (await office.sent()).length]).toEqual([0, 2]);
  });

  it('lets an approved run wait for its day', async ({ team, office }) => {
    await team.setPolicy();
    const path = office.file('july.csv', ROWS);
    const runId = await team.submit(path);
    expect((await team.approve('carla', runId, '30.00')).exitCode).toBe(0);
    const made = await office.pay(path, '30.00', ['--on', '2026-07-15']);
    expect([made.exitCode, runOf(made).run]).toEqual([0, runId]);
    expect(jsonError(await office.resume(runId)).code).toBe('not_due');
    const sent = await office.resume(runId, [], { now: NOON + 20 * 3_600_000 });
    expect([sent.exitCode, (await office.sent()).length]).toEqual([0, 2]);
  });
});

it('check --on ends as run --on does: the limits of today do not count, a day of the past does', async ({ office }) => {
  await office.control('account', 'set', '--daily-limit', '12,00');
  const path = office.file('july.csv', ROWS);
  const check = async (...on: readonly string[]) => {
    const checked = await office.check(path, on);
    return [checked.exitCode, checked.exitCode === 0 ? undefined : jsonError(checked).code];
  };
  expect([await check(), await check('--on', '2026-07-17')]).toEqual([
    [1, 'limit_exceeded'],
    [0, undefined],
  ]);
  expect(await check('--on', '2026-07-10')).toEqual([2, 'past_day']);
  expect((await office.pay(path, '30.00', ['--on', '2026-07-17'])).exitCode).toBe(0);
});

it('a file is submitted for a day, which its approver sees, and sent on it once approved', async ({ team, office }) => {
  expect((await team.setPolicy()).exitCode).toBe(0);
  const path = office.file('july.csv', ROWS);
  const submitted = await team.as('ana', ['payouts', 'submit', path, '--on', '2026-07-15', '--json']);
  expect(submitted.exitCode, submitted.stderr).toBe(0);
  const { run: runId, dueOn } = JSON.parse(submitted.stdout);
  expect(dueOn).toBe('2026-07-15');
  const shown = await office.run(['payouts', 'pending', runId, '--no-color'], { isTerminal: true });
  expect(shown.stdout).toMatch(/Scheduled for +2026-07-15/);
  const other = await team.as('ana', ['payouts', 'submit', path, '--on', '2026-07-20', '--json']);
  expect(failureOf(other)).toEqual([2, 'scheduled_otherwise']);
  expect((await team.approve('carla', runId, '30.00')).exitCode).toBe(0);
  const early = await office.resume(runId);
  expect([...failureOf(early), await office.sent()]).toEqual([2, 'not_due', []]);
  const sent = await office.resume(runId, [], { now: NOON + 20 * 3_600_000 });
  expect([sent.exitCode, (await office.sent()).length], sent.stderr).toEqual([0, 2]);
});

async function submitted(office: PayoutOffice): Promise<string> {
  const path = office.file('july.csv', ROWS);
  const { stdout } = await office.run(['payouts', 'submit', path, '--on', '2026-07-17', '--json']);
  const { run: runId }: { run: string } = JSON.parse(stdout);
  return runId;
}

it('a submitted run that was not started is late after its day, unless it was rejected', async ({ office }) => {
  const runId = await submitted(office);
  const now = NOON + 4 * DAY_MS;
  expect((await office.run(['payouts', 'list'], { now })).stderr).toContain(
    `LATE: run ${runId} (july.csv) was due on 2026-07-17 and was not sent. See what it needs: pix payouts pending ${runId}`,
  );
  expect((await office.run(['payouts', 'reject', runId, '--reason', 'wrong month'])).exitCode).toBe(0);
  expect((await office.run(['payouts', 'list'], { now })).stderr).not.toContain('LATE');
});

it('a row whose reference another payment has used counts neither for the day nor the plan', async ({ office }) => {
  const runId = await submitted(office);
  expect(
    (await office.pay(office.file('other.csv', [ROWS[0]!, 'A,ana.lima@example.com,10.00']), '10.00')).exitCode,
  ).toBe(0);
  const { stdout } = await office.run(['payouts', 'status', runId, '--no-color'], { isTerminal: true });
  expect(stdout).toContain('Scheduled for 2026-07-17: 1 payment, R$ 20,00');
  expect(stdout).toContain('Reference used before: 1 (R$ 10,00)');
  const sent = await office.run(['payouts', 'resume', runId, '--yes', '--no-color'], {
    isTerminal: true,
    now: NOON + 3 * DAY_MS,
  });
  expect(sent.stderr).toMatch(/Reference used before +1 payment\n/);
  expect((await office.sent()).length).toBe(2);
});
