import { expect } from 'vitest';
import { failureOf, jsonError, NOON, refusalOf, allowedBy } from '../support/cli.ts';
import { payingArgv, runOf } from './payout-office.ts';
import { it } from './payout-team.ts';

const HEADER = 'reference,name,pix_key,amount';
const ROWS = [HEADER, 'A,Ana Lima,ana@example.com,10.00', 'B,Bia Reis,bia@example.com,20.00'];

it('a submitted run is rejected with a reason, is never sent, and its file is submitted again', async ({
  team,
  office,
}) => {
  await team.setPolicy();
  const path = office.file('july.csv', ROWS);
  const runId = await team.submit(path);
  expect((await team.approve('carla', runId, '30.00')).exitCode).toBe(0);
  const reject = (person: 'ana' | 'bruno' | 'dora', ...reason: readonly string[]) =>
    team.as(person, ['payouts', 'reject', runId, ...reason, '--json']);

  expect(jsonError(await reject('bruno')).code).toBe('reason_required');
  expect(jsonError(await reject('bruno', '--reason', 'two\nlines')).code).toBe('invalid_reason');
  expect(jsonError(await reject('dora', '--reason', 'no'))).toMatchObject({ code: 'not_rejecter' });
  const rejected = await reject('bruno', '--reason', 'wrong month');
  expect(rejected.exitCode, rejected.stderr).toBe(0);
  expect(JSON.parse(rejected.stdout)).toMatchObject({ run: runId, rejectedBy: 'bruno', reason: 'wrong month' });

  expect(JSON.parse((await office.run(['payouts', 'pending', '--json'])).stdout)).toEqual({ runs: [] });
  for (const run of [
    await office.resume(runId),
    await office.run(['payouts', 'pending', runId, '--json']),
    await team.approve('carla', runId, '30.00'),
    await reject('ana', '--reason', 'twice'),
  ]) {
    expect(failureOf(run)).toEqual([2, 'run_rejected']);
    expect(jsonError(run).message).toContain('bruno has rejected');
  }
  for (const run of [await office.pay(path, '30.00'), await office.check(path)]) {
    expect(failureOf(run)).toEqual([2, 'run_rejected']);
    expect(jsonError(run).message).toContain('wrong month');
  }
  expect(await office.sent()).toEqual([]);

  const second = await team.submit(path);
  expect(second).not.toBe(runId);
  // The one who submitted it withdraws it, too.
  const withdrawn = await team.as('ana', ['payouts', 'reject', second, '--reason', 'mine', '--json']);
  expect(withdrawn.exitCode, withdrawn.stderr).toBe(0);
  const third = await team.submit(path);
  expect((await team.approve('carla', third, '30.00')).exitCode).toBe(0);
  const paid = await office.pay(path, '30.00');
  expect([paid.exitCode, runOf(paid).run, runOf(paid).paid.rows]).toEqual([0, third, 2]);
  expect(jsonError(await team.as('carla', ['payouts', 'reject', third, '--reason', 'late', '--json'])).code).toBe(
    'run_started',
  );
  const log = await office.run(['payouts', 'log', '--json', '--verify']);
  expect(log.exitCode, log.stderr).toBe(0);
  const { entries }: { entries: { act: string; run: string | null; details: object }[] } = JSON.parse(log.stdout);
  expect(entries.filter(({ run }) => run === runId).map(({ act }) => act)).toEqual([
    'submitted',
    'approved',
    'rejected',
  ]);
  expect(entries.find(({ act }) => act === 'rejected')?.details).toMatchObject({ by: 'bruno', reason: 'wrong month' });
});

it('what was paid after a submission is no dead end: the error names the way on', async ({ team, office }) => {
  await team.setPolicy();
  const path = office.file('july.csv', ['pix_key,amount', 'ana@example.com,10.00']);
  const runId = await team.submit(path);
  // From then on, no approval is required.
  await team.setPolicy({ approvals: [] });
  const byHand = ['withdraw', 'create', '--amount', '10,00', '--pix-key', 'ana@example.com', '--yes', '--json'];
  expect((await office.run(byHand)).exitCode).toBe(0);
  const stopped = await office.pay(path, '10.00');
  expect(failureOf(stopped)).toEqual([1, 'already_approved']);
  expect(jsonError(stopped).hint).toContain(`pix payouts reject ${runId} --reason`);
  expect((await team.as('ana', ['payouts', 'reject', runId, '--reason', 'paid by hand'])).exitCode).toBe(0);
  expect(jsonError(await office.pay(path, '10.00')).code).toBe('run_rejected');
  const seen = await team.as('ana', ['payouts', 'submit', path, '--json']);
  expect(jsonError(seen).code).toBe('paid_before');
  const later = { now: NOON + 60_000 };
  expect((await team.as('ana', ['payouts', 'submit', path, ...allowedBy(seen, 'repeated')], later)).exitCode).toBe(0);
  const again = await office.pay(path, '10.00');
  expect([again.exitCode, (await office.sent()).length]).toEqual([0, 2]);
});

