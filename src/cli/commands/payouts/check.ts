import type { FeeRule } from '../../../payouts/files/batch-summary.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { FORECAST_FIELDS, forecastRow } from '../forecast.ts';
import {
  earlierNotices,
  reportEarlierRows,
  warningNotices,
  reportWarnings,
  noticeRow,
  problemRow,
  problemLines,
  reportNotices,
  type ProblemRow,
} from './row-notices.ts';
import { type PayoutFile, assertReadable, openPayoutFile } from './read-file.ts';
import { type RecipientRow, recipientRow, recipientTable, type RecipientPlan, planLines } from './plan.ts';
import type { PixClient } from '../../../client/client.ts';
import { PixError } from '../../../client/errors.ts';
import { feeRuleOf, type AccountPayouts } from '../../../payouts/account-payouts.ts';
import { comparedAt } from '../../../payouts/accounts/newest-page.ts';
import { judgeFile, type JudgedFile } from '../../../payouts/engine/staged-batch.ts';
import { objectionsTo } from '../../../payouts/rules/objections.ts';
import { grantedRules } from '../../../payouts/rules/permissions.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { planText } from '../../output/money-source.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { wrappedLines } from '../../output/text-width.ts';
import type { Output } from '../../output/output.ts';
import { payoutsOf, lookAtBalance } from '../../context/payouts/bind-account.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { termsOf } from '../../context/payouts/permissions.ts';
import { reportNumber, reportTakenReferences, objectionError } from './objections.ts';
import { reportRepetition, reportUnconfirmed } from './run-sheet.ts';
import { onAnyDay, readDueOn } from './schedule.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { check as declared } from './command.ts';

/** The choices of `--fields` for a check. Lists are chosen whole. */
export type CheckRow = ReturnType<typeof checkRow> & { readonly recipients?: readonly RecipientRow[] };

export const CHECK_FIELDS: Fields<CheckRow> = [
  ...ofKind('text', 'file', 'digest', 'encoding', 'format'),
  ...ofKind('count', 'rows', 'validRows', 'invalidRows'),
  { path: 'amount', kind: 'money' },
  { path: 'knownRun', kind: 'text' },
  { path: 'alreadyPaid.rows', kind: 'count' },
  { path: 'alreadyPaid.amount', kind: 'money' },
  { path: 'toPay.rows', kind: 'count' },
  { path: 'toPay.amount', kind: 'money' },
  ...ofKind('count', 'toPay.recipients', 'toPay.newRecipients'),
  { path: 'fees', kind: 'money' },
  ...FORECAST_FIELDS,
  ...ofKind('data', 'checks', 'problems'),
  { path: 'problemsOmitted', kind: 'count' },
  ...ofKind('data', 'notices', 'recipients'),
];

/** Everything known about a file. Amounts are centavos; null when the service did not report them. */
type Checked = JudgedFile & { readonly file: PayoutFile };

function checkRow({ file, summary, payable, forecast, knownRun }: Checked, screen: Screen) {
  const { text } = screen;
  return {
    file: file.source,
    digest: summary.digest,
    encoding: summary.encoding ?? null,
    format: summary.format?.kind ?? null,
    rows: summary.rows,
    validRows: summary.validRows,
    invalidRows: summary.invalidRows,
    amount: summary.totals.sumCentavos,
    knownRun: knownRun?.id ?? null,
    alreadyPaid: { rows: payable.alreadyPaid.payouts, amount: payable.alreadyPaid.amountCentavos },
    toPay: {
      rows: payable.totals.payouts,
      amount: payable.totals.sumCentavos,
      recipients: payable.recipients.keys,
      newRecipients: payable.recipients.newKeys ?? null,
    },
    fees: forecast.feesCentavos ?? null,
    ...forecastRow(forecast),
    checks: forecast.checks.map(({ name, verdict, neededCentavos, availableCentavos }) => ({
      check: name,
      verdict,
      needed: neededCentavos ?? null,
      available: availableCentavos ?? null,
    })),
    problems: file.problems.map((problem) => problemRow(problem, text)),
    problemsOmitted: summary.problems - file.problems.length,
    notices: [
      ...file.notices.map((notice) => noticeRow(notice, text)),
      ...earlierNotices(screen, payable),
      ...warningNotices(screen, payable),
    ],
  };
}

/**
 * Row formats contain the problems, or with `--rows` the rows to pay. JSON contains everything, and a person sees both.
 */
type CheckOutput = Output<CheckRow | ProblemRow | RecipientRow>;

type CheckFlags = OptionsOf<typeof declared>;

/** `pix payouts check FILE`: sends nothing. */
export async function run(context: Context, flags: CheckFlags, output: CheckOutput): Promise<void> {
  await assertReadable(context.screen, flags);
  if (!flags.account) return check(context, flags, output, feeRuleOf(flags.coverFee), undefined);
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const feeRule = feeRuleOf(flags.coverFee, settings.coverFee);
  return withPayouts(context, (opened) =>
    check(context, flags, output, feeRule, { client, opened, payouts: payoutsOf(context, opened, client) }),
  );
}

