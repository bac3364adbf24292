import type { Run } from '../../command/command.ts';
import { missingAt, type Standing as StoredStanding } from '../../../payouts/approval/approvals.ts';
import { assertMayApprove, personOf } from '../../../payouts/approval/policy.ts';
import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { groupTally, type RunRecord } from '../../../payouts/journal/records.ts';
import { startOf } from '../../../payouts/policy-day.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Context } from '../../context/context.ts';
import { withJournal, runOfThisService, type OpenJournal } from '../../context/payouts/open-payouts.ts';
import type { Screen } from '../../context/screen.ts';
import { ownKey, sign } from '../../context/signing.ts';
import { usageError } from '../../errors/command-error.ts';
import { formatIsoDay, formatMoment, isoTime } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import type { Output } from '../../output/output.ts';
import { labelledLines } from '../../output/sheet.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import { sayLines, singleLine, wrappedLines } from '../../output/text-width.ts';
import type { approve, pending, reject } from './command.ts';
import {
  assertConsentPossible,
  obtainConsent,
  payableNow,
  type ConsentFlags,
  recipientRow,
  recipientTable,
  type RecipientRow,
  showRecipients,
} from './plan.ts';
import { announcedPolicy, requiredPolicy } from './policy.ts';
import { reportWarnings, warningNotices } from './row-notices.ts';

/** A submitted run in machine formats. Amounts are centavos, times RFC 3339. */
export type StandingRow = ReturnType<typeof standingRow> & {
  readonly recipients?: readonly RecipientRow[];
  readonly notices?: ReturnType<typeof warningNotices>;
};

export const STANDING_FIELDS: Fields<StandingRow> = [
  ...ofKind('text', 'run', 'file', 'service', 'digest', 'rowsDigest'),
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'flag' },
  { path: 'submittedAt', kind: 'time' },
  ...ofKind('text', 'user', 'host', 'submitter'),
  { path: 'submitters', kind: 'data' },
  { path: 'needed', kind: 'count' },
  { path: 'approvers', kind: 'data' },
  { path: 'missing', kind: 'count' },
  { path: 'expiresAt', kind: 'time' },
  ...ofKind('data', 'recipients', 'notices'),
  { path: 'dueOn', kind: 'day' },
  { path: 'lapsed', kind: 'data' },
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

/** With the approvals that no longer count. */
type Standing = ReturnType<typeof shownStanding>;

function shownStanding({ approvals }: Journal, standing: StoredStanding) {
  return { ...standing, lapsed: approvals.lapsed(standing) };
}

export function standingOf(journal: Journal, runId: string): Standing {
  return shownStanding(journal, journal.approvals.standing(runId));
}

function standingRow(standing: Standing) {
  const { run, submission, submitters, needed, approvers, missing, expiresAt, lapsed } = standing;
  return {
    run: run.id,
    file: run.source,
    service: run.origin,
    digest: run.digest,
    rowsDigest: submission.rowsDigest,
    rows: run.payouts,
    amount: run.amountCentavos,
    coverFee: run.coverFee,
    submittedAt: isoTime(submission.at),
    user: submission.user,
    host: submission.host,
    submitter: submitterOf(standing),
    submitters,
    needed,
    approvers,
    missing,
    expiresAt: expiresAt === null ? null : isoTime(expiresAt),
    dueOn: run.dueOn,
    lapsed: lapsed.map((approval) => ({ ...approval, expiresAt: isoTime(approval.expiresAt) })),
  };
}

/** The people who have signed the submission; without a signature, the user and the machine. */
function submitterOf({ submitters, submission }: Pick<Standing, 'submitters' | 'submission'>): string {
  return submitters.length === 0 ? singleLine(`${submission.user}@${submission.host}`) : submitters.join(', ');
}

function standingSheet(standing: Standing, { totals }: Payable, style: HumanStyle): string {
  const { text, language } = style;
  const { run, submission, needed, approvers, missing, expiresAt, lapsed } = standing;
  const { fields, lists } = text;
  const { payments, approval } = text.payouts;
  const { approval: labels } = text.labels;
  const moment = (ms: number) => formatMoment(ms, language);
  const by = submitterOf(standing);
  const machine = singleLine(`${submission.user}@${submission.host}`);
  const given = needed === 0 ? approval.noneNeeded : approval.given(needed - missing, needed, approvers);
  const lines = [
    [fields.run, run.id],
    [fields.file, singleLine(run.source)],
    [fields.service, run.origin],
    [lists.total, `${payments(run.payouts)} · ${formatReais(run.amountCentavos)}`],
    ...(totals.payouts === run.payouts
      ? []
      : [[labels.left, `${payments(totals.payouts)} · ${formatReais(totals.sumCentavos)}`] as const]),
    [labels.submitted, `${moment(submission.at)}, ${by === machine ? by : `${by} (${machine})`}`],
    [labels.approvals, given],
    ...lapsed.map(({ by, why, expiresAt: until }) => {
      return [labels.lapsed, `${singleLine(by)}: ${approval.lapsed[why](moment(until))}`] as const;
    }),
    ...(run.dueOn === null ? [] : [[fields.dueOn, formatIsoDay(run.dueOn, language)] as const]),
    ...(expiresAt === null ? [] : [[labels.expires, moment(expiresAt)] as const]),
  ] as const;
  return labelledLines(lines, style);
}

