import { expect, it } from 'vitest';
import type { Balance } from '../../src/client/answers.ts';
import type { BatchSummary } from '../../src/payouts/files/batch-summary.ts';
import type { Journal } from '../../src/payouts/journal/journal.ts';
import type { PayoutRecord, RunRecord } from '../../src/payouts/journal/records.ts';
import { PayoutError, type PayoutErrorCode } from '../../src/payouts/payout-error.ts';
import { PAYOUT_STATES, type PayoutState } from '../../src/payouts/payout-state.ts';
import type { EarlierPayment, Verdict } from '../../src/payouts/rules/duplicates/verdict.ts';
import { objectionsTo, objectionsToSending, resumed, type Objection } from '../../src/payouts/rules/objections.ts';
import { PayableCounter } from '../../src/payouts/rules/payable.ts';
import {
  absentCode,
  againCode,
  grantedRules,
  namedRules,
  resendsOf,
  type PermissionKind,
  type Terms,
} from '../../src/payouts/rules/permissions.ts';
import { preflight } from '../../src/payouts/rules/preflight.ts';
import { questionsOf } from '../../src/payouts/rules/permissions.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { payout } from './support/journals.ts';
import { record } from './support/records.ts';

const RUN_ID = 'r-last';
const FILE = { id: RUN_ID, digest: 'sha256:file' };
const SUMMARY = {
  ...{ digest: FILE.digest, rows: 2, validRows: 2, isValid: true, isOfSeveralDays: false, isUnread: false },
  format: { kind: 'csv', delimiter: ';' },
};
const remittance = (number?: number) => ({ kind: 'cnab240', number: number && { number } });

/** What the journal of an account knows. */
interface Known {
  /** The run of the same file. */
  readonly last?: typeof FILE;
  readonly isRepeatable?: boolean;
  readonly lastSentAt?: number | null;
  /** Of its remittances. */
  readonly numbers?: readonly number[];
  /** Those of the run that was begun. */
  readonly states?: readonly PayoutState[];
  readonly rows?: readonly PayoutRecord[];
}

function journalOf({ last, isRepeatable = true, lastSentAt = 0, numbers = [], states = [], rows = [] }: Known) {
  const refuse = (code: PayoutErrorCode) => {
    throw new PayoutError('no', { code });
  };
  const journal = {
    runOfDigest: (digest: string, account: number) => (digest === FILE.digest && account === 1 ? last : undefined),
    run: () => ({ createdAt: 5 }),
    lastSentAt: () => lastSentAt,
    tally: () =>
      Object.fromEntries(
        PAYOUT_STATES.map((state) => [state, { payouts: states.filter((one) => one === state).length }]),
      ),
    payouts: (_: string, { states: chosen, isRefused }: { states?: readonly PayoutState[]; isRefused?: boolean }) =>
      rows.filter(({ state, refusedAt }) =>
        chosen === undefined ? isRefused === undefined || isRefused === (refusedAt !== null) : chosen.includes(state),
      ),
    staging: {
      assertRepeatable: () => isRepeatable || refuse('not_run_before'),
      assertNewNumber: ({ number }: { readonly number: number }) =>
        !numbers.includes(number) || refuse('remittance_used'),
    },
    approvals: {
      assertMaySend: () => refuse('not_due'),
      assertMayStart: (_: string, dueOn: string | null | undefined) =>
        refuse(dueOn === null ? 'cap_exceeded' : 'not_due'),
    },
  };
  return journal as unknown as Journal;
}

/** What differs from a new file of two rows, of which nothing is known, and all that is named is allowed. */
interface Case {
  readonly summary?: object;
  readonly names?: readonly PermissionKind[];
  readonly allows?: readonly PermissionKind[];
  readonly terms?: Pick<Terms, 'onlyValid' | 'digest' | 'coverFee'>;
  readonly rows?: readonly Verdict[];
  readonly coverFee?: boolean;
  readonly elsewhereAt?: number;
  /** Of the file, if it were new. */
  readonly fresh?: readonly Verdict[];
  readonly begun?: boolean;
  readonly atItsEnd?: boolean;
  readonly known?: Known;
  readonly account?: 'none' | 'unknown';
  readonly policy?: PayoutErrorCode;
  readonly balance?: number;
}

