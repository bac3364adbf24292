import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../src/client/answers.ts';
import {
  decide,
  doubtOf,
  earliestCreationOf,
  earliestCreationOfAll,
  lookRules,
  mayBe,
  relevanceTo,
  type Finding,
  type LookRules,
  type MarksSeen,
  type Sought,
  type View,
} from '../../src/payouts/engine/look.ts';
import { markedDescription, markIn, unusedMark } from '../../src/payouts/rules/mark.ts';
import type { JournalReads } from '../../src/payouts/journal/journal-reads.ts';
import type { PayoutRecord } from '../../src/payouts/journal/records.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { withdrawal } from './support/journals.ts';
import { ABSENT_FROM, record, row, SECOND, SENT_AT } from './support/records.ts';
import { between } from '../support/draws.ts';

function sought(some: Partial<Sought> & { readonly record?: Partial<PayoutRecord> } = {}): Sought {
  return { payout: record(some.record), marks: ['#pxaaaaaaa'], absentFrom: ABSENT_FROM, rivals: [], ...some };
}

function see(rows: readonly Withdrawal[], some: Partial<View> = {}): View {
  return {
    rows,
    isComplete: true,
    asOf: ABSENT_FROM,
    marks: { areShown: true, areHidden: false },
    shown: new Set(),
    ...some,
  };
}

const RULES: LookRules = {
  isClaimed: () => false,
  isSecondOfAnother: () => false,
  isMarkedForAnother: () => false,
  wasSeenBefore: () => false,
};

function find(one: Sought, view: View, rules = RULES): Finding | undefined {
  return decide([one], view, rules).get(one);
}

describe('of several payouts to one key, of one amount,', () => {
  const at = (ms: number) => new Date(SENT_AT + ms).toISOString();
  const [w, v] = [row('w'), row('v', { createdAt: at(1) })];
  const one = (number: number, some: Partial<Sought> = {}) =>
    sought({ marks: [], record: { row: number, intendedAt: SENT_AT + number }, ...some });
  /** Rows that were seen before one of the payouts was sent. */
  const seen = (ids: Readonly<Record<string, number>>): LookRules => ({
    ...RULES,
    wasSeenBefore: (id, { row: number }) => ids[id] === number,
  });
  const rival = record({ row: 9, amountCentavos: centavos(951), coverFee: true });
  const priced = row('v', { createdAt: at(1), metadata: { fee: centavos(50), sent: centavos(951) } });
  const free = row('w', { metadata: { fee: centavos(0), sent: centavos(1_001) } });

  const [first, second, rest] = [one(1), one(2), one(3)];
  const later = one(2, { absentFrom: ABSENT_FROM + 1 });
  const marked = one(2, { marks: ['#pxaaaaaaa'] });
  const besideRival = (number: number, rivals = [rival]) => one(number, { rivals });
  const ofMarked = [row('w', { description: '#pxaaaaaaa' })];
  const hidden: LookRules = { ...seen({ w: 2 }), isMarkedForAnother: () => true };

  // What is found of all of them, or of each.
  it.each<[string, Sought[], Withdrawal[], LookRules, string]>([
    ['each has its withdrawal', [first, second], [v, w], RULES, 'w v'],
    ['none is found before all requests have ended', [first, later], [w, v], RULES, 'undecided'],
    ['none, when the later withdrawal was there before', [first, second], [w, v], seen({ v: 2 }), 'ambiguous'],
    ['those that share them count with the third', [first, second, rest], [w, v], seen({ w: 3, v: 1 }), 'ambiguous'],
    ['one that should show its mark leaves both to a person', [first, marked], [w, v], RULES, 'ambiguous'],
    ['one rival leaves both to a person', [first, besideRival(2, [record({ row: 9 })])], [w, v], RULES, 'ambiguous'],
    ['so does a rival that may own one of them', [besideRival(1), besideRival(2)], [free, priced], RULES, 'ambiguous'],
    ['the mark of one that it was there before hides it from none', [first, marked], ofMarked, hidden, 'ambiguous'],
  ])('%s', (_, all, rows, rules, expected) => {
    const findings = decide(all, see(rows), rules);
    const found = all.map((each) => findings.get(each));
    const each = expected.includes(' ') ? expected.split(' ') : all.map(() => expected);
    expect(found.map((finding) => (finding?.kind === 'present' ? finding.row.id : finding?.kind))).toEqual(each);
  });
});

