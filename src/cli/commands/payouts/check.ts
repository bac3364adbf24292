import type { PixClient } from '../../../client/client.ts';
import { PixError } from '../../../client/errors.ts';
import type { FeeRule } from '../../../payouts/files/batch-summary.ts';
import { preflight } from '../../../payouts/rules/preflight.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { lookAtBalance } from '../../input/look-at-balance.ts';
import { planText } from '../../output/money-source.ts';
import { formatReais } from '../../output/money.ts';
import type { Output } from '../../output/output.ts';
import { feeRuleOf } from '../../context/payouts/fee-of-profile.ts';
import type { NewPayments } from '../../../payouts/approval/new-payments.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { hasOpenRows, hasRefusedRows } from '../../../payouts/rules/refusals.ts';
import { bindPayouts, meetForeign } from '../../context/payouts/bind-account.ts';
import { checkRow, type Checked, type CheckRow } from './check-row.ts';
import { problemLines, problemRow, reportNotices, type ProblemRow } from './finding-row.ts';
import { assertNewNumber, assertRepeatable } from './judge-batch.ts';
import { fileFailure, reportTakenReferences } from './judge-file.ts';
import { reportUnconfirmed } from './unconfirmed-rows.ts';
import { earlierNotices, failureOfRows, repeatedRun, repetitionFailure, reportEarlierRows } from './earlier-rows.ts';
import { grantedRules, namedRules, namesPermission, questionsLeft } from '../../context/payouts/permissions.ts';
import { withPayouts, type BoundPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { payableCounter, payableOfFile, type Payable } from '../../../payouts/rules/payable.ts';
import { withWithdrawals } from '../../../payouts/rules/past-withdrawals.ts';
import { historyFor } from '../../../payouts/rules/payment-warnings.ts';
import { startOfDay } from '../../../payouts/policy-day.ts';
import { reportWarnings, warningNotices } from './warning-rows.ts';
import { planLines } from './plan-lines.ts';
import { preflightFailure } from './preflight-failure.ts';
import { recipientRow, recipientTable, type RecipientPlan, type RecipientRow } from './recipient-table.ts';
import { isRunToItsEnd } from '../../../payouts/rules/duplicates/same-file.ts';
import { reportRepetition } from './repetition.ts';
import { assertReadable, openPayoutFile } from './read-file.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { check as declared } from './command.ts';

/**
 * Row formats contain the problems, or with `--rows` the rows to pay. JSON contains everything, and a person sees both.
 */
type CheckOutput = Output<CheckRow | ProblemRow | RecipientRow>;

export type CheckFlags = OptionsOf<typeof declared>;

/** `pix payouts check FILE`: sends nothing. */
export async function run(context: Context, flags: CheckFlags, output: CheckOutput): Promise<void> {
  await assertReadable(context.screen, flags);
  if (!flags.account) {
    await check(context, flags, output, feeRuleOf(flags, undefined), undefined);
    return;
  }
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const feeRule = feeRuleOf(flags, settings);
  await withPayouts(context, (payouts) => check(context, flags, output, feeRule, { client, payouts }));
}

interface Account {
  readonly client: PixClient;
  readonly payouts: OpenPayouts;
}

/** The account, if it is known. */
async function accountOf(context: Context, { client, payouts }: Account): Promise<BoundPayouts | undefined> {
  try {
    return await bindPayouts(context.host, payouts, client, {});
  } catch (error) {
    // Without earlier payments, there is nothing to compare the file with.
    if (!(error instanceof PixError) || payouts.journal.hasRuns()) throw error;
    return undefined;
  }
}

async function check(
  context: Context,
  flags: CheckFlags,
  output: CheckOutput,
  feeRule: FeeRule,
  account: Account | undefined,
): Promise<void> {
  const { text } = context.screen;
  const balance = account === undefined ? undefined : await lookAtBalance(context.screen, account.client);
  const file = await openPayoutFile(context, flags, { feeRule, balance, account: account?.payouts.settings });
  const bound = account && (await accountOf(context, account));
  const number = bound?.account.number;
  const journal = account?.payouts.journal;
  const recipientsMaximum = flags.rows === true ? Number.POSITIVE_INFINITY : undefined;
  const newestRows = bound?.account.newest.rows ?? [];
  const nowMs = context.host.now();
  const past = (await account?.payouts.pastWithdrawals(newestRows)) ?? [];
  const history = journal && withWithdrawals(journal.history.of({ todaySinceMs: startOfDay(nowMs) }), past);
  const counter = payableCounter(
    journal,
    { account: number, newestRows, nowMs, recipientsMaximum, history },
    namedRules(flags),
  );
  const ruled = journal?.approvals.newPayments();
  for await (const payout of file.reading.payouts) {
    context.host.interruption.throwIfAborted();
    if (counter.add(payout)) ruled?.add(payout);
  }
  const summary = file.reading.summary();
  const { digest } = summary;
  const fresh = counter.result(digest);
  const last = number === undefined ? undefined : journal?.runOfDigest(digest, number);
  // Once more is another run, which may have been submitted.
  const known = namesPermission(flags, 'again') ? undefined : last;
  const round = (last?.round ?? 0) + 1;
  const begun = known ?? (number === undefined ? undefined : journal?.staging.submittedOf(digest, number, round));
  const payable =
    journal === undefined || begun === undefined
      ? fresh
      : payableOfFile(journal, begun.id, {
          recipientsMaximum,
          history: withWithdrawals(historyFor(journal, begun.id, nowMs), past),
        });
  const checked: Checked = {
    file,
    summary,
    payable,
    preflight: preflight(payable.totals, balance),
    knownRun: known?.id,
  };
  await report(context, checked, account?.payouts, flags, output);
  const isAtItsEnd = journal !== undefined && known !== undefined && isRunToItsEnd(journal, known.id, payable);
  if (known !== undefined && !isAtItsEnd) context.screen.notify(text.payouts.knownFile(known.id));
  await assertPayable(context, checked, { flags, bound, fresh, begun, isAtItsEnd, ruled });
  if (isAtItsEnd) reportRepetition(context.screen, journal, known, { fresh, leftOut: summary.invalidRows });
  else context.screen.notify(text.payouts.wouldSend(payable.totals.payouts, formatReais(payable.totals.sumCentavos)));
}

interface Judging {
  readonly flags: CheckFlags;
  readonly bound: BoundPayouts | undefined;
  /** What would be paid if the file is new. */
  readonly fresh: Payable;
  /** The run of the same file that was approved or submitted before. */
  readonly begun: RunRecord | undefined;
  readonly isAtItsEnd: boolean;
  readonly ruled: NewPayments | undefined;
}

/** Ends as `pix payouts run` would, in the same order. @throws its errors before it sends anything */
async function assertPayable(
  context: Context,
  { file, summary, payable, preflight: forecast }: Checked,
  { flags, bound, fresh, begun, isAtItsEnd, ruled }: Judging,
): Promise<void> {
  const { screen } = context;
  const journal = bound?.journal;
  const same = bound && { digest: summary.digest, account: bound.account.number };
  if (bound !== undefined) await meetForeign(bound, flags, summary.digest, { whenAllowed: 'ignore' });
  const isNew = begun === undefined;
  // Rows that are wrong in either way are named, so that all can be corrected at once; the first one is the error.
  if (isNew) reportTakenReferences(screen, payable);
  const wrong = fileFailure(file, flags, screen);
  if (wrong !== undefined) throw wrong;
  if (same !== undefined && journal !== undefined) assertRepeatable(screen, journal, flags, same, fresh);
  if (isNew && same !== undefined && journal !== undefined)
    assertNewNumber(screen, journal, flags, summary, same.account);
  const failure = isNew ? failureOfRows(screen, payable, flags) : undefined;
  if (failure !== undefined) throw failure;
  if (isAtItsEnd) return;
  if (payable.totals.payouts > 0) {
    if (isNew) {
      if (same !== undefined) journal?.approvals.assertNotRejected({ id: '', ...same });
      ruled?.assertMaySend();
    } else if (journal !== undefined && !hasOpenRows(journal, begun.id)) journal.approvals.assertMaySend(begun.id);
    const short = preflightFailure(forecast, screen.text);
    const isRefused = !isNew && journal !== undefined && hasRefusedRows(journal, begun.id);
    if (short !== undefined && !isRefused) throw short;
  }
  if (!isNew) return;
  const left = questionsLeft(payable, flags, same && journal && repeatedRun(journal, flags, same));
  const repeated = repetitionFailure(screen, payable, left);
  if (repeated !== undefined) throw repeated;
}

function isList({ format }: Screen): boolean {
  return format === 'csv' || format === 'tsv' || format === 'ndjson';
}

async function report(
  context: Context,
  checked: Checked,
  payouts: OpenPayouts | undefined,
  flags: CheckFlags,
  output: CheckOutput,
): Promise<void> {
  const { text } = context.screen;
  const { file, summary, payable, knownRun } = checked;
  reportNotices(context.screen, file.notices);
  const whom: RecipientPlan = { ...checked, recipients: payable.recipients, totals: payable.totals };
  const recipients =
    flags.rows === true ? payable.recipients.first.map((recipient) => recipientRow(recipient, whom)) : undefined;
  if (isList(context.screen)) {
    const rows = recipients ?? file.problems.map((problem) => problemRow(problem, text));
    const source = { batches: [rows], envelope: () => ({}), emptyMessage: '' };
    await output.list(source, []);
  } else {
    const style = await output.style();
    const plan = {
      ...checked,
      source: file.source,
      digest: summary.digest,
      runId: knownRun,
      leftOut: flags.onlyValid === true ? summary.invalidRows : 0,
    };
    if (output.isForPerson) {
      const { print, printLong } = context.screen;
      const isVerbose = context.session.flags.verbose === true;
      const problems = problemLines(file.problems, summary.problems, style);
      print(problems.map((line) => `${line}\n`).join(''));
      // What would be paid is of no interest before it can be.
      if (!isVerbose && fileFailure(file, flags, context.screen) !== undefined) return;
      if (whom.totals.payouts > 0) {
        await printLong(`${await recipientTable(whom, style, isVerbose ? Infinity : undefined)}\n`);
      }
      const lines = planLines(plan, payouts?.settings, style, isVerbose);
      print(planText(lines));
    } else {
      const row = checkRow(checked, text, [...earlierNotices(context, payable), ...warningNotices(context, payable)]);
      await output.one(recipients === undefined ? row : { ...row, recipients });
    }
  }
  if (knownRun === undefined) {
    if (payouts !== undefined) reportUnconfirmed(context.screen, payouts.journal, payable.open);
    reportEarlierRows(context.screen, payable, grantedRules(payable, flags));
  }
  reportWarnings(context.screen, payable);
}
