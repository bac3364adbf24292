import { describe, expect, inject } from 'vitest';
import { isWhole } from '../support/postgres.ts';
import { openPayouts } from '../../src/payouts/index.ts';
import { failureOf, jsonError, NOON, refusalOf } from '../support/cli.ts';
import { runOf } from './payout-office.ts';
import { it } from './payout-team.ts';

/** What a policy decides is decided by the same code on PostgreSQL, where a command takes ten times as long. */
const itWithFile = it.skipIf(!isWhole());

const ROWS = ['reference,name,pix_key,amount', 'A,Ana Lima,ana@example.com,10.00', 'B,Bia Reis,bia@example.com,20.00'];
const LARGE = ['reference,pix_key,amount', 'L,lia@example.com,600.00'];

it('a file is submitted, approved by another person, and paid once', async ({ team, office }) => {
  const set = await team.setPolicy();
  expect(set.exitCode, set.stderr).toBe(0);
  const path = office.file('july.csv', ROWS);

  expect(failureOf(await office.pay(path, '30.00'))).toEqual([2, 'approval_required']);
  const runId = await team.submit(path);
  expect(failureOf(await office.pay(path, '30.00'))).toEqual([2, 'approvals_missing']);

  const pending = await office.run(['payouts', 'pending', '--json']);
  expect(JSON.parse(pending.stdout)).toMatchObject({
    runs: [{ run: runId, rows: 2, amount: 3_000, submitters: ['ana'], needed: 1, missing: 1, approvers: [] }],
  });
  const one = await office.run(['payouts', 'pending', runId, '--json']);
  expect(JSON.parse(one.stdout)).toMatchObject({ recipients: [{ name: 'Ana Lima' }, { name: 'Bia Reis' }] });

  expect(jsonError(await team.approve('ana', runId, '30.00')).code).toBe('not_approver');
  const approved = await team.approve('carla', runId, '30.00');
  expect(approved.exitCode, approved.stderr).toBe(0);
  expect(JSON.parse(approved.stdout)).toMatchObject({ approvers: ['carla'], missing: 0 });

  const ready = `${runId} needs no more approvals. To send it: pix payouts resume ${runId}`;
  expect((await office.run(['payouts', 'pending', '-o', 'table'])).stdout).toContain(ready);
  const narrow = await office.run(['payouts', 'pending'], { isTerminal: true, columns: 80 });
  expect(narrow.stdout).toContain(`To send it:\npix payouts resume ${runId}\n`);
  const paid = await office.resume(runId);
  expect([paid.exitCode, runOf(paid).paid.rows]).toEqual([0, 2]);
  expect(JSON.parse((await office.run(['payouts', 'pending', '--json'])).stdout)).toEqual({ runs: [] });
  const again = await office.pay(path, '30.00');
  expect([again.exitCode, (await office.sent()).length]).toEqual([0, 2]);

  const log = await office.run(['payouts', 'log', runId, '--json', '--verify']);
  expect(log.exitCode, log.stderr).toBe(0);
  const { entries }: { entries: { act: string; details: { by?: string } }[] } = JSON.parse(log.stdout);
  expect(entries.map(({ act, details }) => [act, details.by])).toEqual([
    ['submitted', 'ana'],
    ['approved', 'carla'],
    ['ran', undefined],
  ]);
});

itWithFile(
  'a plan of the library names what the policy does not allow, before its script agrees to it',
  async ({ team, office }) => {
    expect((await team.setPolicy()).exitCode).toBe(0);
    const settings = { profile: 'demo', configDirectory: office.folder, journal: inject('postgresUrl') };
    using payouts = await openPayouts(settings);
    const plan = await payouts.plan(LARGE.join('\n'));
    expect(plan.refusals.map(({ code }) => code)).toEqual(['approval_required']);
    const paying = plan.run({ digest: plan.digest, sumCentavos: plan.sumCentavos });
    await expect(paying).rejects.toMatchObject({ code: 'approval_required' });
    expect(await office.sent()).toEqual([]);
  },
);

itWithFile('a large sum needs two people, and the one who submitted it is neither', async ({ team, office }) => {
  await team.setPolicy({ approvers: ['bruno', 'carla', 'dora'] });
  const path = office.file('large.csv', LARGE);
  const submitted = await team.as('bruno', ['payouts', 'submit', path, '--json']);
  const { run: runId }: { run: string } = JSON.parse(submitted.stdout);
  expect(jsonError(await team.approve('bruno', runId, '600.00')).code).toBe('own_submission');
  expect((await team.approve('carla', runId, '600.00')).exitCode).toBe(0);
  // Twice by the same person is once.
  expect((await team.approve('carla', runId, '600.00')).exitCode).toBe(0);
  const refused = await office.resume(runId);
  expect(jsonError(refused)).toMatchObject({ code: 'approvals_missing', details: { needed: 2, given: 1 } });
  expect(await office.sent()).toEqual([]);
});

