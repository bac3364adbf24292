import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { allowedBy, failureOf, jsonError, NOON, refusalOf, type CliRun } from '../support/cli.ts';
import { openPayoutOffice, payingArgv, runOf, type PayoutOffice } from './payout-office.ts';

const HEADER = 'reference,pix_key,amount';
const ROWS = [HEADER, 'A-1,ana@example.com,10.00', 'A-2,bia@example.com,20.00'];

let office: PayoutOffice;
let file: string;

/** Another journal has paid two payments from the account. */
beforeEach(async () => {
  office = await openPayoutOffice();
  file = office.file('two.csv', ROWS);
  expect((await office.pay(file, '30,00')).exitCode).toBe(0);
  rmSync(join(office.folder, 'state'), { recursive: true });
});

/** Runs a command as a person does who has read that another journal pays. */
async function runSeen(argv: readonly string[]): Promise<CliRun> {
  return office.run([...argv, ...allowedBy(await office.run(argv), 'journal')]);
}

const sent = async () => (await office.sent()).length;

it('that another journal paid is allowed for one file: the next one is refused, and a run is resumed without it', async () => {
  const other = office.file('other.csv', [HEADER, 'B-1,cai@example.com,5.00', 'B-2,eva@example.com,5.00']);
  await office.fault('reset-before', 1, 1);
  const begun = await runSeen(payingArgv(other, '10,00'));
  expect([begun.exitCode, await sent()]).toEqual([5, 3]);
  const resuming = ['payouts', 'resume', runOf(begun).run, ...allowedBy(begun, 'absent')];
  const resumed = await office.run([...resuming, '--yes', '--json']);
  expect([resumed.exitCode, await sent()]).toEqual([0, 4]);
  const third = office.file('third.csv', [HEADER, 'C-1,dan@example.com,5.00']);
  const refused = await office.pay(third, '5,00');
  expect(refusalOf(refused)).toMatchObject({ exitCode: 1, code: 'foreign_journal', details: { run: null } });
  expect(await sent()).toBe(4);
});

it('what is allowed does not cover a payment that the other journal has visibly made', async () => {
  const words = allowedBy(await office.pay(file, '30,00'), 'journal');
  const argv = [...payingArgv(file, '30,00'), ...words];
  const refused = await office.run(argv);
  expect([...failureOf(refused), await sent()]).toEqual([2, 'paid_before', 2]);
  expect(jsonError(refused)).toMatchObject({ details: { rows: 2, amount: 3_000 } });
  const asked = await office.run(['payouts', 'run', file, ...words], { isTerminal: true, answers: ['no'] });
  expect([asked.exitCode, asked.questions.length, await sent()]).toEqual([2, 1, 2]);
  expect((await office.run([...argv, ...allowedBy(refused, 'repeated')])).exitCode).toBe(0);
  expect(await sent()).toBe(4);
});

it('that another journal pays does not allow what it has visibly made of a run that is resumed', async () => {
  const later = office.file('later.csv', [HEADER, 'D-1,dan@example.com,5.00', 'D-2,eva@example.com,6.00']);
  // The two machines do not share a journal.
  const other = { environment: { PIX_CONFIG_DIR: join(office.folder, 'other') } };
  const login = ['auth', 'login', '--base-url', office.service.url, '-p', 'demo'];
  await office.run(login, { ...other, stdin: office.service.keyOf() });
  const { run } = runOf(await runSeen([...payingArgv(later, '11,00'), '--on', '2026-07-15']));
  const words = allowedBy(await office.pay(later, '11,00', [], other), 'journal');
  expect([(await office.pay(later, '11,00', words, other)).exitCode, await sent()]).toEqual([0, 4]);
  const now = office.until(NOON + 86_400_000);
  const resuming = ['payouts', 'resume', run, '--yes', '--json'];
  const marks = allowedBy(await office.run(resuming, { now }), 'journal');
  const equal = await office.run([...resuming, ...marks], { now });
  expect([...failureOf(equal), await sent()]).toEqual([1, 'foreign_journal', 4]);
  expect(jsonError(equal).hint).toMatch(new RegExp(`pix payouts resolve ${run} [23] --paid`));
  expect((await office.run([...resuming, ...allowedBy(equal, 'journal')], { now })).exitCode).toBe(0);
  expect(await sent()).toBe(6);
});

it('what withdraw create allows counts for that payment', async () => {
  const create = ['withdraw', 'create', '--amount', '5,00', '--pix-key', 'cai@example.com', '--yes', '--json'];
  expect((await runSeen([...create, '--reference', 'INV-1'])).exitCode).toBe(0);
  const next = ['withdraw', 'create', '--amount', '6,00', '--pix-key', 'dan@example.com', '--yes', '--json'];
  expect(failureOf(await office.run([...next, '--reference', 'INV-2']))).toEqual([1, 'foreign_journal']);
  expect([failureOf(await office.pay(file, '30,00')), await sent()]).toEqual([[1, 'foreign_journal'], 3]);
});

it('refuses what another journal has paid, although the service repeats the pages of many sizes', async () => {
  office = await openPayoutOffice({ cache: true });
  const other = { environment: { PIX_CONFIG_DIR: join(office.folder, 'other') } };
  const login = ['auth', 'login', '--base-url', office.service.url, '-p', 'demo'];
  await office.run(login, { ...other, stdin: office.service.keyOf() });
  for (let limit = 26; limit < 50; limit += 1) await office.service.request(`/api/v1/withdraw/list?limit=${limit}`);
  const argv = payingArgv(office.file('two.csv', ROWS), '30,00');
  expect((await office.run(argv, other)).exitCode).toBe(0);
  expect(failureOf(await office.run(argv))).toEqual([1, 'foreign_journal']);
});

it('withdraw create: what another journal has paid while the question stood is not paid again', async () => {
  const create = ['withdraw', 'create', '--pix-key', 'cai@example.com', '--json', '--amount'];
  // Marks of its own are visible.
  expect((await office.run([...create, '7,00', '--yes'])).exitCode).toBe(0);
  const rival = async (amount: number) => {
    await office.payByHand(amount, 'cai@example.com', { description: `#px${amount}fgh234` });
    return 'yes';
  };
  const equal = await office.run([...create, '5,00'], { isTerminal: true, answers: [() => rival(5)] });
  expect([...failureOf(equal), await sent()]).toEqual([1, 'foreign_journal', 4]);
  const others = await office.run([...create, '6,00'], { isTerminal: true, answers: [() => rival(9)] });
  expect([others.exitCode, await sent()]).toEqual([0, 6]);
});

it('a withdrawal is not repeated from another folder in the same second, although the service repeats its pages', async () => {
  office = await openPayoutOffice({ cache: true });
  const create = ['withdraw', 'create', '--amount', '25,00', '--pix-key', 'ana@example.com', '--yes'];
  const exitCodes: number[] = [];
  for (const folder of ['one', 'two', 'three']) {
    const environment = {
      PIX_CONFIG_DIR: join(office.folder, folder),
      PIX_BASE_URL: office.service.url,
      PIX_API_KEY: office.service.keyOf(),
    };
    exitCodes.push((await office.run(create, { environment })).exitCode);
  }
  expect(exitCodes).toEqual([0, 2, 2]);
});