interface Account {
  readonly client: PixClient;
  readonly opened: OpenPayouts;
  readonly payouts: AccountPayouts;
}

async function check(
  context: Context,
  flags: CheckFlags,
  output: CheckOutput,
  feeRule: FeeRule,
  account: Account | undefined,
): Promise<void> {
  const { text } = context.screen;
  const dueOn = readDueOn(context, flags.on);
  const balance = account === undefined ? undefined : await lookAtBalance(context.screen, account.client);
  const file = await openPayoutFile(context, flags, feeRule, balance, account?.opened.settings);
  const journal = account?.opened.journal;
  const bound = await account?.payouts.bind(undefined).catch((error: unknown) => {
    // Without earlier payments, there is nothing to compare the file with.
    if (error instanceof PixError && !account.opened.journal.hasRuns()) return undefined;
    throw error;
  });
  const judged = await judgeFile({
    ...{ reading: file.reading, terms: termsOf(flags), balance, journal, account: bound },
    past: account && (await account.opened.pastWithdrawals(bound?.newest.rows)),
    recipientsMaximum: flags.rows === true ? Number.POSITIVE_INFINITY : undefined,
    nowMs: bound === undefined ? context.host.now() : comparedAt(bound.newest, context.host.clock),
    signal: context.host.interruption,
  });
  const { summary, fresh, payable, knownRun, isAtItsEnd, forecast } = judged;
  const [first] = objectionsTo({ ...judged, forecast: dueOn === undefined ? forecast : onAnyDay(forecast) });
  await report(context, { ...judged, file }, account?.opened, flags, output, first?.step === 'file');
  if (knownRun !== undefined && !isAtItsEnd) context.screen.notify(text.payouts.knownFile(knownRun.id));
  if (bound !== undefined)
    account?.payouts.meetForeign(bound, termsOf(flags), summary.digest, { whenAllowed: 'ignore' });
  if (bound !== undefined && knownRun !== undefined)
    await account?.payouts.assertNotPaidSince(knownRun, bound, termsOf(flags));
  // Rows that are wrong in either way are named, so that all can be corrected at once; the first one is the error.
  if (judged.begunRunId === undefined) reportTakenReferences(context.screen, payable);
  if (first?.step !== 'file') reportNumber(context.screen, judged);
  if (first !== undefined) throw objectionError(context.screen, first, { file, candidate: judged });
  if (isAtItsEnd && journal !== undefined && knownRun !== undefined)
    reportRepetition(context.screen, journal, knownRun, { fresh, leftOut: summary.invalidRows });
  else context.screen.notify(text.payouts.wouldSend(payable.totals.payouts, formatReais(payable.totals.sumCentavos)));
}

async function report(
  context: Context,
  checked: Checked,
  payouts: OpenPayouts | undefined,
  flags: CheckFlags,
  output: CheckOutput,
  isRefused: boolean,
): Promise<void> {
  const { text } = context.screen;
  const { file, summary, payable, forecast, knownRun } = checked;
  reportNotices(context.screen, file);
  const whom: RecipientPlan = { ...payable, preflight: forecast };
  const recipients =
    flags.rows === true ? payable.recipients.first.map((recipient) => recipientRow(recipient, whom)) : undefined;
  const { format } = context.screen;
  if (format === 'csv' || format === 'tsv' || format === 'ndjson') {
    const rows = recipients ?? file.problems.map((problem) => problemRow(problem, text));
    await output.list({ batches: [rows], envelope: () => ({}) }, []);
  } else if (output.isForPerson) {
    const style = await context.screen.style();
    const { print, printLong } = context.screen;
    const isVerbose = context.session.flags.verbose === true;
    print(wrappedLines(problemLines(file.problems, summary, style)));
    // What would be paid is of no interest before it can be.
    if (!isVerbose && isRefused) return;
    if (whom.totals.payouts > 0) {
      await printLong(`${await recipientTable(whom, style, isVerbose ? Infinity : undefined)}\n`);
    }
    const leftOut = flags.onlyValid === true ? summary.invalidRows : 0;
    const runId = checked.begunRunId;
    const plan = { source: file.source, digest: summary.digest, runId, payable, preflight: forecast, leftOut };
    print(planText(planLines(plan, payouts?.settings, style, isVerbose)));
  } else {
    await output.one({ ...checkRow(checked, context.screen), ...(recipients !== undefined && { recipients }) });
  }
  if (knownRun === undefined) {
    if (payouts !== undefined) reportUnconfirmed(context.screen, payouts.journal, payable.open);
    reportEarlierRows(context.screen, payable, grantedRules(payable, termsOf(flags)));
  }
  reportWarnings(context.screen, payable);
}
