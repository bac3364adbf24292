import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { JournalStaging } from '../../src/payouts/journal/staging.ts';
import { failureOf, jsonError } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, type PayoutOffice } from './payout-office.ts';
import { it } from './payout-team.ts';

const HEADER = 'reference,pix_key,amount';
const CREATE = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com'];

describe('withdraw create --dry-run', () => {
  let office: PayoutOffice;
  beforeEach(async () => {
    office = await openPayoutOffice();
  });
  const create = (...argv: readonly string[]) => office.run([...CREATE, ...argv, '--json']);

  it('shows that a paid reference sends nothing', async () => {
    const [paid] = [await create('--reference', 'INV-1', '--yes')];
    const { id }: { id: string } = JSON.parse(paid.stdout);
    const rehearsed = await create('--reference', 'INV-1', '--dry-run');
    expect([rehearsed.exitCode, JSON.parse(rehearsed.stdout)]).toMatchObject([
      0,
      { sentBefore: id, value: 0, sent: 0 },
    ]);
    expect(rehearsed.stderr).toContain('was already sent');
  });

  it('ends as the command would: a reference of another payment, and one that a spreadsheet changed', async () => {
    await create('--reference', '0001', '--yes');
    for (const mode of ['--dry-run', '--yes']) {
      const taken = await create('--reference', '0001', '--amount', '26,00', mode);
      expect(failureOf(taken)).toEqual([2, 'reference_taken']);
      expect(failureOf(await create('--reference', '1', mode))).toEqual([2, 'reference_rewritten']);
    }
  });

  it('does not say how to allow it while the outcome of an equal payment is open', async () => {
    await office.fault('reset-before');
    expect((await create('--yes', '--look-for', '5s')).exitCode).toBe(5);
    const rehearsed = await create('--dry-run');
    expect([rehearsed.exitCode, rehearsed.stderr.includes('--allow')]).toEqual([5, false]);
    const path = office.file('one.csv', ['pix_key,amount', 'ana@example.com,25.00']);
    for (const argv of [['payouts', 'check', path, '--json'], payingArgv(path, '25,00')]) {
      const refused = await office.run(argv);
      expect([...failureOf(refused), refused.stderr.includes('--allow')]).toEqual([2, 'paid_before', false]);
    }
  });
});

it('a dry run and a check read the policy', async ({ team, office }) => {
  const caps = { caps: { payment: '80,00' }, approvals: [{ above: '50,00', needed: 1 }] };
  expect((await team.setPolicy(caps)).exitCode).toBe(0);
  for (const mode of ['--dry-run', '--yes']) {
    expect(failureOf(await office.run([...CREATE, '--amount', '60,00', mode, '--json']))).toEqual([
      2,
      'approval_required',
    ]);
  }
  const large = office.file('large.csv', [HEADER, 'L-1,lia@example.com,60.00']);
  for (const argv of [['payouts', 'check', large, '--json'], payingArgv(large, '60,00')]) {
    expect(failureOf(await office.run(argv))).toEqual([2, 'approval_required']);
  }
  await team.submit(large);
  for (const argv of [['payouts', 'check', large, '--json'], payingArgv(large, '60,00')]) {
    expect(failureOf(await office.run(argv))).toEqual([2, 'approvals_missing']);
  }
});

it('withdraw create under a policy refuses before it asks, and names the command that submits the payment', async ({
  team,
  office,
}) => {
  await team.setPolicy();
  const typing = { isTerminal: true, answers: [] };
  const refused = await office.run(['withdraw', 'create'], typing);
  expect([refused.exitCode, refused.questions]).toEqual([2, []]);
  expect(refused.stderr).toContain('the policy requires 1 approval');
  await team.setPolicy({ approvals: [{ above: '50,00', needed: 1 }] });
  const late = await office.run(['withdraw', 'create'], { isTerminal: true, answers: ['60'] });
  expect([late.exitCode, late.questions]).toEqual([2, ['Amount in reais']]);

  const fee = ['--cover-fee', '--yes', '--json'];
  const whole = await office.run([...CREATE, '--amount', '60,00', '--reference', "D'Ávila 1", ...fee]);
  const [, print = ''] =
    /^submit it for approval: (.*) \| pix payouts submit -$/.exec(jsonError(whole).hint ?? '') ?? [];
  const stdin = execFileSync('sh', ['-c', print], { encoding: 'utf8' });
  const submitted = await team.as('ana', ['payouts', 'submit', '-', '--json'], { stdin });
  expect(submitted.exitCode, submitted.stderr).toBe(0);
  const { run: runId, ...facts } = JSON.parse(submitted.stdout);
  expect(facts).toMatchObject({ rows: 1, amount: 6_000 });
  const shown = JSON.parse((await office.run(['payouts', 'pending', runId, '--json'])).stdout);
  expect(shown.recipients).toMatchObject([{ coverFee: true }]);
});

it('a policy counts for every spelling of the host', async ({ team, office }) => {
  const { port } = new URL(office.service.url);
  const at = (host: string) => ({
    environment: { PIX_BASE_URL: `http://${host}:${port}`, PIX_API_KEY: office.service.keyOf() },
  });
  const dora = { PIX_SIGNING_KEY: team.keys.dora };
  expect((await team.setPolicy()).exitCode).toBe(0);
  const set = ['payouts', 'policy', 'set', `${office.folder}/policy.json`, '--yes'];
  const { environment } = at('localhost');
  expect((await office.run(set, { environment: { ...environment, ...dora } })).exitCode).toBe(0);
  for (const host of ['localhost', 'LocalHost', 'localhost.', 'LOCALHOST.']) {
    expect([host, ...failureOf(await office.run([...CREATE, '--yes', '--json'], at(host)))]).toEqual([
      host,
      2,
      'approval_required',
    ]);
  }
});

it('a journal that another process uses is reported as such', async ({ office }) => {
  const path = office.file('one.csv', [HEADER, 'A-1,ana@example.com,10.00']);
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 });
  const spy = vi.spyOn(JournalStaging.prototype, 'stage').mockRejectedValue(locked);
  onTestFinished(() => spy.mockRestore());
  const refused = await office.pay(path, '10,00');
  expect(failureOf(refused)).toEqual([1, 'journal_failed']);
  expect(jsonError(refused).message).toContain('another process uses the journal');
  expect(jsonError(refused).hint).not.toContain('disk space');
});