const NEW: readonly Verdict[] = [{}, {}];
const HELD = { holder: record() };
const TAKEN = { holder: record({ amountCentavos: centavos(1) }) };
const earlier = (kind: EarlierPayment['kind'], some: Partial<PayoutRecord> = {}): Verdict => ({
  earlier: { kind, earlier: { sentAt: 1, withdrawalId: 'w', payout: record({ state: 'paid', ...some }) } },
});

const BY_HAND: Verdict = {
  earlier: { kind: 'repeated', earlier: { sentAt: 1, withdrawalId: 'w', payout: undefined } },
};

function objectionsOf({ summary, names = [], allows = names, terms = {}, rows = NEW, fresh = rows, ...more }: Case) {
  const { coverFee = false, elsewhereAt, begun = false, atItsEnd = false, known = {}, account, policy, balance } = more;
  const permissions = { names: among(names), allows: among(allows) };
  const payable = (verdicts: readonly Verdict[]) => {
    const rules = { ...namedRules({ ...terms, ...permissions }) };
    const counter = new PayableCounter(({ row }) => verdicts[row - 1] ?? {}, rules, {});
    for (const at of verdicts.keys()) counter.add(payout(at + 1, { coverFee }));
    const elsewhere = elsewhereAt === undefined ? undefined : { ...PAID_ELSEWHERE, sentAt: elsewhereAt };
    return { ...counter.result(), elsewhere };
  };
  const assertMaySend = () => {
    if (policy !== undefined) throw new PayoutError('no', { code: policy });
  };
  const place = { journal: journalOf(known), number: account === 'unknown' ? undefined : 1, assertMaySend };
  const sent = payable(rows);
  const objections = objectionsTo({
    summary: { ...SUMMARY, ...summary } as unknown as BatchSummary,
    terms: { ...terms, ...permissions },
    fresh: payable(fresh),
    payable: sent,
    begunRunId: begun ? RUN_ID : undefined,
    isAtItsEnd: atItsEnd,
    forecast: preflight(sent.totals, balance === undefined ? undefined : balanceOf(balance)),
    account: account === 'none' ? undefined : place,
  });
  return [...objections].map(worded);
}

const PAID_ELSEWHERE = { runId: 'r-other', payouts: 1, amountCentavos: centavos(1_001) };
const among =
  (kinds: readonly PermissionKind[]) =>
  (kind: PermissionKind): boolean =>
    kinds.includes(kind);

/** It may send that much, and each payment may have half of it. */
function balanceOf(total: number): Balance {
  const limit = { perTransaction: centavos(total / 2), daily: null, dailyRemaining: null };
  const balance = { balance: { total: centavos(total) }, disputes: { totalBlockedAmount: centavos(0) } };
  const account = {
    ...balance,
    limits: { ...limit, monthly: null, monthlyRemaining: null },
    plan: { transactionFee: null },
  };
  return account as unknown as Balance;
}

function worded(objection: Objection): string {
  const { step, why } = objection;
  const words: readonly unknown[] = [
    ...[step, why],
    ...('kind' in objection ? [objection.kind] : []),
    ...('error' in objection ? [objection.error.code] : []),
    ...('question' in objection ? [objection.question.about] : []),
    ...('failed' in objection ? objection.failed.map(({ name }) => name) : []),
    ...('runId' in objection ? [objection.runId] : []),
  ];
  return words.join(' ');
}

const RULES: Readonly<Partial<Record<PermissionKind, string>>> = {
  reference: 'newReferences',
  repeated: 'payAgain',
  again: 'again',
};
const ONLY_VALID = { terms: { onlyValid: true } };
const AGAIN = { names: ['again'], known: { last: FILE } } as const satisfies Case;
const UNSEEN = { allows: [] };
const REPEATED = [earlier('repeated'), {}];
const REWRITTEN = [earlier('rewritten'), {}];
const SEVENTH = { summary: { format: remittance(7) } };
const USED = { ...SEVENTH, known: { numbers: [7] } };
const MAY_REPEAT = ['question may_repeat paid_before'];
const MAY_BE_PAID = ['question may_repeat paid_elsewhere'];
const ELSEWHERE = { ...AGAIN, elsewhereAt: 9 };