describe('the journal', () => {
  interface Known {
    readonly claimant?: PayoutRecord;
    readonly second?: PayoutRecord;
    readonly marked?: PayoutRecord;
    /** By the payouts of these rows. */
    readonly seenBy?: readonly number[];
  }
  const reads = ({ claimant, second, marked, seenBy = [] }: Known) =>
    ({
      claimantOf: () => claimant,
      ownerOfSecond: () => second,
      payoutOfMark: (mark: string) => (mark === '#pxbbbbbbb' ? marked : undefined),
      wasSeenBefore: (_: string, { row: number }: PayoutRecord) => seenBy.includes(number),
    }) as unknown as JournalReads;
  const mine = record();
  const other = record({ row: 2 });
  const none = { isClaimed: false, isSecondOfAnother: false, isMarkedForAnother: false, wasSeenBefore: false };

  it.each<[string, Known, Partial<typeof none>]>([
    ['nothing', {}, {}],
    ['that it is claimed', { claimant: other }, { isClaimed: true }],
    ['that it is the second of the payout itself', { second: mine }, {}],
    ['that it is the second of another row', { second: other }, { isSecondOfAnother: true }],
    ['that it is the second of a row of another run', { second: record({ runId: 's' }) }, { isSecondOfAnother: true }],
    ['that its mark is of another payout', { marked: other }, { isMarkedForAnother: true }],
    ['that its mark is of one that is paid', { marked: record({ row: 2, withdrawal: withdrawal('x') }) }, {}],
    ['that its mark is of one to another key', { marked: record({ row: 2, pixKey: 'x@example.com' }) }, {}],
    ['that its mark is of one that was sent later', { marked: other, seenBy: [2] }, {}],
    ['that it was there before', { seenBy: [1] }, { wasSeenBefore: true }],
  ])('knows %s', (_, known, expected) => {
    const rules = lookRules(reads(known));
    expect({
      isClaimed: rules.isClaimed('w'),
      isSecondOfAnother: rules.isSecondOfAnother('w', mine),
      isMarkedForAnother: rules.isMarkedForAnother(row('w', { description: '#pxbbbbbbb' })),
      wasSeenBefore: rules.wasSeenBefore('w', mine),
    }).toEqual({ ...none, ...expected });
  });

  const served = (ms: number) => new Date(SENT_AT - 3_600 * SECOND + ms).toISOString();
  it.each([
    ['its own withdrawal', {}, {}, undefined],
    ['another key', { pixKey: 'x@example.com' }, {}, 'answer_contradicts'],
    ['a withdrawal of another payout', {}, { claimant: other }, 'withdrawal_claimed'],
    ['the second of a payout', {}, { second: mine }, 'withdrawal_claimed'],
    ['one made a minute before', { createdAt: served(-60_000) }, {}, undefined],
    ['one made earlier', { createdAt: served(-60_001) }, {}, 'answer_outdated'],
    ['one without a time', { createdAt: null }, {}, undefined],
    ['one that was there before', {}, { seenBy: [1] }, 'answer_outdated'],
  ])('doubts an answer that names %s as it should', (_, some, known, doubt) => {
    const answer = { ...row('w', { createdAt: served(0) }), fee: centavos(0), sent: centavos(1_001), ...some };
    expect(doubtOf(answer, mine, reads(known))).toBe(doubt);
  });
});