/** `pix payouts pending [RUN]`: sends no request. */
export const runPending: Run<typeof pending, StandingRow> = async (context, { runId }, output) => {
  const { text } = context.screen;
  await withJournal(context, async (opened) => {
    const { journal } = opened;
    announcedPolicy(context.screen, journal);
    if (runId !== undefined) {
      journal.run(runId);
      await showOne(context, opened, standingOf(journal, runId), output);
      return;
    }
    const standings = journal.approvals.pending().map((standing) => shownStanding(journal, standing));
    const rows = standings.map(standingRow);
    const { nonePending, ready } = text.payouts.approval;
    const footer = () => {
      const approved = standings.filter(({ missing }) => missing === 0);
      const [expiring, lasting] = [approved.filter(expiresBefore), approved.filter((one) => !expiresBefore(one))];
      const lines = expiring.map((standing) => nextStep(context.screen, standing));
      const [first] = lasting;
      if (first !== undefined) lines.push(ready(lasting.length, first.run.id, first.run.dueOn));
      return wrappedLines(lines);
    };
    await output.list(
      { batches: [rows], envelope: (runs) => ({ runs }), emptyMessage: nonePending, footer },
      STANDING_COLUMNS,
    );
  });
};

async function showOne(context: Context, opened: OpenJournal, standing: Standing, output: Output<StandingRow>) {
  const { screen } = context;
  const payable = await payableNow(context, opened, standing.run.id, false, { recipientsMaximum: Infinity });
  const recipients = payable.recipients.first.map((recipient) => recipientRow(recipient, {}));
  if (output.isForPerson && recipients.length > 0) {
    const style = await screen.style();
    const table = `${await recipientTable(payable, style, Infinity)}\n`;
    await screen.printLong(table, `${standingSheet(standing, payable, style)}\n${table}`);
  }
  await printStanding(context, output, standing, payable, { recipients });
  reportWarnings(screen, payable);
  if (isDone(opened, standing.run.id, payable)) screen.notify(screen.text.payouts.approval.done(standing.run.id));
  else notifyNext(screen, standing);
}

export async function printStanding(
  { screen }: Pick<Context, 'screen'>,
  output: Output<StandingRow>,
  standing: Standing,
  payable: Payable,
  listed: Pick<StandingRow, 'recipients'> = {},
): Promise<void> {
  const row = { ...standingRow(standing), ...listed, notices: warningNotices(screen, payable) };
  await output.one(row, (style) => standingSheet(standing, payable, style));
}

export function notifyNext(screen: Screen, standing: Standing): void {
  screen.notify(nextStep(screen, standing));
}

/** Whether approvals that a run has now will be missing when its day begins. */
function expiresBefore(standing: Standing): boolean {
  const { dueOn } = standing.run;
  return dueOn !== null && missingAt(standing, startOf(dueOn)) > standing.missing;
}

function nextStep({ text }: Screen, standing: Standing): string {
  const { run, missing, needed } = standing;
  const { approval } = text.payouts;
  if (missing > 0) return approval.approveWith(run.id, missing);
  if (run.dueOn === null || !expiresBefore(standing)) return approval.startWith(run.id, needed, run.dueOn);
  return approval.expiring(run.id, run.dueOn);
}

/** `pix payouts approve RUN`: shows the run, asks for its sum, and signs it with the person's SSH key. Sends nothing. */
export const runApprove: Run<typeof approve, StandingRow> = async (context, flags, output) => {
  const { runId } = flags;
  assertConsentPossible(context.screen, flags);
  await withJournal(context, async (opened) => {
    const record = runOfThisService(opened, runId);
    assertApprover(context, opened, runId);
    const payable = await payableNow(context, opened, runId, false);
    if (isDone(opened, runId, payable)) {
      await printStanding(context, output, standingOf(opened.journal, runId), payable);
      context.screen.notify(context.screen.text.payouts.approval.done(runId));
      return;
    }
    await show(context, opened, runId, payable, flags);
    await obtainConsent(context, record.amountCentavos, flags);
    const person = await signApproval(context, opened, runId);
    const standing = standingOf(opened.journal, runId);
    await printStanding(context, output, standing, payable);
    const { approval } = context.screen.text.payouts;
    const { missing } = standing;
    context.screen.notify(approval.approved(runId, person));
    // The next one is another person's.
    context.screen.notify(missing > 0 ? approval.stillMissing(missing) : nextStep(context.screen, standing));
  });
};