it.each<[string, Case, readonly string[]]>([
  ['is new', {}, []],
  ['has rows of several days', { summary: { isOfSeveralDays: true } }, ['file rows_invalid']],
  [
    'has lines that were not read',
    { summary: { isValid: false, isUnread: true }, ...ONLY_VALID },
    ['file rows_invalid'],
  ],
  [
    'has rows of several days, with any left out',
    { summary: { isOfSeveralDays: true }, ...ONLY_VALID },
    ['file rows_invalid'],
  ],
  ['has an invalid row', { summary: { isValid: false } }, ['file rows_invalid']],
  ['has an invalid row that is left out', { summary: { isValid: false }, ...ONLY_VALID }, []],
  ['has no row', { summary: { isValid: false, rows: 0, validRows: 0 }, ...ONLY_VALID }, ['file rows_invalid']],
  ['has no valid row', { summary: { isValid: false, validRows: 0 }, ...ONLY_VALID }, ['file nothing_to_pay']],
  ['is another one than was approved', { terms: { digest: 'sha256:other' } }, ['file digest_differs']],
  ['is the one that was approved', { terms: { digest: FILE.digest } }, []],
  ['has equal rows not seen', { summary: { equalCode: 'e' }, names: ['equal'], ...UNSEEN }, ['file not_allowed equal']],
  ['has the equal rows that were seen', { summary: { equalCode: 'e' }, names: ['equal'] }, []],
  ['has equal rows, which makes it invalid', { summary: { equalCode: 'e', isValid: false } }, ['file rows_invalid']],
  ['has no equal rows, and could', { names: ['equal'], ...UNSEEN }, []],
  [
    'has other references than were seen',
    { summary: { rewrittenCode: 'e' }, names: ['reference'], ...UNSEEN },
    ['file not_allowed reference'],
  ],
  ['has the references that were seen', { summary: { rewrittenCode: 'e' }, names: ['reference'] }, []],
  ['has its fees otherwise: on top', { begun: true, terms: { coverFee: true } }, ['file fee_otherwise r-last']],
  [
    'has its fees otherwise: from the amounts',
    { begun: true, coverFee: true, terms: { coverFee: false } },
    ['file fee_otherwise r-last'],
  ],
  ['has its fees on top', { begun: true, coverFee: true, terms: { coverFee: true } }, []],
  ['has its fees from the amounts', { begun: true, terms: { coverFee: false } }, []],
  ['was begun with its fees', { begun: true }, []],
  ['was begun with its fees on top', { begun: true, coverFee: true }, []],
  ['was begun, and is compared with no account', { begun: true, account: 'none' }, []],
  ['is new with other fees than its rows', { terms: { coverFee: true } }, []],
  ['is paid once more, as was seen', AGAIN, []],
  ['is paid once more, after another run than was seen', { ...AGAIN, ...UNSEEN }, ['file not_allowed again']],
  [
    'is paid once more, and never was',
    { names: ['again'], known: { isRepeatable: false } },
    ['file refused not_run_before', 'file not_allowed again'],
  ],
  ['is paid once more, of which each reference was used', { ...AGAIN, fresh: [HELD, HELD] }, ['file nothing_again']],
  ['is paid once more by an unknown account', { names: ['again'], account: 'unknown' }, []],
  ['is paid once more without an account', { names: ['again'], account: 'none' }, []],
  ['is a remittance with a used number', USED, ['file refused remittance_used']],
  ['is a remittance with a new number', { summary: { format: remittance(8) }, known: { numbers: [7] } }, []],
  ['is a remittance without a number', { summary: { format: remittance() } }, []],
  ['is a remittance that was begun', { begun: true, ...USED }, []],
  ['is a remittance that is paid once more', { ...AGAIN, ...SEVENTH, known: { last: FILE, numbers: [7] } }, []],
  ['is a remittance of an unknown account', { account: 'unknown', ...USED }, []],
  ['is a remittance without an account', { account: 'none', ...SEVENTH }, []],
  ['cannot be read', { summary: { format: undefined, isValid: false } }, ['file rows_invalid']],
  ['has a reference that is taken', { rows: [TAKEN, {}] }, ['rows reference_taken']],
  ['has a reference that is taken, where such are left out', { rows: [TAKEN, {}], ...ONLY_VALID }, []],
  ['has a reference that is taken, and was begun', { rows: [TAKEN, {}], begun: true }, []],
  ['has a rewritten reference', { rows: REWRITTEN }, ['rows reference_rewritten']],
  ['has a rewritten reference that was seen', { rows: REWRITTEN, names: ['reference'] }, []],
  [
    'has another rewritten reference than was seen',
    { rows: REWRITTEN, names: ['reference'], ...UNSEEN },
    ['rows reference_rewritten'],
  ],
  ['has a rewritten reference that is left out', { rows: REWRITTEN, ...ONLY_VALID }, []],
  [
    'has another rewritten reference than was seen, where such are left out',
    { rows: REWRITTEN, names: ['reference'], ...UNSEEN, ...ONLY_VALID },
    ['rows not_allowed reference'],
  ],
  ['repeats a payment', { rows: REPEATED }, MAY_REPEAT],
  ['repeats a payment that was seen', { rows: REPEATED, names: ['repeated'] }, []],
  ['repeats another payment than was seen', { rows: REPEATED, names: ['repeated'], ...UNSEEN }, MAY_REPEAT],
  ['repeats a payment, and leaves that out', { rows: REPEATED, ...ONLY_VALID }, []],
  [
    'repeats another payment than was seen, where such are left out',
    { rows: REPEATED, names: ['repeated'], ...UNSEEN, ...ONLY_VALID },
    ['rows not_allowed repeated'],
  ],
  ['repeats a payment, and was begun', { rows: REPEATED, begun: true }, []],
  ['repeats payments alone, which are left out', { rows: [earlier('repeated')], ...ONLY_VALID }, ['rows nothing_new']],
  [
    'repeats a payment that may still be sent, whatever is allowed',
    { rows: [earlier('repeated', { state: 'planned' })], names: ['repeated'] },
    ['rows equal_unsettled r'],
  ],
  ['repeats one of the run that is paid once more', { ...AGAIN, rows: [earlier('repeated', { runId: RUN_ID })] }, []],
  ['repeats a payment by hand, and is paid once more', { ...AGAIN, rows: [BY_HAND, {}] }, MAY_REPEAT],
  ['repeats a payment of another run than is paid once more', { ...AGAIN, rows: REPEATED }, MAY_REPEAT],
  ['was paid elsewhere', { elsewhereAt: 9 }, MAY_BE_PAID],
  ['was paid elsewhere, and has nothing left', { elsewhereAt: 9, rows: [HELD] }, []],
  [
    'was paid elsewhere before the run that is paid once more',
    { ...ELSEWHERE, known: { last: FILE, lastSentAt: 9 } },
    [],
  ],
  [
    'was paid elsewhere since the run that is paid once more',
    { ...ELSEWHERE, known: { last: FILE, lastSentAt: 8 } },
    MAY_BE_PAID,
  ],
  [
    'was paid elsewhere since that run, which has sent nothing',
    { ...AGAIN, elsewhereAt: 6, known: { last: FILE, lastSentAt: null } },
    MAY_BE_PAID,
  ],
  ['was paid here and elsewhere', { elsewhereAt: 9, rows: REPEATED }, [...MAY_BE_PAID, ...MAY_REPEAT]],
  ['is against the policy', { policy: 'cap_exceeded' }, ['policy refused cap_exceeded']],
  ['is against the policy, and sends nothing', { policy: 'cap_exceeded', rows: [HELD] }, []],
  ['is against the policy, and at its end', { policy: 'cap_exceeded', begun: true, atItsEnd: true }, []],
  ['is against the policy, and was begun', { policy: 'not_due', begun: true }, ['policy refused not_due']],
  ['is more than the balance', { balance: 2_002 }, ['balance account_short per_transaction balance']],
  ['is as much as the balance', { balance: 2_004 }, []],
  ['is looked for first', { begun: true, balance: 2, policy: 'cap_exceeded', known: { states: ['unknown'] } }, []],
])('a file that %s', (_, some, objections) => expect(objectionsOf(some)).toEqual(objections));

