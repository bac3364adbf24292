import { expect, it } from 'vitest';
import { PaymentRecords } from '../../src/cnab/payment-records.ts';
import type { Withdrawal } from '../../src/client/answers.ts';
import type { PayoutChange } from '../../src/payouts/journal/journal-steps.ts';
import { returnOfRun } from '../../src/payouts/return-file.ts';
import { PAYMENT, remittanceLines } from '../support/remittance.ts';
import { refusal, type Fate } from './support/fake-wallet.ts';
import { approvedRun, payout, withdrawal } from './support/journals.ts';
import { once, openRun } from './support/run-scene.ts';

interface Outcome {
  readonly fate: Fate;
  readonly failureReason?: string;
  /** Other facts of the withdrawal. */
  readonly facts?: Pick<Partial<Withdrawal>, 'id' | 'description'>;
  /** Of a payment that was not found. */
  readonly decision?: PayoutChange;
  /** FEBRABAN, field G059; `left` for the next return. */
  readonly code: string;
}

const failed = (code: string, failureReason?: string): Outcome => ({
  fate: 'failed',
  code,
  ...(failureReason !== undefined && { failureReason }),
});
const decided = (code: string, decision: PayoutChange): Outcome => ({
  fate: 'lost-before',
  code,
  decision: { ...decision, resolvedBy: 'ana' },
});

/** By row. */
const OUTCOMES: readonly Outcome[] = [
  { fate: 'done', code: '00' },
  failed('AN', 'AC03: The account of the recipient does not exist'),
  failed('BG', 'AC06'),
  failed('PC', 'AC07'),
  failed('PE', 'AG03'),
  failed('PF', 'BE01'),
  failed('PH', 'DS04'),
  failed('PA', 'DUPL'),
  failed('PA', 'no longer AC03'),
  failed('PA'),
  { fate: refusal('below_minimum'), code: 'AR' },
  { fate: refusal('limit_exceeded', 400, 'transaction'), code: 'PA' },
  { fate: 'lost-before', code: 'left' },
  decided('02', { to: 'resolved_unpaid' }),
  decided('00', { to: 'resolved_paid', withdrawal: withdrawal('other-1', { sentCentavos: null }) }),
  decided('left', { to: 'resolved_paid', withdrawal: withdrawal('other-2', { status: 'PENDING' }) }),
  { fate: { settles: 'COMPLETED', afterMs: 86_400_000 }, code: 'left' },
  // Made for another payment, as its mark says.
  { fate: 'done', facts: { description: 'Pix #px2222222' }, code: 'left' },
  // No record has room for such IDs.
  { fate: 'done', facts: { id: 'wd-\u{1f4b0}' }, code: '00' },
  { fate: 'done', facts: { id: 'wd\n5' }, code: '00' },
];

const cellsOf = (amountCentavos: number, file = '0', number = 7) => {
  const lines = remittanceLines({ number, batches: [[{ ...PAYMENT, amountCentavos }]] });
  return { 'CNAB 240': PaymentRecords.cellOf(file.repeat(64), lines.slice(0, 4)) };
};
const ofRemittance = (row: number) => payout(row, { cells: cellsOf(payout(row).amountCentavos) });

it('states when and how much was paid, and by which withdrawal', async () => {
  const fates = { 2: 'failed', 3: refusal('below_minimum') } as const;
  const { run, wallet, journal, runId } = await openRun({ rows: [1, 2, 3].map(ofRemittance), fate: once(fates) });
  wallet.alter('create', (create) => async (request) => ({
    ...(await create(request)),
    completedAt: '2026-07-14T02:00:00Z',
  }));
  await run();
  const idOf = ({ id, pixKey }: { id: string; pixKey: string }) => Promise.resolve(`${id}>${pixKey}`);
  const made = await returnOfRun(journal, runId, Date.UTC(2026, 6, 14, 15), idOf);
  const lines = 'bytes' in made ? made.bytes.toString('latin1').split('\r\n') : [];
  const said = lines
    .filter((line) => line.charAt(13) === 'A')
    .map((line) => [line.slice(134, 154), line.slice(154, 162), line.slice(162, 177), line.slice(177, 217)])
    .map((fields) => fields.map((field) => field.trim()));
  expect(said).toEqual([
    ['wd-1', '13072026', '000000000001001', 'wd-1>payee-1@example.com'],
    ['wd-2', '00000000', '000000000000000', 'wd-2>payee-2@example.com'],
    ['', '00000000', '000000000000000', ''],
  ]);
  expect(lines[0]?.slice(143, 157)).toBe('14072026120000');
});

