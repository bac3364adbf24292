import { expect, it } from 'vitest';
import type { BoundAccount } from '../../src/payouts/accounts/account.ts';
import { judgeFile, StagedBatch } from '../../src/payouts/engine/staged-batch.ts';
import type { BatchReading, BatchSummary } from '../../src/payouts/files/batch-summary.ts';
import type { PermissionKind, Terms } from '../../src/payouts/rules/permissions.ts';
import { preflight } from '../../src/payouts/rules/preflight.ts';
import { RunApproval } from '../../src/payouts/rules/run-approval.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { codeOf } from './support/codes.ts';
import { facts, payout, temporaryFolder, temporaryJournal, withdrawal } from './support/journals.ts';
import { row } from './support/records.ts';
import { signer } from './support/signers.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const TOMORROW = '2026-11-22';
const ROWS = [payout(1), payout(2)];
const FORMS = {
  csv: { format: { kind: 'csv', delimiter: ';' }, encoding: 'utf-8' },
  xlsx: { format: { kind: 'xlsx' }, encoding: undefined },
  ndjson: { format: { kind: 'ndjson' }, encoding: 'utf-8' },
} as const;

const account: BoundAccount = {
  number: 1,
  keys: [],
  newest: { rows: [], isWhole: true, askedAt: NOW_MS, answeredAt: undefined, servedBefore: null, refusal: undefined },
};

function readingOf(form: keyof typeof FORMS = 'csv'): BatchReading {
  async function* payouts() {
    yield* await Promise.resolve(ROWS);
  }
  return { payouts: payouts(), summary: () => ({ ...FORMS[form], digest: 'sha256:file' }) as unknown as BatchSummary };
}

function termsOf(...kinds: readonly PermissionKind[]): Terms {
  const names = (kind: PermissionKind) => kinds.includes(kind);
  return { names, allows: names };
}

/** A journal in which the file was run, submitted or rejected before, and rules were set, as a test says. */
async function scene() {
  const journal = await temporaryJournal(temporaryFolder(), { epochMs: () => NOW_MS, random: Math.random });
  const stage = async (again = false) => {
    const { run, lock } = await journal.staging.stage(facts(), ROWS, () => 'sha256:file', again);
    lock.release();
    return run.id;
  };
  const submit = async (again = false) => {
    const id = await stage(again);
    journal.approvals.submit(journal.approvals.prepareSubmission(id, {}), null);
    return id;
  };
  const approve = async (dueOn?: string) => {
    const id = await stage();
    if (dueOn !== undefined) journal.staging.schedule(id, dueOn);
    journal.staging.approve(id);
    return id;
  };
  const intend = (runId: string, at: number) =>
    journal.steps.intend({ runId, row: at }, { at: NOW_MS, mark: null, servedBefore: null });
  const pay = async () => {
    const runId = await approve();
    for (const { row: number } of ROWS) {
      intend(runId, number);
      journal.steps.change({ runId, row: number }, 'sending', { to: 'paid', withdrawal: withdrawal(`wd-${number}`) });
    }
  };
  const setPolicy = (rules: object) => {
    const ana = signer();
    const roles = { administrators: ['ana'], submitters: ['ana'], approvers: ['ana'] };
    const document = JSON.stringify({ people: { ana: [ana.publicKey] }, ...roles, approvals: [], ...rules });
    journal.policies.set(document, ana.sign(journal.policies.statementFor(document), 'pix-policy'));
  };
  const reject = async () => {
    const id = await submit();
    journal.rejections.reject(journal.rejections.prepare(id, 'no'), null);
  };
  const loseAll = async () => {
    const runId = await approve();
    for (const { row: number } of ROWS) {
      intend(runId, number);
      journal.steps.change({ runId, row: number }, 'sending', { to: 'unknown', endedAt: NOW_MS });
      journal.steps.change({ runId, row: number }, 'unknown', { to: 'absent' });
    }
  };
  return { journal, stage, submit, approve, pay, setPolicy, reject, loseAll };
}
type Scene = Awaited<ReturnType<typeof scene>>;

interface Asked {
  readonly kinds?: readonly PermissionKind[];
  readonly resends?: boolean;
  readonly hasAccount?: boolean;
}