it.each<[string, Known, boolean | undefined, readonly string[]]>([
  ['before its day', {}, undefined, ['policy refused not_due']],
  ['early, as a person lets it', {}, true, ['policy refused cap_exceeded']],
  ['to look for payments', { states: ['ambiguous'] }, false, []],
  ['to look for copies of refused requests', { rows: [record({ state: 'planned', refusedAt: 1 })] }, false, []],
  [
    'with payments that were made',
    { states: ['planned', 'paid'], rows: [record({ state: 'paid' })] },
    false,
    ['policy refused not_due'],
  ],
])('a run is resumed %s', (_, known, isEarly, objections) => {
  const forecast = preflight(new PayableCounter(() => ({}), {}, {}).result().totals, undefined);
  expect([...objectionsToSending(resumed(journalOf(known), RUN_ID, forecast, isEarly))].map(worded)).toEqual(
    objections,
  );
});

const absent = (some: Partial<PayoutRecord> = {}) => record({ state: 'absent', ...some });

it.each<[string, readonly PermissionKind[], boolean, readonly number[] | undefined]>([
  ['none without a permission', [], true, []],
  ['none for another kind of permission', ['repeated'], true, []],
  ['those that were seen', ['absent'], true, [1, 3]],
  ['not others than were seen', ['absent'], false, undefined],
])('of rows that are proven absent, %s are sent again', (_, names, isSeen, rows) => {
  const journal = journalOf({ rows: [absent(), record({ row: 2, state: 'paid' }), absent({ row: 3 })] });
  const seen = isSeen ? absentCode(journal, 'r') : 'another';
  const allows = (kind: PermissionKind, code: string | undefined) => names.includes(kind) && code === seen;
  const resends = resendsOf(journal, 'r', { names: among(names), allows });
  expect(resends && [...resends]).toEqual(rows);
  expect(resendsOf(journalOf({}), 'r', { names: among(names), allows })).toEqual(new Set());
});