it('a sum that others than its submitter are too few to approve is refused when it is submitted', async ({
  team,
  office,
}) => {
  await team.setPolicy();
  const path = office.file('large.csv', LARGE);
  const refused = await team.as('bruno', ['payouts', 'submit', path, '--json']);
  expect(refused.exitCode).toBe(2);
  expect(jsonError(refused)).toMatchObject({
    code: 'cap_exceeded',
    message: 'this needs 2 approvals by others than bruno, and the policy names only carla; nothing was sent',
    details: { cap: 'approvers', needed: 2, person: 'bruno', approvers: 'carla' },
  });
  // Ana approves nothing: two others do.
  expect((await team.as('ana', ['payouts', 'submit', path, '--json'])).exitCode).toBe(0);
});

itWithFile(
  'the rest of a run is not submitted either, where all of it needs more people than there are',
  async ({ team, office }) => {
    await office.useBlindKey();
    await office.control('account', 'set', '--daily-limit', '450,00');
    const path = office.file('large.csv', [
      ...LARGE.slice(0, 1),
      'K,kim@example.com,400.00',
      'L,lia@example.com,200.00',
    ]);
    const begun = await office.pay(path, '600.00');
    expect([begun.exitCode, runOf(begun).notSent.amount], begun.stderr).toEqual([3, 20_000]);
    await team.setPolicy();
    const refused = await team.as('bruno', ['payouts', 'submit', path, '--json']);
    expect(jsonError(refused)).toMatchObject({ code: 'cap_exceeded', details: { cap: 'approvers', needed: 2 } });
  },
);

it('a file is paid where the clock of the service is ahead of the one of the journal', async ({ office }) => {
  office.until(Date.now() + 86_400_000);
  const paid = await office.pay(office.file('july.csv', ROWS), '30.00');
  expect([paid.exitCode, (await office.sent()).length], paid.stderr).toEqual([0, 2]);
  const single = ['withdraw', 'create', '--amount', '5,00', '--pix-key', 'cid@example.com', '--yes', '--json'];
  const made = await office.run(single);
  expect(made.exitCode, made.stderr).toBe(0);
});

itWithFile('what is left of a run is named to its approver, and of what was sent nothing', async ({ team, office }) => {
  await team.setPolicy();
  const runId = await team.submit(office.file('july.csv', ROWS));
  const first = await team.submit(office.file('first.csv', ROWS.slice(0, 2)));
  await team.approve('carla', first, '10.00');
  expect((await office.resume(first)).exitCode).toBe(0);
  const shown = await office.run(['payouts', 'pending', runId, '--no-color'], { isTerminal: true });
  expect(shown.stdout).toMatch(/Total +2 payments · R\$ 30,00\nLeft to send +1 payment · R\$ 20,00\n/);

  await team.approve('carla', runId, '30.00');
  expect((await office.resume(runId)).exitCode).toBe(0);
  const pending = await office.run(['payouts', 'pending', runId, '--no-color'], { isTerminal: true });
  const approved = await team.as('bruno', ['payouts', 'approve', runId, '--no-color'], { isTerminal: true });
  for (const { exitCode, stdout, stderr, questions } of [pending, approved]) {
    expect([exitCode, questions]).toEqual([0, []]);
    expect(stdout).toMatch(/^Run +r-/);
    expect(stderr).toContain(`Nothing is left to send: pix payouts status ${runId}`);
    expect(stderr).not.toContain('resume');
  }
  const { entries } = JSON.parse((await office.run(['payouts', 'log', runId, '--json'])).stdout);
  expect(entries.at(-1)).toMatchObject({ act: 'ran' });

  // Of a run that another one has paid, the resume is left, which ends it.
  const rows = ['reference,pix_key,amount', 'C,cid@example.com,30.00'];
  const waiting = await team.submit(office.file('cid.csv', rows));
  const same = await team.submit(office.file('same.csv', [...rows, 'D,davi@example.com,10.00']));
  for (const [run, sum] of [
    [waiting, '30.00'],
    [same, '40.00'],
  ] as const) {
    await team.approve('carla', run, sum);
  }
  expect((await office.resume(same)).exitCode).toBe(0);
  const left = await office.run(['payouts', 'pending', waiting]);
  expect(left.stderr).toContain(`To send it: pix payouts resume ${waiting}`);
});