describe('a mark', () => {
  it.each([
    ['in the description', '#pxaaaaaaa'],
    ['at its end', 'salário de março #pxaaaaaaa'],
    ['among other words', '[#pxaaaaaaa] Pix enviado'],
  ])('%s proves the withdrawal, in any view', (_, description) => {
    const view = see([row('w', { description })], { isComplete: false, asOf: SENT_AT });
    expect(find(sought(), view)).toMatchObject({ kind: 'present', by: 'mark', row: { id: 'w' } });
  });

  it('of an earlier attempt proves it as well', () => {
    const one = sought({ marks: ['#pxaaaaaaa', '#pxbbbbbbb'] });
    expect(find(one, see([row('w', { description: '#pxaaaaaaa' })]))).toMatchObject({ kind: 'present' });
  });

  it('on a failed withdrawal and another one belongs to the latter, whichever comes first', () => {
    const rows = [
      row('repeated', { description: '#pxaaaaaaa' }),
      row('failed', { description: '#pxaaaaaaa', status: 'FAILED' }),
    ];
    for (const order of [rows, rows.toReversed()]) {
      expect(find(sought(), see(order))).toMatchObject({ kind: 'present', row: { id: 'repeated' } });
    }
  });

  it('that was copied into the description of a later payout counts for nothing: the last one counts', () => {
    const copied = see([row('w', { description: 'salário #pxaaaaaaa #pxbbbbbbb' })]);
    expect(find(sought(), copied, { ...RULES, isMarkedForAnother: () => true })).toEqual({ kind: 'absent' });
    expect(find(sought({ marks: ['#pxbbbbbbb'] }), copied)).toMatchObject({ kind: 'present', by: 'mark' });
  });

  it.each([
    ['another key', { pixKey: 'somebody@example.com' }],
    ['another value', { value: centavos(9_999) }],
  ])('on a withdrawal with %s proves nothing, and is shown to a person', (_, some) => {
    const view = see([row('w', { description: '#pxaaaaaaa', ...some })]);
    expect(find(sought(), view)).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
  });

  it('on a withdrawal that was there before the payment was first sent proves nothing: descriptions were swapped', () => {
    const view = see([row('w', { description: '#pxaaaaaaa' })]);
    const finding = find(sought(), view, { ...RULES, wasSeenBefore: () => true });
    expect(finding).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
  });

  it('of another payout is doubted when marks are moved, or that payout has been found', () => {
    const other = sought({ marks: ['#pxbbbbbbb'], record: { row: 2 } });
    const rules = { ...RULES, isMarkedForAnother: () => true };
    const description = '#pxbbbbbbb';
    const hidden = see([row('w', { description })], { marks: { areShown: true, areHidden: true } });
    expect(find(sought(), hidden, rules)).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
    const one = sought();
    const both = decide([one, other], see([row('w', { description }), row('v', { description })]), rules);
    expect(both.get(other)).toMatchObject({ kind: 'present', row: { id: 'w' } });
    expect(both.get(one)).toEqual({ kind: 'ambiguous', withdrawalIds: ['v'] });
  });

  it('that belongs to another payout, or is longer, does not match', () => {
    const view = see([row('w', { description: '#pxbbbbbbb' })]);
    expect(find(sought(), view, { ...RULES, isMarkedForAnother: () => true })).toEqual({ kind: 'absent' });
    // A mark of another machine's journal, or a lengthened one: it proves nothing.
    for (const description of ['#pxbbbbbbb', '#pxaaaaaaaz']) {
      expect(find(sought(), see([row('v', { description })]))).toEqual({ kind: 'ambiguous', withdrawalIds: ['v'] });
    }
  });
});