it('what was seen is known by its code: of a file that is paid once more, and of each attempt of a row', () => {
  const run = (some: Partial<RunRecord>) => againCode({ ...FILE, ...some } as RunRecord);
  const codes = [
    ...[run({}), run({ id: 'r-next' }), run({ digest: 'sha256:other' })],
    ...[{}, { row: 2 }, { attempt: 2 }].map((some) => absentCode(journalOf({ rows: [absent(some)] }), 'r')),
    absentCode(journalOf({ rows: [absent()] }), 'r-next'),
  ];
  expect(new Set(codes).size).toBe(codes.length);
  expect(run({})).toBe(codes[0]);
  // Another row of the run does not change it.
  const rows = [absent(), record({ row: 2, state: 'paid' })];
  expect(absentCode(journalOf({ rows }), 'r')).toBe(codes[3]);
});

it.each<[string, readonly PermissionKind[], readonly PermissionKind[], object]>([
  ['nothing', [], [], {}],
  ['to pay once more', ['again'], ['again'], { again: true }],
  ['what was seen', ['reference', 'repeated'], ['reference', 'repeated'], { newReferences: true, payAgain: true }],
  ['others than were seen', ['reference', 'repeated'], [], {}],
])('rows may be paid as a person has allowed %s', (_, names, allows, granted) => {
  const terms = { onlyValid: true, names: among(names), allows: among(allows) };
  const none = { onlyValid: true, newReferences: false, payAgain: false, again: false };
  const counter = new PayableCounter(() => BY_HAND, {}, {});
  counter.add(payout(1));
  expect(grantedRules(counter.result(), { ...terms, onlyValid: false })).toEqual({
    ...none,
    ...granted,
    onlyValid: false,
  });
  const nothing = new PayableCounter(() => ({}), {}, {}).result();
  expect(grantedRules(nothing, terms).payAgain).toBe(names.includes('repeated'));
  expect(namedRules(terms)).toEqual({ ...none, ...Object.fromEntries(names.map((kind) => [RULES[kind], true])) });
});

it('what another account has paid is asked about again when any of it has changed', () => {
  const codes = [{}, { runId: 'r-x' }, { sentAt: 8 }, { payouts: 2 }, { amountCentavos: centavos(1) }].flatMap((some) =>
    [[1], [1, 2], [2]].map((rows) => {
      const counter = new PayableCounter(() => ({}), {}, {});
      for (const at of rows) counter.add(payout(at));
      const elsewhere = { ...PAID_ELSEWHERE, sentAt: 9, ...some };
      return questionsOf({ ...counter.result(), elsewhere }, {}).map(({ code }) => code)[0];
    }),
  );
  expect(new Set(codes).size).toBe(codes.length);
});