itWithFile('a file whose payments failed is not called paid when it is submitted again', async ({ team, office }) => {
  await team.setPolicy();
  const path = office.file(
    'july.csv',
    [ROWS[0]!, 'A,fail-ac03@example.com,10.00'].map((row) => row.replace('name,', '')),
  );
  const runId = await team.submit(path);
  await team.approve('carla', runId, '10.00');
  expect([(await office.resume(runId)).exitCode, (await office.refresh(runId)).exitCode]).toEqual([0, 0]);
  const again = await team.as('ana', ['payouts', 'submit', path, '--json']);
  expect(failureOf(again)).toEqual([2, 'nothing_to_pay']);
  const { message, hint } = jsonError(again);
  expect(message).toBe(`this file was already run, as ${runId}, and nothing is left to send; nothing was submitted`);
  expect(hint).toMatch(/^see what was paid: pix payouts status r-\S+; to pay it once more: --allow again:/);
});

it('two people approve it at once', async ({ team, office }) => {
  await team.setPolicy();
  const runId = await team.submit(office.file('large.csv', LARGE));
  const both = await Promise.all([team.approve('bruno', runId, '600.00'), team.approve('carla', runId, '600.00')]);
  expect(both.map(({ exitCode, stderr }) => [exitCode, /UNIQUE/.test(stderr)])).toEqual(both.map(() => [0, false]));
  const pending = await office.run(['payouts', 'pending', '--json']);
  const { runs }: { runs: readonly { approvers: readonly string[] }[] } = JSON.parse(pending.stdout);
  expect(runs.map(({ approvers }) => approvers.toSorted())).toEqual([['bruno', 'carla']]);
});

it('a policy leaves no way around it', async ({ team, office }) => {
  await team.setPolicy({ approvals: [{ above: '50,00', needed: 1 }], caps: { payment: '80,00' } });
  const one = (amount: string, key: string) =>
    office.run(['withdraw', 'create', '--amount', amount, '--pix-key', key, '--yes', '--json']);
  expect((await one('30,00', 'ana@example.com')).exitCode).toBe(0);
  // Small sums of a day count together.
  const second = await one('30,00', 'bia@example.com');
  const together = 'the policy requires 1 approval for R$ 30,00 and the R$ 30,00 sent without one today';
  expect(refusalOf(second)).toMatchObject({
    exitCode: 2,
    code: 'approval_required',
    details: { needed: 1, sumCentavos: 3000, othersCentavos: 3000 },
  });
  expect(jsonError(second).message).toContain(together);
  const file = office.file('small.csv', ['reference,pix_key,amount', 'S,cid@example.com,25.00']);
  const run = await office.pay(file, '25.00');
  expect(jsonError(run)).toMatchObject({ code: 'approval_required', details: { othersCentavos: 3000 } });
  const body = '{"value":1000,"pixKey":"ana@example.com","pixKeyType":"EMAIL"}';
  const raw = await office.run(['api', 'POST', '/api/v1/withdraw/create', '--input', '-', '--yes', '--json'], {
    stdin: body,
  });
  expect(jsonError(raw).code).toBe('approval_required');
  const above = office.file('above.csv', ['reference,pix_key,amount', 'S,cid@example.com,90.00']);
  const capped = await team.as('ana', ['payouts', 'submit', above, '--json']);
  expect(jsonError(capped)).toMatchObject({ code: 'cap_exceeded', details: { cap: 'payment', row: 1 } });
  expect(await office.sent()).toHaveLength(1);
});

itWithFile(
  'a run that waits stays in the journal without a policy, too, and is started by its ID or its file',
  async ({ office }) => {
    const path = office.file('july.csv', ROWS);
    const submitted = await office.run(['payouts', 'submit', path, '--json']);
    const { run: runId }: { run: string } = JSON.parse(submitted.stdout);
    const other = office.file('other.csv', ['reference,pix_key,amount', 'C,cid@example.com,5.00']);
    expect((await office.pay(other, '5.00')).exitCode).toBe(0);
    const twice = await office.run(['payouts', 'submit', path, '--json']);
    expect(JSON.parse(twice.stdout)).toMatchObject({ run: runId, needed: 0 });
    expect(
      jsonError(await office.run(['payouts', 'approve', runId, '--yes', '--confirm-total', '30.00', '--json'])).code,
    ).toBe('no_policy');
    const paid = await office.pay(path, '30.00');
    expect([paid.exitCode, runOf(paid).run, runOf(paid).paid.rows]).toEqual([0, runId, 2]);
  },
);

