import type { Run } from '../../command/command.ts';
import { assertMayApprove, personOf } from '../../../payouts/approval/policy.ts';
import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import type { Context } from '../../context/context.ts';
import { withJournal, runOfThisService, type OpenJournal } from '../../context/payouts/open-payouts.ts';
import { ownKey, sign } from '../../context/signing.ts';
import { createPalette } from '../../output/palette.ts';
import { announcePolicy } from './policy.ts';
import { assertConsentPossible, obtainConsent, type ConsentFlags, showRecipients } from './plan.ts';
import { reportWarnings } from './row-notices.ts';
import { printStanding, standingSheet, type StandingRow, payableOfSubmitted, recipientsOf } from './standing.ts';
import type { approve, reject } from './command.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import { sayLines, singleLine } from '../../output/text-width.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { labelledLines } from '../../output/sheet.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';

/** `pix payouts approve RUN`: shows the run, asks for its sum, and signs it with the person's SSH key. Sends nothing. */
export const runApprove: Run<typeof approve, StandingRow> = async (context, flags, output) => {
  const { runId } = flags;
  assertConsentPossible(context.screen, flags);
  await withJournal(context, async (opened) => {
    const record = runOfThisService(opened, runId);
    assertApprover(context, opened, runId);
    const payable = await show(context, opened, runId, flags);
    await obtainConsent(context, record.amountCentavos, flags);
    const person = await signApproval(context, opened, runId);
    const standing = opened.journal.approvals.standing(runId);
    await printStanding(context, output, standing, payable);
    const { approval } = context.screen.text.payouts;
    const { missing, needed } = standing;
    context.screen.notify(approval.approved(runId, person));
    context.screen.notify(missing > 0 ? approval.stillMissing(missing) : approval.startWith(runId, needed));
  });
};

/** Signs again when another approval came first. */
async function signApproval(context: Context, opened: OpenJournal, runId: string): Promise<string> {
  const { approvals } = opened.journal;
  const prepared = approvals.prepareApproval(runId);
  const signature = await sign(context, NAMESPACES.approval, prepared.statement);
  return approvals.approve(prepared, signature) ?? signApproval(context, opened, runId);
}

/** Before a person reads a plan that is not theirs to approve; the signature decides. */
function assertApprover(context: Context, { journal }: OpenJournal, runId: string): void {
  const policy = journal.policies.current();
  if (policy === undefined) throw new PayoutError('the journal has no policy', { code: 'no_policy', runId });
  announcePolicy(context.screen, policy);
  const { submitters } = journal.approvals.standing(runId);
  const key = ownKey(context);
  if (key !== undefined) assertMayApprove(policy.policy, runId, personOf(policy.policy, key), submitters);
}

async function show(context: Context, opened: OpenJournal, runId: string, { yes }: ConsentFlags): Promise<Payable> {
  const { screen, host } = context;
  const { text, language, messageColumns: columns } = screen;
  const payable = await payableOfSubmitted(opened, runId, context);
  if (yes !== true) await showRecipients(context, recipientsOf(payable), true);
  const style = { text, language, columns, now: host.now(), palette: await createPalette(false) };
  const sheet = standingSheet(opened.journal.approvals.standing(runId), style);
  sayLines(sheet, yes === true ? screen.notify : screen.warn);
  reportWarnings(screen, payable);
  return payable;
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
    const { policies, rejections } = opened.journal;
    const record = runOfThisService(opened, runId);
    const policy = policies.current();
    announcePolicy(context.screen, policy);
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
  const { sheet, payments, rejection } = style.text.payouts;
  return labelledLines(
    [
      [sheet.run, run],
      [sheet.file, singleLine(file)],
      [sheet.all, `${payments(rows)} · ${formatReais(amount)}`],
      [rejection.labels.by, singleLine(rejectedBy)],
      [rejection.labels.reason, singleLine(reason)],
    ],
    style.palette,
    style.columns,
  );
}