/** Whether all of it has ended, so that an approval would be of nothing. What other runs have paid ends with a resume. */
function isDone({ journal }: OpenJournal, runId: string, { totals }: Payable): boolean {
  const tally = journal.tally(runId);
  const left = groupTally(tally, 'notSent').payouts + groupTally(tally, 'open').payouts;
  return left + totals.payouts === 0;
}

/** Signs again when another approval came first. */
async function signApproval(context: Context, opened: OpenJournal, runId: string): Promise<string> {
  const { approvals } = opened.journal;
  const prepared = approvals.prepareApproval(runId);
  const signature = await sign(context, NAMESPACES.approval, prepared.statement);
  return approvals.approve(prepared, signature) ?? signApproval(context, opened, runId);
}

/** Before a person reads a plan that is not theirs to approve; the signature decides. */
function assertApprover(context: Context, { journal }: OpenJournal, runId: string): void {
  const policy = requiredPolicy(context.screen, journal, runId);
  const { submitters } = journal.approvals.standing(runId);
  const key = ownKey(context);
  if (key !== undefined) assertMayApprove(policy.policy, runId, personOf(policy.policy, key), submitters);
  journal.approvals.assertPossible(runId, policy);
}

async function show(
  context: Context,
  opened: OpenJournal,
  runId: string,
  payable: Payable,
  { yes }: ConsentFlags,
): Promise<void> {
  const { screen } = context;
  if (yes !== true) await showRecipients(context, payable, true);
  const sheet = standingSheet(standingOf(opened.journal, runId), payable, screen.messageStyle);
  sayLines(sheet, yes === true ? screen.notify : screen.warn);
  reportWarnings(screen, payable);
}

/** A rejected run in machine formats. Amounts are centavos. */
type RejectedRow = ReturnType<typeof rejectedRow>;

export const REJECTED_FIELDS: Fields<RejectedRow> = [
  ...ofKind('text', 'run', 'file'),
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  ...ofKind('text', 'rejectedBy', 'reason'),
];

const REASON_CHARACTERS_MAXIMUM = 200;

/** `pix payouts reject RUN --reason TEXT`: withdraws a submitted run. Sends nothing. */
export const runReject: Run<typeof reject, RejectedRow> = async (context, { runId, reason }, output) => {
  const why = readReason(runId, reason, context.screen);
  await withJournal(context, async (opened) => {
    const { rejections } = opened.journal;
    const record = runOfThisService(opened, runId);
    const policy = announcedPolicy(context.screen, opened.journal);
    const prepared = rejections.prepare(runId, why);
    const signature = policy === undefined ? null : await sign(context, NAMESPACES.rejection, prepared.statement);
    const person = rejections.reject(prepared, signature);
    const row = rejectedRow(record, person, why);
    await output.one(row, (style) => rejectedSheet(row, style));
    context.screen.notify(context.screen.text.payouts.rejection.rejected(runId, person));
  });
};

function readReason(runId: string, typed: string | undefined, { text }: Screen): string {
  const reason = typed?.trim() ?? '';
  const { reasonRequired, invalidReason } = text.payouts.rejection;
  if (reason === '') throw usageError('reason_required', reasonRequired(runId));
  if (reason.length <= REASON_CHARACTERS_MAXIMUM && !/\p{Cc}/u.test(reason)) return reason;
  throw usageError('invalid_reason', invalidReason(REASON_CHARACTERS_MAXIMUM));
}

function rejectedRow({ id, source, payouts, amountCentavos }: RunRecord, rejectedBy: string, reason: string) {
  return { run: id, file: source, rows: payouts, amount: amountCentavos, rejectedBy, reason };
}

function rejectedSheet({ run, file, rows, amount, rejectedBy, reason }: RejectedRow, style: HumanStyle): string {
  const { fields, lists, payouts } = style.text;
  const lines = [
    [fields.run, run],
    [fields.file, singleLine(file)],
    [lists.total, `${payouts.payments(rows)} · ${formatReais(amount)}`],
    [payouts.rejection.by, singleLine(rejectedBy)],
    [fields.reason, singleLine(reason)],
  ] as const;
  return labelledLines(lines, style);
}