describe('absence is believed', () => {
  it.each([
    ['as of the last moment that matters', {}, 'absent'],
    ['not a millisecond earlier', { asOf: ABSENT_FROM - 1 }, 'undecided'],
    ['not from a list that is not proven complete', { isComplete: false }, 'undecided'],
  ] as const)('%s', (_, some, kind) => expect(find(sought(), see([], some))).toEqual({ kind }));

  it('beside a withdrawal to the same key of the same value that existed before', () => {
    const rules = { ...RULES, wasSeenBefore: (id: string) => id === 'w' };
    expect(find(sought(), see([row('w')]), rules)).toEqual({ kind: 'absent' });
  });

  /** Changes of descriptions, including their marks, that services make or might make. */
  it.each<[string, (description: string) => string | null]>([
    ['leaves it out', () => null],
    ['empties it', () => ''],
    ['says the same of all', () => 'Pix enviado'],
    ['cuts it off', (text) => text.slice(0, 16)],
    ['cuts it off within the mark', (text) => text.slice(0, -2)],
    ['cuts it off with an ellipsis', (text) => `${text.slice(0, 15)}…`],
    [
      'takes accents off and cuts it',
      (text) =>
        text
          .normalize('NFD')
          .replace(/[^ -~]/g, '')
          .slice(0, 14),
    ],
    ['writes & as &amp; and cuts it', (text) => text.replaceAll('&', '&amp;').slice(0, 18)],
    ['puts something before it and cuts it', (text) => `PIX ENVIADO - ${text}`.slice(0, 20)],
    ['writes it in capitals', (text) => text.toUpperCase()],
    ['takes out what is no letter or number', (text) => text.replace(/[^\p{L}\p{N} ]/gu, '')],
    ['squeezes its spaces and cuts it', (text) => text.replaceAll(' ', '').slice(0, 20)],
    ['writes # as &#35;', (text) => text.replaceAll('#', '&#35;')],
    ['adds to it without a space', (text) => `${text}00190`],
    ['hides long words', (text) => text.replace(/\S{9,}/g, '***')],
    ['turns it round', (text) => text.split('').reverse().join('')],
  ])('not when a withdrawal may be it, and the service %s', (_, alter) => {
    const one = sought({ rivals: [record({ row: 9 })], record: { description: 'salário  de março & férias' } });
    const description = alter('salário  de março & férias #pxaaaaaaa');
    for (const areShown of [true, false]) {
      for (const areHidden of [true, false]) {
        const view = see([row('w', { description })], { marks: { areShown, areHidden } });
        expect(find(one, view)).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
      }
    }
  });

  it('not beside one that a server has dated half a day too early, or too late', () => {
    const hour = 3_600 * SECOND;
    for (const hours of [-12, 12]) {
      const dated = row('w', { createdAt: new Date(SENT_AT - hour + hours * hour).toISOString() });
      expect(find(sought(), see([dated]))).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
    }
    const older = row('w', { createdAt: new Date(SENT_AT - 13 * hour - 1).toISOString() });
    expect(find(sought(), see([older]))).toEqual({ kind: 'absent' });
  });
});

describe('a possible withdrawal without a mark, where marks are used,', () => {
  const one = () => sought({ record: { description: 'aluguel' } });
  const paidByHand = row('w', { description: 'aluguel' });

  it('is left to a person: the same may have been paid by hand', () => {
    const seen: MarksSeen[] = [
      { areShown: true, areHidden: false },
      { areShown: false, areHidden: false },
      { areShown: true, areHidden: true },
    ];
    for (const marks of seen) {
      expect(find(one(), see([paidByHand], { marks }))).toMatchObject({ kind: 'ambiguous' });
    }
  });

  it("is the payout's when withdrawals that are certainly ours return without their marks, and none with one", () => {
    const view = see([paidByHand], { marks: { areShown: false, areHidden: true } });
    expect(find(one(), view)).toMatchObject({ kind: 'present', by: 'count' });
  });
});