it('pending names the signer in list and details, and approvers need no API key', async ({ team, office }) => {
  await team.setPolicy();
  const runId = await team.submit(office.file('july.csv', ROWS));
  const keyless = { environment: { PIX_BASE_URL: office.service.url } };
  expect((await office.run(['auth', 'logout', '-p', 'demo'])).exitCode).toBe(0);
  const list = await office.run(['payouts', 'pending', '-o', 'table'], keyless);
  expect(list.stdout).toMatch(/Submitted by[^]* ana /);
  const pages: string[] = [];
  const onPage = (_command: readonly string[], text: string) => pages.push(text);
  await office.run(['payouts', 'pending', runId], { ...keyless, isTerminal: true, rows: 2, onPage });
  // An approver sees first what there is to approve, in the pager, too.
  expect(pages[0]).toMatch(/^.*Run.* {2,}r-.*\n(.*\n)*.*Total.*R\$.*\n(.*\n)*\n.*Line.*Pix key/);
  const one = await office.run(['payouts', 'pending', runId, '-o', 'table'], keyless);
  expect(one.stdout).toMatch(/Submitted +.*, ana \(/);
  const approved = await team.as(
    'bruno',
    ['payouts', 'approve', runId, '--yes', '--confirm-total', '30.00', '--json'],
    keyless,
  );
  expect([approved.exitCode, JSON.parse(approved.stdout).missing]).toEqual([0, 0]);
  expect((await office.run(['payouts', 'log', '--verify'], keyless)).exitCode).toBe(0);
  expect(failureOf(await office.resume(runId, [], keyless))).toEqual([4, 'no_key']);
});

it('a rejected file is not paid without a word, where there is no policy either', async ({ team, office }) => {
  const path = office.file('july.csv', ROWS);
  const runId = await team.submit(path);
  expect((await office.run(['payouts', 'reject', runId, '--reason', 'wrong month'])).exitCode).toBe(0);
  const stopped = await office.pay(path, '30.00');
  expect(refusalOf(stopped)).toMatchObject({
    exitCode: 2,
    code: 'run_rejected',
    message: expect.stringContaining('wrong month'),
  });
  const second = await team.submit(path);
  const paid = await office.pay(path, '30.00');
  expect([paid.exitCode, runOf(paid).run, (await office.sent()).length]).toEqual([0, second, 2]);
  // What was paid later is repeated like any other file.
  expect((await office.pay(path, '30.00')).stderr).toContain('give the payments new references');
});

it('what was paid by hand after a submission is not paid again: the error names the withdrawal, and the way on', async ({
  team,
  office,
}) => {
  await team.setPolicy();
  const rows = ['reference,pix_key,amount', 'A,ana@example.com,10.00', 'B,bia@example.com,20.00'];
  const path = office.file('july.csv', rows);
  const runId = await team.submit(path);
  expect((await team.approve('carla', runId, '30.00')).exitCode).toBe(0);
  await office.payByHand(10, 'ana@example.com');
  const [byHand] = await office.sent();
  for (const argv of [payingArgv(path, '30.00'), ['payouts', 'resume', runId, '--yes', '--json']]) {
    const stopped = await office.run(argv);
    expect([...failureOf(stopped), (await office.sent()).length]).toEqual([1, 'already_approved', 1]);
    expect(jsonError(stopped).message).toContain(byHand?.id);
    expect(jsonError(stopped).hint).toContain(`pix payouts reject ${runId} --reason`);
  }
  expect((await team.as('ana', ['payouts', 'reject', runId, '--reason', 'paid by hand'])).exitCode).toBe(0);
  const later = { now: NOON + 60_000 };
  const seen = await team.as('ana', ['payouts', 'submit', path, '--only-valid', '--json'], later);
  const { run: second }: { run: string } = JSON.parse(seen.stdout);
  expect((await team.approve('carla', second, '20.00')).exitCode).toBe(0);
  const paid = await office.resume(second, [], later);
  expect([paid.exitCode, (await office.sent()).map(({ pixKey }) => pixKey)]).toEqual([
    0,
    ['ana@example.com', 'bia@example.com'],
  ]);
});

it('a rejected run of a day to come is shown as rejected, and gets no timer', async ({ team, office }) => {
  await team.setPolicy();
  const path = office.file('july.csv', ROWS);
  const { run: runId } = runOf(await team.as('ana', ['payouts', 'submit', path, '--on', 'tomorrow', '--json']));
  const day = '2026-07-15';
  const submitted = await office.run(['payouts', 'status', runId, '-o', 'table']);
  expect(submitted.stdout).toContain(`It was submitted for approval: pix payouts pending ${runId}`);
  const approved = await team.approve('carla', runId, '30.00');
  expect(approved.stderr).toContain(`To send it, on ${day} or later: pix payouts resume ${runId}`);
  const pending = await office.run(['payouts', 'pending', '-o', 'table']);
  expect(pending.stdout).toContain(`To send it, on ${day} or later: pix payouts resume ${runId}`);

  await team.as('bruno', ['payouts', 'reject', runId, '--reason', 'next week']);
  const status = await office.run(['payouts', 'status', runId, '-o', 'table']);
  expect(status.stdout).toContain(`bruno has rejected ${runId}.`);
  expect(status.stdout).not.toMatch(/payouts (resume|pending)/);
  const timed = await office.run(['payouts', 'timer', runId, '--for', 'cron', '--json']);
  expect([timed.exitCode, jsonError(timed).code]).toEqual([2, 'run_rejected']);
});

it('a policy that no administrator signs is refused with their names, not as a changed journal', async ({ team }) => {
  for (const from of ['its own', 'the version before']) {
    const refused = await team.setPolicy({}, 'ana');
    expect(jsonError(refused), from).toMatchObject({ code: 'policy_invalid', hint: 'who may sign it: dora' });
    expect((await team.setPolicy()).exitCode).toBe(0);
  }
});
