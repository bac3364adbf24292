import type { Run } from '../../command/command.ts';
import type { Standing } from '../../../payouts/approval/approvals.ts';
import { singleLine } from '../../output/text-width.ts';
import { formatIsoDay, formatMoment } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { labelledLines } from '../../output/sheet.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { type RecipientRow, recipientRow, recipientTable, type RecipientPlan } from './plan.ts';
import { warningNotices, reportWarnings } from './row-notices.ts';
import { withWithdrawals, historyFor } from '../../../payouts/rules/payment-warnings.ts';
import { payableOfRun, type Payable } from '../../../payouts/rules/payable.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { withJournal, type OpenJournal } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { announcePolicy } from './policy.ts';
import type { pending } from './command.ts';

/** A submitted run in machine formats. Amounts are centavos, times RFC 3339. */
export type StandingRow = ReturnType<typeof standingRow> & {
  readonly recipients?: readonly RecipientRow[];
  readonly notices?: ReturnType<typeof warningNotices>;
};

export const STANDING_FIELDS: Fields<StandingRow> = [
  ...ofKind('text', 'run', 'file', 'service', 'digest', 'rowsDigest'),
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'text' },
  { path: 'submittedAt', kind: 'time' },
  ...ofKind('text', 'user', 'host', 'submitter', 'submitters'),
  { path: 'needed', kind: 'count' },
  { path: 'approvers', kind: 'text' },
  { path: 'missing', kind: 'count' },
  { path: 'expiresAt', kind: 'time' },
  ...ofKind('text', 'recipients', 'notices'),
  { path: 'dueOn', kind: 'day' },
];

const STANDING_COLUMNS: readonly TableColumn[] = [
  { path: 'submittedAt', kind: 'minute', rank: 2 },
  { path: 'run', kind: 'text' },
  { path: 'file', kind: 'text', rank: 1, least: 12 },
  { path: 'rows', kind: 'count', rank: 4 },
  { path: 'amount', kind: 'money', rank: 0 },
  { path: 'submitter', kind: 'text', rank: 3 },
  { path: 'needed', kind: 'count', rank: 5 },
  { path: 'missing', kind: 'count' },
];

function standingRow(standing: Standing) {
  const { run, submission, submitters, needed, approvers, missing, expiresAt } = standing;
  return {
    run: run.id,
    file: run.source,
    service: run.origin,
    digest: run.digest,
    rowsDigest: submission.rowsDigest,
    rows: run.payouts,
    amount: run.amountCentavos,
    coverFee: run.coverFee,
    submittedAt: new Date(submission.at).toISOString(),
    user: submission.user,
    host: submission.host,
    submitter: submitterOf(standing),
    submitters,
    needed,
    approvers,
    missing,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    dueOn: run.dueOn,
  };
}

/** The people who have signed the submission; without a signature, the user and the machine. */
function submitterOf({ submitters, submission }: Pick<Standing, 'submitters' | 'submission'>): string {
  return submitters.length === 0 ? singleLine(`${submission.user}@${submission.host}`) : submitters.join(', ');
}

export function standingSheet(standing: Standing, { text, language, palette, columns }: HumanStyle): string {
  const { run, submission, needed, approvers, missing, expiresAt } = standing;
  const { sheet, payments, approval } = text.payouts;
  const labels = approval.labels;
  const moment = (ms: number) => formatMoment(new Date(ms).toISOString(), language);
  const by = submitterOf(standing);
  const machine = singleLine(`${submission.user}@${submission.host}`);
  const given = needed === 0 ? approval.noneNeeded : approval.given(needed - missing, needed, approvers);
  return labelledLines(
    [
      [sheet.run, run.id],
      [sheet.file, singleLine(run.source)],
      [sheet.at, run.origin],
      [sheet.all, `${payments(run.payouts)} · ${formatReais(run.amountCentavos)}`],
      [labels.submitted, `${moment(submission.at)}, ${by === machine ? by : `${by} (${machine})`}`],
      [labels.approvals, given],
      ...(run.dueOn === null ? [] : [[text.fields.dueOn, formatIsoDay(run.dueOn, language)] as const]),
      ...(expiresAt === null ? [] : [[labels.expires, moment(expiresAt)] as const]),
    ],
    palette,
    columns,
  );
}

/** `pix payouts pending [RUN]`: sends no request. */
export const runPending: Run<typeof pending, StandingRow> = async (context, { runId }, output) => {
  const { text } = context.screen;
  await withJournal(context, async (opened) => {
    const { journal } = opened;
    announcePolicy(context.screen, journal.policies.current());
    if (runId !== undefined) {
      journal.run(runId);
      await showOne(context, opened, journal.approvals.standing(runId), output);
      return;
    }
    const rows = journal.approvals.pending().map(standingRow);
    const { nonePending, ready } = text.payouts.approval;
    const footer = () => {
      const [first, ...others] = rows.filter(({ missing }) => missing === 0);
      return first === undefined ? '' : `${ready(1 + others.length, first.run)}\n`;
    };
    await output.list(
      { batches: [rows], envelope: (runs) => ({ runs }), emptyMessage: nonePending, footer },
      STANDING_COLUMNS,
    );
  });
};

async function showOne(context: Context, opened: OpenJournal, standing: Standing, output: Output<StandingRow>) {
  const { screen } = context;
  const payable = await payableOfSubmitted(opened, standing.run.id, context, Number.POSITIVE_INFINITY);
  const plan = recipientsOf(payable);
  const recipients = plan.recipients.first.map((recipient) => recipientRow(recipient, plan));
  if (output.isForPerson) {
    const style = await output.style();
    const table = `${await recipientTable(plan, style, Infinity)}\n`;
    await screen.printLong(table, `${standingSheet(standing, style)}\n${table}`);
  }
  await printStanding(context, output, standing, payable, { recipients });
  reportWarnings(screen, payable);
  notifyNext(screen, standing);
}

export async function printStanding(
  context: Context,
  output: Output<StandingRow>,
  standing: Standing,
  payable: Payable,
  listed: Pick<StandingRow, 'recipients'> = {},
): Promise<void> {
  const row = { ...standingRow(standing), ...listed, notices: warningNotices(context, payable) };
  await output.one(row, (style) => standingSheet(standing, style));
}

export function notifyNext({ text, notify }: Screen, { run, missing, needed }: Standing): void {
  const { approval } = text.payouts;
  notify(missing > 0 ? approval.approveWith(run.id, missing) : approval.startWith(run.id, needed));
}

/** What a submitted run would send, as an approver sees it. */
export async function payableOfSubmitted(
  { journal, pastWithdrawals }: OpenJournal,
  runId: string,
  { host }: Pick<Context, 'host'>,
  recipientsMaximum?: number,
): Promise<Payable> {
  const history = withWithdrawals(historyFor(journal, runId, host.now()), await pastWithdrawals());
  return payableOfRun(journal, runId, false, { recipientsMaximum, history });
}

/** The journal alone knows no fees. */
export function recipientsOf({ recipients, totals }: Payable): RecipientPlan {
  return { recipients, totals, preflight: { feePerPayoutCentavos: undefined } };
}