describe('without marks', () => {
  const unmarked = (some: Partial<PayoutRecord> = {}) => sought({ marks: [], record: some });

  it('as many withdrawals as possible payouts belong to them, in the order of time', () => {
    const [one, other] = [unmarked({ row: 1 }), unmarked({ row: 2, intendedAt: SENT_AT + 1 })];
    const later = row('later', { createdAt: new Date(SENT_AT + 5).toISOString() });
    const findings = decide([other, one], see([later, row('sooner')]), RULES);
    expect(findings.get(one)).toMatchObject({ kind: 'present', by: 'count', row: { id: 'sooner' } });
    expect(findings.get(other)).toMatchObject({ kind: 'present', by: 'count', row: { id: 'later' } });
  });

  it.each([
    ['fewer', [row('w')]],
    ['more', [row('u'), row('v'), row('w')]],
  ])('%s are left to a person', (_, rows) => {
    const both = [unmarked({ row: 1 }), unmarked({ row: 2 })];
    const kinds = [...decide(both, see(rows), RULES).values()].map(({ kind }) => kind);
    expect(kinds).toEqual(['ambiguous', 'ambiguous']);
  });

  it.each([
    ['one that came to be long after', { createdAt: new Date(ABSENT_FROM + 3_600_000).toISOString() }],
    [
      'one that came to be long before, though after the last that was known',
      { createdAt: new Date(SENT_AT - 1_800_000).toISOString() },
    ],
    ['one of no told time', { createdAt: null }],
    ['one whose key is hidden', { pixKey: 'pay***@example.com' }],
    ['one with the mark of another journal', { description: '#pxbbbbbbb' }],
    ['one that is a millisecond too early', { createdAt: new Date(SENT_AT - 600_001).toISOString() }],
    ['one that is a millisecond too late', { createdAt: new Date(ABSENT_FROM + 600_001).toISOString() }],
  ])('%s is left to a person', (_, some) => {
    expect(find(unmarked(), see([row('w', some)]))).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
  });

  it.each([SENT_AT - 600_000, ABSENT_FROM + 600_000])('one within ten minutes of both clocks is found: %i', (at) => {
    expect(find(unmarked(), see([row('w', { createdAt: new Date(at).toISOString() })]))).toMatchObject({
      kind: 'present',
    });
  });

  it.each([
    ['is claimed', row('w'), { ...RULES, isClaimed: () => true }],
    ['is older than any that can be', row('w', { createdAt: new Date(SENT_AT - 50_000_000).toISOString() }), RULES],
    ['went to another key', row('w', { pixKey: 'payee-2@example.com' }), RULES],
    ['has a value that no fee explains', row('w', { value: centavos(1_002), metadata: { fee: centavos(50) } }), RULES],
  ])('one that %s is no candidate', (_, candidate, rules) => {
    expect(find(unmarked(), see([candidate]), rules)).toEqual({ kind: 'absent' });
  });

  it('a candidate is not claimed before the view is final, because another may follow', () => {
    expect(find(unmarked(), see([row('w')], { asOf: SENT_AT }))).toEqual({ kind: 'undecided' });
  });

  it('a server whose clock is hours ahead does not make a candidate too old', () => {
    const after = unmarked({ servedBefore: SENT_AT + 3 * 3_600 * SECOND });
    expect(find(after, see([row('w')]))).toMatchObject({ kind: 'present' });
  });

  it('withdrawals of which one has no time are left to a person', () => {
    const both = [unmarked({ row: 1 }), unmarked({ row: 2 })];
    const found = decide(both, see([row('w'), row('v', { createdAt: null })]), RULES);
    expect([...found.values()].map(({ kind }) => kind)).toEqual(['ambiguous', 'ambiguous']);
  });

  it('a possible payout of another run leaves it to a person', () => {
    expect(find(sought({ marks: [], rivals: [record({ row: 9 })] }), see([row('w')]))).toMatchObject({
      kind: 'ambiguous',
    });
  });

  it('a payout of another amount makes it unclear, too, when the fee makes both cost the same', () => {
    const priced = row('w', { metadata: { fee: centavos(50), sent: centavos(951) } });
    const rival = (some: Partial<PayoutRecord>) => sought({ marks: [], rivals: [record({ row: 9, ...some })] });
    const covered = { amountCentavos: centavos(951), coverFee: true };
    expect(find(rival(covered), see([priced]))).toMatchObject({ kind: 'ambiguous' });
    // The service may add its fee on top of every withdrawal.
    expect(find(rival({ ...covered, coverFee: false }), see([priced]))).toMatchObject({ kind: 'ambiguous' });
    expect(find(rival({ ...covered, amountCentavos: centavos(952) }), see([priced]))).toMatchObject({
      kind: 'present',
    });
    const both = [unmarked({ row: 1 }), unmarked({ row: 2, ...covered })];
    const found = decide(both, see([priced, { ...priced, id: 'v' }]), RULES);
    expect([...found.values()].map(({ kind }) => kind)).toEqual(['ambiguous', 'ambiguous']);
  });

  it('a withdrawal is identified by what the recipient receives, when the fee is added on top', () => {
    const metadata = { fee: centavos(50), sent: centavos(1_001) };
    const covered = row('w', { value: centavos(1_051), metadata });
    expect(find(unmarked({ coverFee: true }), see([covered]))).toMatchObject({ kind: 'present' });
  });

  it.each([
    ['has the fee on top', { value: centavos(1_051), metadata: { fee: centavos(50), sent: centavos(1_001) } }],
    ['is less by the fee', { value: centavos(951), metadata: { fee: centavos(50), sent: centavos(901) } }],
    ['shows no fee, and another value', { value: centavos(1_009) }],
  ])('one to its key that %s is no proof of a payment, but a payout beside it is not absent', (_, some) => {
    expect(find(unmarked(), see([row('w', some)]))).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
  });
});