it.each<[string, (made: Scene) => unknown, Asked, string]>([
  ['is new', () => undefined, {}, 'sends 2: nothing was thrown'],
  ['was approved', ({ approve }) => approve(), {}, 'sends 2, known, begun: nothing was thrown'],
  ['was paid', ({ pay }) => pay(), {}, 'sends 0, known, begun, at its end: nothing was thrown'],
  ['was paid, and is paid once more', ({ pay }) => pay(), { kinds: ['again'] }, 'sends 2: nothing was thrown'],
  ['was submitted', ({ submit }) => submit(), {}, 'sends 2, begun: nothing was thrown'],
  [
    'was submitted once more',
    async ({ pay, submit }) => {
      await pay();
      await submit(true);
    },
    { kinds: ['again'] },
    'sends 2, begun: nothing was thrown',
  ],
  ['was rejected', ({ reject }) => reject(), {}, 'sends 2: run_rejected'],
  ['was rejected for no account', ({ reject }) => reject(), { hasAccount: false }, 'sends 2: nothing was thrown'],
  ['is due tomorrow', ({ approve }) => approve(TOMORROW), {}, 'sends 2, known, begun: not_due'],
  ['is proven absent', ({ loseAll }) => loseAll(), {}, 'sends 0, known, begun: nothing was thrown'],
  ['is sent again', ({ loseAll }) => loseAll(), { resends: true }, 'sends 2, known, begun: nothing was thrown'],
  [
    'needs an approval',
    ({ setPolicy }) => setPolicy({ approvals: [{ above: '20,02', needed: 1 }] }),
    {},
    'sends 2: approval_required',
  ],
  ['has too large a row', ({ setPolicy }) => setPolicy({ caps: { payment: '10,01' } }), {}, 'sends 2: cap_exceeded'],
])('a file that %s is judged as such', async (_, prepare, { kinds = [], resends, hasAccount = true }, expected) => {
  const made = await scene();
  await prepare(made);
  const judged = await judgeFile({
    ...{ reading: readingOf(), terms: termsOf(...kinds), balance: undefined, journal: made.journal, resends },
    ...{ account: hasAccount ? account : undefined, nowMs: NOW_MS },
  });
  const { payable, knownRun, begunRunId, isAtItsEnd, sumCentavos } = judged;
  const words = [
    `sends ${payable.totals.payouts}`,
    ...(knownRun === undefined ? [] : ['known']),
    ...(begunRunId === undefined ? [] : ['begun']),
    ...(isAtItsEnd ? ['at its end'] : []),
  ];
  const check = () => judged.account?.assertMaySend();
  expect(`${words.join(', ')}: ${codeOf(check)}`).toBe(expected);
  expect([sumCentavos, judged.account?.number]).toEqual([2_003, hasAccount ? 1 : undefined]);
});

it('a file alone is judged without an account, and until its signal ends that', async () => {
  const alone = { reading: readingOf(), terms: termsOf(), balance: undefined, journal: undefined, account: undefined };
  const judged = await judgeFile({ ...alone, nowMs: NOW_MS });
  expect([judged.account, judged.payable.totals.payouts, judged.isAtItsEnd]).toEqual([undefined, 2, false]);
  const signal = AbortSignal.abort(new Error('no longer'));
  await expect(judgeFile({ ...alone, reading: readingOf(), nowMs: NOW_MS, signal })).rejects.toThrow('no longer');
});

const USUAL = [1, 2, 3, 4, 5].map((at) => row(`w-${at}`, { value: centavos(1) }));
const PAST = [{ mayBeTo: () => USUAL }];

const UNUSUAL = 'unusual_amount first_payment';

it.each<[string, (made: Scene) => unknown, readonly PermissionKind[], typeof PAST | undefined, string]>([
  ['of a new file', () => undefined, [], PAST, UNUSUAL],
  ['of one that was begun, which is not compared with itself', ({ approve }) => approve(), [], PAST, UNUSUAL],
  ['of one that is paid once more on its day', ({ pay }) => pay(), ['again'], PAST, 'paid_today'],
  ['not without payments of the past', () => undefined, [], undefined, ''],
  ['of one that was begun, not without payments of the past', ({ approve }) => approve(), [], undefined, ''],
])('what deserves a second look is found %s', async (_, prepare, kinds, past, expected) => {
  const made = await scene();
  await prepare(made);
  const { journal } = made;
  const common = { terms: termsOf(...kinds), journal, account, past, nowMs: NOW_MS };
  const judged = await judgeFile({ ...common, reading: readingOf(), balance: undefined });
  const staged = await StagedBatch.stage({ ...common, ...STAGING, reading: readingOf() });
  const found = [judged.payable, staged.payable()].map(({ warnings }) => warnings.map(({ code }) => code).join(' '));
  staged.close();
  expect(found).toEqual([expected, expected]);
});

const STAGING = {
  ...{ source: 'folha.csv', origin: 'https://wallet.example', coverFee: false, usesMarks: true },
  ...{ resendsProvenAbsent: false, submittedApproval: () => Promise.resolve(undefined) },
};

