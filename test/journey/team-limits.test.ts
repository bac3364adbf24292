import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { PIN_FILE } from '../../src/payouts/approval/policies.ts';
import { jsonError, NOON, failureOf } from '../support/cli.ts';
import { createSshKey } from '../support/ssh-keys.ts';
import { payingArgv, runOf } from './payout-office.ts';
import { it } from './payout-team.ts';

const HEADER = 'reference,name,pix_key,amount';
const ROWS = [HEADER, 'A,Ana Lima,ana@example.com,10.00', 'B,Bia Reis,bia@example.com,20.00'];

it('a policy caps a payment, a day and the recipients, also where it needs no approval', async ({ team, office }) => {
  await team.setPolicy({
    approvals: [],
    caps: { payment: '80,00', day: '100,00' },
    recipients: [{ pixKey: 'ana@example.com' }, { pixKey: 'bia@example.com' }],
  });
  const create = async (amount: string, key: string) => {
    const run = await office.run(['withdraw', 'create', '--amount', amount, '--pix-key', key, '--yes', '--json']);
    return run.exitCode === 0 ? 'sent' : [jsonError(run).code, jsonError(run).details];
  };
  expect(await create('80,01', 'ana@example.com')).toMatchObject(['cap_exceeded', { cap: 'payment' }]);
  expect(await create('10,00', 'cid@example.com')).toMatchObject(['cap_exceeded', { cap: 'recipients' }]);
  expect(await create('60,00', 'ana@example.com')).toBe('sent');
  const exceeded = await create('40,01', 'bia@example.com');
  expect(exceeded).toMatchObject(['cap_exceeded', { cap: 'day', sumCentavos: 10_001 }]);
  expect(exceeded[1]).not.toHaveProperty('waitingRun');
  const file = office.file('july.csv', [...ROWS, 'C,Cid,cid@example.com,5.00']);
  for (const argv of [payingArgv(file, '35.00'), ['payouts', 'check', file, '--json']]) {
    expect(jsonError(await office.run(argv))).toMatchObject({
      code: 'cap_exceeded',
      details: { cap: 'recipients', row: 3 },
    });
  }
  expect(await create('40,00', 'bia@example.com')).toBe('sent');
});

it('of two runs that together exceed the cap of their day, the one started first is sent', async ({ team, office }) => {
  await team.setPolicy({ approvals: [], caps: { day: '49,00' } });
  const scheduled = await office.pay(office.file('july.csv', ROWS), '30.00', ['--on', 'tomorrow']);
  await office.useBlindKey();
  await office.control('account', 'set', '--daily-limit', '12,00');
  const others = [HEADER, 'C,Cid,cid@example.com,11.00', 'D,Davi,davi@example.com,20.00'];
  const begun = await office.pay(office.file('other.csv', others), '31.00', [], { now: NOON + 1 });
  expect([begun.exitCode, runOf(begun).notSent.rows], begun.stderr).toEqual([3, 1]);
  await office.control('account', 'set', '--daily-limit', '500,00');
  const resume = (made: typeof begun, days: number) =>
    office.resume(runOf(made).run, [], { now: NOON + days * 86_400_000 });
  const exceeding = await resume(begun, 1);
  expect(jsonError(exceeding)).toMatchObject({
    code: 'cap_exceeded',
    message: 'with this, R$ 50,00 would be sent in one day, and the policy allows R$ 49,00; nothing was sent',
    hint: expect.stringContaining(`what run ${runOf(scheduled).run} has not sent yet`),
    details: { waitingRun: runOf(scheduled).run },
  });
  const sent = await resume(scheduled, 1);
  expect([sent.exitCode, runOf(sent).paid.rows], sent.stderr).toEqual([0, 2]);
  expect(jsonError(await resume(begun, 1)).code).toBe('cap_exceeded');
  const later = await resume(begun, 2);
  expect([later.exitCode, runOf(later).paid.rows], later.stderr).toEqual([0, 2]);
});

it('a key of no one in the policy neither submits, nor approves, nor rejects', async ({ team, office }) => {
  await team.setPolicy();
  const { path: PIX_SIGNING_KEY } = createSshKey(office.folder, 'stranger');
  const stranger = (argv: readonly string[]) => office.run([...argv, '--json'], { environment: { PIX_SIGNING_KEY } });
  const path = office.file('july.csv', ROWS);
  expect(jsonError(await stranger(['payouts', 'submit', path])).code).toBe('not_submitter');
  const runId = await team.submit(path);
  const approving = ['payouts', 'approve', runId, '--yes', '--confirm-total', '30.00'];
  expect(jsonError(await stranger(approving)).code).toBe('not_approver');
  expect(jsonError(await stranger(['payouts', 'reject', runId, '--reason', 'no'])).code).toBe('not_rejecter');
});

it('a pin that cannot be read keeps every command from a journal with a policy', async ({ team, office }) => {
  await team.setPolicy();
  const pin = join(dirname(office.journal()), PIN_FILE);
  writeFileSync(pin, '{"policy":');
  const refused = await office.pay(office.file('july.csv', ROWS), '30.00');
  expect([failureOf(refused), await office.sent()]).toEqual([[1, 'pin_unreadable'], []]);
});

it('what exceeds the cap of a day is refused before a person types its sum', async ({ team, office }) => {
  const path = office.file('july.csv', ROWS);
  const exceeding = { code: 'cap_exceeded', details: { cap: 'day', sumCentavos: 3_000 } };
  await team.setPolicy({ caps: { day: '29,99' } });
  expect(jsonError(await team.as('ana', ['payouts', 'submit', path, '--json']))).toMatchObject(exceeding);
  await team.setPolicy({ caps: { day: '30,00' } });
  const runId = await team.submit(path);
  const asked = (argv: readonly string[]) => team.as('bruno', [...argv, '--json'], { isTerminal: true, answers: [] });
  await team.setPolicy({ caps: { day: '29,99' } });
  const refused = await asked(['payouts', 'approve', runId]);
  expect(jsonError(refused)).toMatchObject(exceeding);
  await team.setPolicy({ caps: { day: '30,00' } });
  await team.approve('carla', runId, '30.00');
  await team.setPolicy({ approvals: [], caps: { day: '29,99' } });
  for (const argv of [
    ['payouts', 'run', path],
    ['payouts', 'resume', runId],
    ['payouts', 'run', office.file('august.csv', [HEADER, 'Z,Zoe,zoe@example.com,30.00'])],
  ]) {
    const run = await asked(argv);
    expect([jsonError(run), run.questions]).toMatchObject([exceeding, []]);
  }
});

it('a row whose reference was paid before counts once against the cap of a day', async ({ team, office }) => {
  await team.setPolicy({ approvals: [], caps: { day: '45,00' } });
  expect((await office.pay(office.file('july.csv', ROWS), '30.00')).exitCode).toBe(0);
  const corrected = office.file('july-2.csv', [...ROWS, 'C,Cid,cid@example.com,15.01']);
  expect(jsonError(await office.pay(corrected, '45.01'))).toMatchObject({
    code: 'cap_exceeded',
    details: { cap: 'day', sumCentavos: 4_501 },
  });
  const within = office.file('july-3.csv', [...ROWS, 'C,Cid,cid@example.com,15.00']);
  const paid = await office.pay(within, '45.00');
  expect(paid.exitCode, paid.stderr).toBe(0);
  await team.setPolicy({ caps: { day: '29,99' } });
  const next = office.file('july-4.csv', [...ROWS, 'D,Davi,davi@example.com,29.99']);
  await team.submit(next);
});