it('a withdrawal that the answer to another payout has named is not counted for one of its amount, even before that one is decided', () => {
  const one = sought({ marks: [] });
  const other = sought({
    marks: [],
    record: { row: 2, amountCentavos: centavos(951), answeredId: 'w' },
    absentFrom: ABSENT_FROM + SECOND,
  });
  const rows = [row('w', { metadata: { fee: centavos(50), sent: centavos(951) } })];
  const view = see(rows, { shown: new Set(['w']), marks: { areShown: false, areHidden: true } });
  const findings = decide([one, other], view, RULES);
  expect(findings.get(one)).toEqual({ kind: 'ambiguous', withdrawalIds: ['w'] });
  expect(findings.get(other)).toEqual({ kind: 'undecided' });
});

it.each([
  ['shows', {}, 'ambiguous'],
  ['does not show', { shown: [] }, 'absent'],
  ['shows as claimed by another payout', { isClaimed: true }, 'absent'],
  ['showed before it was sent', { wasSeenBefore: true }, 'absent'],
  ['named in no answer of its own', { answeredId: null }, 'absent'],
])('a payout whose answer has named a withdrawal that the service %s is %s', (_, given, kind) => {
  const { shown, isClaimed, wasSeenBefore, answeredId } = {
    ...{ shown: ['w'], isClaimed: false, wasSeenBefore: false, answeredId: 'w' },
    ...given,
  };
  const rules = { ...RULES, isClaimed: () => isClaimed, wasSeenBefore: () => wasSeenBefore };
  const view = see([], { shown: new Set(shown) });
  expect(find(sought({ record: { answeredId } }), view, rules)).toMatchObject({ kind });
});

it.each([
  ['its key and amount', {}, true],
  ['its mark alone', { pixKey: 'x@example.com', description: '#pxaaaaaaa' }, true],
  ['neither', { pixKey: 'x@example.com' }, false],
])('a withdrawal with %s is stored for a look: %s', (_, some, isRelevant) => {
  expect(relevanceTo([sought()])(row('w', some))).toBe(isRelevant);
});

it('without a time of the service, any time is possible', () => {
  expect(earliestCreationOf(record({ servedBefore: null }))).toBe(Number.NEGATIVE_INFINITY);
});

it('finds the earliest of more payouts than a function takes arguments', () => {
  const many = Array<PayoutRecord>(200_000).fill(record());
  expect(earliestCreationOfAll(many)).toBe(earliestCreationOf(record()));
});