itWithFile('a check of a submitted file offers no other fee: it keeps what was submitted', async ({ team, office }) => {
  const path = office.file('july.csv', ROWS);
  const check = async () => (await office.run(['payouts', 'check', path], { isTerminal: true })).stdout;
  expect(await check()).toContain('--cover-fee');
  const runId = await team.submit(path);
  expect(await check()).toContain(runId);
  expect(await check()).not.toContain('--cover-fee');
});

itWithFile('a submitted run is found by who looks for it, until it starts or is rejected', async ({ team, office }) => {
  await team.setPolicy();
  const runId = await team.submit(office.file('july.csv', ROWS));
  const list = async () => {
    const { stdout, stderr } = await office.run(['payouts', 'list'], { isTerminal: true });
    return `${stdout}${stderr}`;
  };
  const led = 'Runs that were submitted, and have not started: pix payouts pending';
  expect(await list()).toContain(led);
  expect(await list()).not.toContain('No runs yet');
  expect((await office.run(['payouts', 'status'], { isTerminal: true })).stdout).toContain(
    `pix payouts pending ${runId}`,
  );
  await team.approve('bruno', runId, '30.00');
  const started = await office.resume(runId);
  expect(started.exitCode, started.stderr).toBe(0);
  expect(await list()).not.toContain(led);
  const another = await team.submit(office.file('august.csv', LARGE));
  for (const text of ['july.csv', led]) expect(await list()).toContain(text);
  await team.as('ana', ['payouts', 'reject', another, '--reason', 'a typo']);
  expect(await list()).not.toContain(led);
});

describe('approvals that do not count', () => {
  const ROW = ['reference,pix_key,amount', 'A,ana@example.com,10.00'];

  itWithFile('are named with the reason: a changed policy, or their end', async ({ team, office }) => {
    await team.setPolicy();
    const runId = await team.submit(office.file('july.csv', ROW));
    await team.approve('bruno', runId, '10,00');
    const shown = async (...more: readonly string[]) =>
      (await office.run(['payouts', 'pending', runId, '-o', 'table', ...more])).stdout;
    expect(await shown()).toMatch(/Approvals +1 of 1 \(bruno\)/);
    expect(await shown()).not.toContain('No longer counts');
    await team.setPolicy({ approvers: ['carla'], approvals: [{ above: '0,00', needed: 1 }] });
    expect(await shown()).toMatch(/Approvals +0 of 1\nNo longer counts +bruno: the policy has changed since/);
    expect(await shown('--lang', 'pt-BR')).toMatch(/Sem validade +bruno: a política mudou depois/);
    await team.approve('carla', runId, '10,00');
    const later = { now: NOON + 73 * 3_600_000 };
    const json = await office.run(['payouts', 'pending', runId, '--json'], later);
    expect(JSON.parse(json.stdout)).toMatchObject({
      approvers: [],
      missing: 1,
      lapsed: [
        { by: 'bruno', why: 'expired' },
        { by: 'carla', why: 'expired' },
      ],
    });
    await team.as('carla', ['payouts', 'approve', runId, '--yes', '--confirm-total', '10,00'], later);
    const again = await office.run(['payouts', 'pending', runId, '-o', 'table'], later);
    expect(again.stdout).not.toContain('carla: expired');
  });

  itWithFile('on the day of a run are announced: by approve, in the list, and by a timer', async ({ team, office }) => {
    await team.setPolicy({ approvalsExpireAfterHours: 24 });
    const path = office.file('july.csv', ROW);
    const runIn = async (day: string) => {
      const submitted = await team.as('ana', ['payouts', 'submit', path, '--on', day, '--json']);
      const { run }: { run: string } = JSON.parse(submitted.stdout);
      return run;
    };
    const runId = await runIn('2026-07-17');
    const approved = await team.approve('bruno', runId, '10,00');
    const listed = await office.run(['payouts', 'pending', '-o', 'table']);
    const timer = await office.run(['payouts', 'timer', runId, '--for', 'cron'], {
      environment: { PIX_JOURNAL: undefined },
    });
    const said = 'Approvals expire before it is sent on 2026-07-17. Approve it again nearer to that day';
    for (const text of [approved.stderr, listed.stdout, timer.stderr]) expect(text).toContain(said);
    for (const text of [approved.stderr, listed.stdout]) expect(text).not.toContain('pix payouts resume');
  });
});
