import { expect, it, onTestFinished } from 'vitest';
import type { BoundAccount } from '../../src/payouts/accounts/account.ts';
import type { RunFacts } from '../../src/payouts/journal/records.ts';
import { PayoutError } from '../../src/payouts/payout-error.ts';
import type { Payout } from '../../src/payouts/payout.ts';
import { LATELY_MS } from '../../src/payouts/payout-state.ts';
import { approvalSince, RunApproval } from '../../src/payouts/rules/run-approval.ts';
import { facts, payout, temporaryFolder, temporaryJournal } from './support/journals.ts';
import { row } from './support/records.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const ACCOUNT: BoundAccount = {
  number: 1,
  keys: ['key'],
  newest: { rows: [], isWhole: true, askedAt: NOW_MS, answeredAt: undefined, servedBefore: null, refusal: undefined },
};
const ROWS = [payout(1), payout(2)];

/** A run of two rows, named `own`, that is staged, and what others do. */
async function scene(rows: readonly Payout[], compared: RunFacts['compared'] | undefined) {
  let nowMs = NOW_MS;
  const journal = await temporaryJournal(temporaryFolder(), { epochMs: () => nowMs, random: Math.random });
  journal.accounts.storeKeys(1, ['key']);
  journal.accounts.recordDistinct(1, journal.accounts.add());
  const names = new Map<string, string>();
  const stage = async (name: string, payouts: readonly Payout[], digest: string, some: Partial<RunFacts> = {}) => {
    const { run, lock } = await journal.staging.stage(facts(some), payouts, () => digest);
    // What is only staged is removed once no one works on it.
    onTestFinished(() => lock.release());
    names.set(run.id, name);
    return run.id;
  };
  const own = await stage('own', rows, 'sha256:own', compared && { compared });
  /** Another run is approved, of other rows unless it is said. */
  const begin = async (name: string, payouts = [payout(8)], digest = `sha256:${name}`, account = 1) => {
    const id = await stage(name, payouts, digest, { account });
    journal.staging.approve(id);
    return id;
  };
  const ran = (id: string) => journal.log.append('ran', id, {});
  const submit = (at = nowMs) => {
    nowMs = at;
    journal.approvals.submit(journal.approvals.prepareSubmission(own, {}), null);
  };
  const passed = (ms: number) => {
    nowMs += ms;
  };
  const inWords = (text: string | undefined) =>
    [...names].reduce((words, [id, name]) => words.replaceAll(id, name), text ?? 'none');
  /** That it is approved, or why not. */
  const approve = (approval: RunApproval) => {
    try {
      return `approved: ${inWords(approval.approve(own).id)}`;
    } catch (error) {
      if (!(error instanceof PayoutError)) throw error;
      const { code, runId, message, facts: known } = error;
      const text = known === undefined ? '' : `, ${JSON.stringify(known)}`;
      return inWords(`${code} by ${runId}: ${message}${text}`);
    }
  };
  return { ...{ journal, own, begin, ran, submit, passed, approve } };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Act = (made: Scene) => unknown;

interface Case {
  readonly rows?: readonly Payout[];
  readonly compared?: RunFacts['compared'];
  /** Before its rows are compared. */
  readonly before?: Act;
  readonly meanwhile?: Act;
  /** How long ago a withdrawal of the first row was made by hand. */
  readonly madeAgo?: number;
  readonly madeTo?: string;
  readonly account?: BoundAccount;
}

const same = (account = 1, digest = 'sha256:other') =>
  (({ begin }) => begin('other', ROWS, digest, account)) satisfies Act;
const sentElsewhere: Act = async ({ begin, journal }) => {
  const runId = await begin('other', referring('A'), 'sha256:other', 2);
  journal.steps.intend({ runId, row: 1 }, { at: NOW_MS, mark: null, servedBefore: null });
};
const referring = (reference: string) => [payout(1, { reference }), payout(2)];
const BY_OTHER = 'already_approved by other: other has payments of the run own';
const BY_HAND = 'already_approved by undefined: w has payments of the run own';

it.each<[string, Case, string]>([
  ['alone', {}, 'approved: own'],
  ['beside a run of other payments', { meanwhile: ({ begin }) => begin('other') }, 'approved: own'],
  ['beside the same payments', { meanwhile: same() }, BY_OTHER],
  ['beside the same payments, with which it was compared', { before: same() }, 'approved: own'],
  [
    'beside the same payments, with which it was compared, and a run since',
    { before: same(), meanwhile: ({ begin }) => begin('third') },
    'approved: own',
  ],
  [
    'beside a payment whose reference is its own as a spreadsheet saves it',
    { rows: referring('1'), meanwhile: ({ begin }) => begin('other', referring('0001')) },
    BY_OTHER,
  ],
  [
    'beside a payment with another reference',
    {
      rows: [payout(1, { reference: 'A' })],
      meanwhile: ({ begin }) => begin('other', [payout(1, { reference: 'B' })]),
    },
    'approved: own',
  ],
  ['beside an equal payment by hand', { madeAgo: 1 }, BY_HAND],
  ['beside a payment by hand to another key', { madeAgo: 1, madeTo: 'eva@example.com' }, 'approved: own'],
  ['beside an old payment by hand', { madeAgo: LATELY_MS + 9, compared: { at: NOW_MS, ids: null } }, 'approved: own'],
  [
    'beside a payment by hand that was not old when it was compared',
    { madeAgo: LATELY_MS + 9, compared: { at: NOW_MS - 9, ids: null } },
    BY_HAND,
  ],
  [
    'after its submission, beside an equal payment by hand',
    { before: ({ submit }) => submit(), madeAgo: 1 },
    `${BY_HAND}, {"submitted":"own","withdrawal":"w"}`,
  ],
  [
    'after its submission, beside the same payments',
    { before: ({ submit }) => submit(), meanwhile: same() },
    `${BY_OTHER}, {"submitted":"own"}`,
  ],
  ['beside the same file of another account', { meanwhile: same(2, 'sha256:own') }, BY_OTHER],
  [
    'beside the file of another account, with which it was compared',
    { before: same(2, 'sha256:own') },
    'approved: own',
  ],
  [
    'beside the same file of another account, with which it was compared, and a run since',
    { before: same(2, 'sha256:own'), meanwhile: ({ begin }) => begin('third') },
    'approved: own',
  ],
  ['beside another file of another account', { meanwhile: same(2) }, 'approved: own'],
  ['beside the same references of another account', { rows: referring('A'), meanwhile: sentElsewhere }, BY_OTHER],
  [
    'beside the same references of another account, with which it was compared, and a run since',
    { rows: referring('A'), before: sentElsewhere, meanwhile: ({ begin }) => begin('third') },
    'approved: own',
  ],
  ['when it is gone', { meanwhile: ({ journal, own }) => journal.staging.discard(own) }, 'run_not_approved'],
  ['with a key that the account has no more', { account: { ...ACCOUNT, keys: ['key', 'gone'] } }, 'account_unclear'],
])('a run is approved, or not, %s', async (_, some, expected) => {
  const { rows = ROWS, compared, before, meanwhile, madeAgo, madeTo, account = ACCOUNT } = some;
  const made = await scene(rows, compared);
  await before?.(made);
  const at = new Date(NOW_MS - (madeAgo ?? 0)).toISOString();
  const byHand = row('w', { createdAt: at, ...(madeTo !== undefined && { pixKey: madeTo }) });
  const madeSince = madeAgo === undefined ? undefined : [byHand];
  const approval = new RunApproval(made.journal, { account, nowMs: NOW_MS, ...(madeSince && { madeSince }) });
  await meanwhile?.(made);
  const result = made.approve(approval);
  expect(expected.includes(':') ? result : result.split(' ')[0]).toBe(expected);
});

/** What is done, a word each, to a run of the same rows, to the submitted one, and to time. */
async function doAll({ journal, own, begin, ran, passed, submit }: Scene, words: string): Promise<void> {
  let other = '';
  const acts: Readonly<Record<string, () => unknown>> = {
    begin: async () => (other = await begin('other', ROWS)),
    send: () => ran(other),
    resolve: () => journal.log.append('resolved', other, {}),
    'let-go': () => journal.log.append('early', other, {}),
    pass: () => passed(1),
    submit: () => submit(),
    'submit-ahead': () => submit(NOW_MS + 60_000),
    'set-back': () => passed(-60_000),
    'submit-another': () => journal.log.append('submitted', 'r-another', {}),
    'let-own-go': () => journal.log.append('early', own, {}),
  };
  for (const word of words.split(' ')) {
    const act = acts[word];
    if (act === undefined) throw new Error(`no act is called ${word}`);
    await act();
  }
}

it.each<[string, boolean, string]>([
  ['was started before', true, 'begin pass submit'],
  ['was started in the same millisecond', false, 'begin submit'],
  ['was started since', false, 'submit begin'],
  ['was started before, and has sent before and since', true, 'begin send pass submit send'],
  [
    'was started before, and has sent after the submission of another one, and other acts',
    true,
    'begin submit-another let-own-go send pass submit send',
  ],
  ['was started before, and of which a payment was decided since', true, 'begin pass submit resolve'],
  ['was let go before, and has sent since', false, 'begin let-go pass submit send'],
  [
    'has sent since, and was started before by a clock that was ahead at the submission',
    false,
    'submit-ahead set-back begin send',
  ],
])('a submitted run was compared with one that %s: %s', async (_, isCompared, words) => {
  const made = await scene(ROWS, undefined);
  await doAll(made, words);
  const submission = made.journal.approvals.submissionOf(made.own);
  const approval = submission && approvalSince(submission, made.journal, { account: ACCOUNT, nowMs: NOW_MS });
  const result = approval && made.approve(approval);
  expect(result).toBe(isCompared ? 'approved: own' : `${BY_OTHER}, {"submitted":"own"}`);
});