it('never gives a withdrawal to two payouts, and calls no payout absent that a withdrawal may belong to', () => {
  const payouts = fc.array(
    fc.record({
      key: fc.constantFrom(1, 2),
      amount: fc.constantFrom(500, 600),
      isMarked: fc.boolean(),
      coverFee: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const rows = fc.array(
    fc.record({
      key: fc.constantFrom(1, 2),
      // As much leaves for 500 with the fee on top as for 600 from which it is taken.
      amount: fc.constantFrom(500, 600, 700),
      markOf: fc.option(fc.nat(5)),
      atMs: fc.integer({ min: -10_000, max: 200_000 }),
      wasThere: fc.boolean(),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(payouts, rows, fc.boolean(), fc.boolean(), (wanted, seen, showsMarks, isComplete) => {
      const all = wanted.map(({ key, amount, isMarked, coverFee }, index) =>
        sought({
          marks: isMarked ? [`#pxaaaaaa${index + 2}`] : [],
          record: { row: index + 1, pixKey: `payee-${key}@example.com`, amountCentavos: centavos(amount), coverFee },
        }),
      );
      const list = seen.map(({ key, amount, markOf, atMs }, index) =>
        row(`w${index}`, {
          pixKey: `payee-${key}@example.com`,
          value: centavos(amount),
          metadata: { fee: centavos(100), sent: centavos(amount - 100) },
          description: showsMarks && markOf !== null ? `#pxaaaaaa${markOf + 2}` : '',
          createdAt: new Date(SENT_AT + atMs).toISOString(),
        }),
      );
      const isRelevant = relevanceTo(all);
      const ownerOf = (one: Withdrawal) => {
        const owner = all.find(({ marks }) => marks.includes(markIn(one.description) ?? ''));
        return owner !== undefined && mayBe(one, owner.payout) ? owner : undefined;
      };
      const wereThere = list.filter((_, index) => seen[index]?.wasThere).map(({ id }) => id);
      const rules: LookRules = {
        ...RULES,
        isMarkedForAnother: (one) => ownerOf(one) !== undefined,
        wasSeenBefore: (id) => wereThere.includes(id),
      };
      const view = { marks: { areShown: showsMarks, areHidden: !showsMarks }, isComplete };
      const findings = decide(all, see(list.filter(isRelevant), view), rules);
      expect(findings).toEqual(decide(all, see(list, view), rules));
      expect([...findings.keys()]).toHaveLength(all.length);
      const given = [...findings.values()].flatMap((finding) => (finding.kind === 'present' ? [finding.row.id] : []));
      expect(new Set(given).size).toBe(given.length);
      expect(given.filter((id) => wereThere.includes(id))).toEqual([]);
      for (const [{ payout: one, marks }, finding] of findings) {
        const own = list.filter(({ description }) => marks.includes(markIn(description) ?? ''));
        const alike = list.filter((each) => {
          const costs = one.coverFee ? one.amountCentavos + 100 : one.amountCentavos;
          return each.pixKey === one.pixKey && each.value === costs;
        });
        if (finding.kind === 'absent') {
          expect([isComplete, own]).toEqual([true, []]);
          // Each similar withdrawal is given to another payout: one with another mark belongs to that one.
          expect(alike.filter(({ id }) => ![...given, ...wereThere].includes(id))).toEqual([]);
        }
        if (finding.kind === 'present') expect(alike).toContain(finding.row);
      }
    }),
  );
});

it('adds a mark that is found again in any description', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), between(0, 1), (text, chance) => {
      const unseen = { payoutOfMark: () => undefined, isForeign: () => false };
      const mark = unusedMark(unseen, { random: () => chance });
      expect(mark).toMatch(/^#px[2-9a-z]{7}$/);
      expect(markIn(markedDescription(text, mark))).toBe(mark);
    }),
  );
  expect(markedDescription('as it is', null)).toBe('as it is');
  expect(markedDescription(undefined, null)).toBeUndefined();
});

it.each([
  ['shows, too', ['w', 'x'], { kind: 'ambiguous', withdrawalIds: ['w', 'x'] }],
  ['does not show', ['w'], { kind: 'present', by: 'count' }],
])('does not count for a payout whose answer named another, which the service %s', (_, shown, found) => {
  const view = see([row('w')], { shown: new Set(shown), marks: { areShown: false, areHidden: true } });
  expect(find(sought({ marks: [], record: { answeredId: 'x' } }), view)).toMatchObject(found);
});