it.each<[string, (made: Scene) => unknown, readonly PermissionKind[], string, number]>([
  ['is new', () => undefined, [], 'sends 2: nothing was thrown, nothing was thrown', 1],
  ['was approved', ({ approve }) => approve(), [], 'known, begun, sends 2: nothing was thrown, nothing was thrown', 1],
  ['is due tomorrow', ({ approve }) => approve(TOMORROW), [], 'known, begun, sends 2: not_due, nothing was thrown', 1],
  ['was paid', ({ pay }) => pay(), [], 'known, begun, at its end, sends 0: nothing was thrown, nothing was thrown', 1],
  ['is paid once more', ({ pay }) => pay(), ['again'], 'sends 2: nothing was thrown, nothing was thrown', 2],
  ['is waiting', ({ submit }) => submit(), [], 'submitted, begun, sends 2: nothing was thrown, nothing was thrown', 1],
  ['is absent', ({ loseAll }) => loseAll(), [], 'known, begun, sends 0: nothing was thrown, nothing was thrown', 1],
])('a staged file that %s is approved once, or was before', async (_, prepare, kinds, expected, runs) => {
  const made = await scene();
  await prepare(made);
  const { journal } = made;
  const work = { ...STAGING, terms: termsOf(...kinds), journal, account, past: undefined, nowMs: NOW_MS };
  const staged = await StagedBatch.stage({ ...work, reading: readingOf() });
  const payable = staged.payable();
  const candidate = staged.candidate(payable, preflight(payable.totals, undefined));
  const onTheDay = staged.candidate(payable, preflight(payable.totals, undefined), TOMORROW);
  const codes = [candidate, onTheDay].map((one) => codeOf(() => one.account?.assertMaySend()));
  const words = [
    ...(staged.isKnown ? ['known'] : []),
    ...(staged.isSubmitted ? ['submitted'] : []),
    ...(candidate.begunRunId === staged.run.id ? ['begun'] : []),
    ...(candidate.isAtItsEnd ? ['at its end'] : []),
    `sends ${payable.totals.payouts}`,
  ];
  expect(`${words.join(', ')}: ${codes.join(', ')}`).toBe(expected);
  expect(staged.payable(true).totals.payouts).toBe(candidate.isAtItsEnd ? 0 : 2);
  staged.approve();
  staged.close();
  expect(journal.runs()).toHaveLength(runs);
  (await journal.steps.lockRun(staged.run.id)).release();
});

it('what is staged and not approved is removed, and a file keeps the form in which it was read', async () => {
  const { journal } = await scene();
  const work = { ...STAGING, terms: termsOf(), journal, account, past: undefined, nowMs: NOW_MS };
  for (const [form, csv] of [
    ['csv', { delimiter: ';', encoding: 'utf-8' }],
    ['xlsx', null],
    ['ndjson', null],
  ] as const) {
    const staged = await StagedBatch.stage({ ...work, reading: readingOf(form) });
    expect([staged.run.csv, staged.run.source, staged.run.account]).toEqual([csv, 'folha.csv', 1]);
    staged.close();
    expect(codeOf(() => journal.run(staged.run.id))).toBe('run_unknown');
  }
});

it('a submitted file is approved as its submission says, and is not locked after an error', async () => {
  const { journal, submit } = await scene();
  const runId = await submit();
  const work = { ...STAGING, terms: termsOf(), journal, account, past: undefined, nowMs: NOW_MS };
  const failing = { ...work, submittedApproval: () => Promise.reject(new Error('no disk')) };
  await expect(StagedBatch.stage({ ...failing, reading: readingOf() })).rejects.toThrow('no disk');
  const asked: string[] = [];
  const submittedApproval = ({ id }: { readonly id: string }) => {
    asked.push(id);
    const approval = new RunApproval(journal, { account, nowMs: NOW_MS });
    return Promise.resolve(Object.assign(approval, { approve: () => void asked.push('approved') }));
  };
  const staged = await StagedBatch.stage({ ...work, submittedApproval, reading: readingOf() });
  staged.approve();
  staged.close();
  expect([asked, journal.run(runId).approvedAt]).toEqual([[runId, 'approved'], null]);
});

it('a payment that was made by hand is found in a file, and when it is staged', async () => {
  const { journal } = await scene();
  const made = row('w-1', { createdAt: new Date(NOW_MS - 1).toISOString() });
  const seen = { ...account, newest: { ...account.newest, rows: [made] } };
  const common = { terms: termsOf(), journal, account: seen, past: undefined, nowMs: NOW_MS };
  const judged = await judgeFile({ ...common, reading: readingOf(), balance: undefined });
  const staged = await StagedBatch.stage({ ...common, ...STAGING, reading: readingOf() });
  expect([judged.payable, staged.payable()].map(({ repeated }) => repeated.payouts)).toEqual([1, 1]);
  const payable = staged.payable();
  const candidate = staged.candidate(payable, preflight(payable.totals, undefined));
  expect(candidate).toMatchObject({ summary: { digest: 'sha256:file' }, account: { number: 1 } });
  staged.close();
});