it.each([
  ['no record', {}],
  ['another amount', cellsOf(5)],
  ['the record of another file', cellsOf(payout(2).amountCentavos, '0', 8)],
])('is none of a run where a payment has %s, whose line it names', async (_, cells) => {
  const { run, journal, runId } = await openRun({ rows: [ofRemittance(1), payout(2, { cells })] });
  await run();
  const made = await returnOfRun(journal, runId, Date.UTC(2026, 6, 14, 15), () => Promise.resolve(undefined));
  expect(made).toEqual({ otherLine: 3 });
});

it('states what another run has paid under its reference', async () => {
  const row = { ...ofRemittance(1), reference: 'R' };
  const { run, runOf, journal, runId } = await openRun({ rows: [row] });
  const { runId: other, lock } = await approvedRun(journal, [row]);
  await run();
  await runOf(lock);
  expect(journal.payout({ runId: other, row: 1 }).state).toBe('duplicate');
  const returned = (of: string) => returnOfRun(journal, of, Date.UTC(2026, 6, 14), () => Promise.resolve(undefined));
  expect(await returned(other)).toEqual(await returned(runId));
  expect(await returned(other)).toMatchObject({ payments: 1, left: [] });
});

it.each([
  ['may have made it', 'lost-before', 'absent', {}],
  ['has made it to another key', 'done', 'paid', { pixKey: 'corrected@example.com' }],
] as const)('states no failure of a payment where another run %s', async (_, fate, state, corrected) => {
  const row = { ...ofRemittance(1), reference: 'R' };
  const fates: Fate[] = ['failed', fate];
  const { run, runOf, journal, runId } = await openRun({ rows: [row], fate: () => fates.shift() ?? 'done' });
  const returned = () => returnOfRun(journal, runId, Date.UTC(2026, 6, 14), () => Promise.resolve(undefined));
  await run();
  expect(await returned()).toMatchObject({ payments: 1, left: [] });
  const { runId: other, lock } = await approvedRun(journal, [{ ...row, ...corrected }]);
  await runOf(lock);
  expect(journal.payout({ runId: other, row: 1 }).state).toBe(state);
  expect(await returned()).toMatchObject({ payments: 0, left: [2] });
});

it('states an outcome by its code once it is final and proven', async () => {
  const rows = OUTCOMES.map((_, index) => {
    const one = payout(index + 1);
    const lines = remittanceLines({ batches: [[{ ...PAYMENT, amountCentavos: one.amountCentavos }]] });
    return { ...one, cells: { 'CNAB 240': PaymentRecords.cellOf('0'.repeat(64), lines.slice(0, 4)) } };
  });
  const fates = Object.fromEntries(OUTCOMES.map(({ fate }, index) => [index + 1, fate]));
  const { run, wallet, journal, runId } = await openRun({ rows, fate: once(fates) });
  wallet.alter('create', (create) => async (request) => {
    const answer = await create(request);
    const { failureReason, facts } = OUTCOMES[Number(/\d+/.exec(request.pixKey)?.[0]) - 1] ?? {};
    const [made] = wallet.withdrawals;
    if (made?.id === answer.id) wallet.withdrawals[0] = { ...made, ...facts };
    return { ...answer, id: facts?.id ?? answer.id, failureReason };
  });
  await run();
  for (const [index, { decision }] of OUTCOMES.entries())
    if (decision !== undefined) journal.steps.change({ runId, row: index + 1 }, 'absent', decision);
  const made = await returnOfRun(journal, runId, Date.UTC(2026, 6, 14, 15), () => Promise.resolve(undefined));
  if ('otherLine' in made) throw new TypeError(`line ${made.otherLine}`);
  const segments = made.bytes
    .toString('latin1')
    .split('\r\n')
    .filter((line) => line.charAt(13) === 'A');
  const codes = segments.map((line) => [Number(line.slice(119, 134)), line.slice(230).trim()]);
  const expected = OUTCOMES.map(({ code }, index) => [1_001 + index, code]);
  expect(codes).toEqual(expected.filter(([, code]) => code !== 'left'));
  expect(made.left).toEqual(OUTCOMES.flatMap(({ code }, index) => (code === 'left' ? [index + 2] : [])));
  expect(made.bytes.length % 242).toBe(0);
  expect(made.payments).toBe(codes.length);
});
