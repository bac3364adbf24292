import type { PixClient } from '../../../client/client.ts';
import { ApiError, PixError } from '../../../client/errors.ts';
import type { Attempt, Resemblance, SingleOrder, SinglePayout } from '../../../payouts/engine/single-payout.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import type { RunLock } from '../../../payouts/journal/run-lock.ts';
import { repetitionCode, isUnsettled, type SentPayment } from '../../../payouts/rules/duplicates/sent-payment.ts';
import type { LikePayment } from '../../../payouts/rules/duplicates/like-payment.ts';
import { holderKind } from '../../../payouts/rules/duplicates/verdict.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import type { Context } from '../../context/context.ts';
import { permissionWord, permissionsOf, type Allowing } from '../../context/payouts/permissions.ts';
import { absentCode } from '../../../payouts/rules/permissions.ts';
import { dateOf, SINGLE_SOURCE, whenSent } from '../../context/payouts/describe-payout.ts';
import { isUnsent, watchRun } from '../../context/payouts/work-on-run.ts';
import type { Screen } from '../../context/screen.ts';
import { commandError, usageError, CommandError, EXIT } from '../../errors/command-error.ts';
import { describeFailure, withNothingSent } from '../../errors/failure.ts';
import { formatMinute, formatTime } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { payoutReason } from '../../output/human-value.ts';
import { obtainCode } from './transfer-code.ts';

export interface Sending {
  readonly context: Context;
  readonly journal: Journal;
  readonly client: PixClient;
  readonly order: SingleOrder;
  readonly payout: SinglePayout;
}

/**
 * Sends a payout through the journal, once. If its response is lost, the withdrawal is looked for.
 *
 * @param agreed what it was compared with before the user agreed to it
 * @returns the payout with its withdrawal
 * @throws PixError when the service refused it, or it could not be sent: nothing happened
 * @throws CommandError outcome_unknown, proven_absent (exit 5), reference_in_use
 */
export async function sendSingle(
  sending: Sending,
  verificationCode: string | undefined,
  agreed: Resemblance,
): Promise<Attempt> {
  const { context, client, order, payout } = sending;
  const lock = await payout.begin(agreed);
  try {
    let attempt = await attemptOnce(sending, lock, verificationCode);
    const requiresCode = attempt.error instanceof ApiError && attempt.error.code === 'verification_required';
    if (requiresCode && context.screen.isInteractive && verificationCode === undefined) {
      // It was refused because the code was missing, so nothing has happened and it may be sent again.
      attempt = await attemptOnce(sending, lock, await obtainCode(context, client, order));
    }
    if (attempt.kind === 'sent') return attempt;
    throw notSent(sending, attempt);
  } catch (error) {
    throw withNothingSent(error, () => isUnsent(sending.journal, lock.runId));
  } finally {
    payout.end(lock);
  }
}

/**
 * Reads what a withdrawal depends on, before it.
 *
 * @param account undefined: it is not known whose earlier commands are its own
 * @throws CommandError outcome_unknown (exit 5) when an earlier command for it has no confirmation, which a failure does
 *   not change
 */
export async function beforeSending<Found>(
  { context: { screen }, journal, order }: Pick<Sending, 'context' | 'journal' | 'order'>,
  account: number | undefined,
  read: () => Promise<Found>,
): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    const isAlike = (payout: PayoutRecord) => holderKind(order, payout) !== 'other';
    const same = journal.unconfirmed(account).find((payout) => {
      const { state, reference, runId } = payout;
      if (state === 'absent' || !isAlike(payout)) return false;
      return order.reference === undefined
        ? journal.run(runId).source === SINGLE_SOURCE
        : reference === order.reference;
    });
    if (same !== undefined && error instanceof PixError) throw notSettled(screen, journal, same, error);
    // Another account may prove to be this one.
    throw withNothingSent(error, () => !journal.unconfirmed().some(isAlike));
  }
}

async function attemptOnce({ context, journal, payout }: Sending, lock: RunLock, verificationCode: string | undefined) {
  const attempt = await watchRun(context, { journal, runId: lock.runId, isSingle: true }, (watching) =>
    payout.attempt(lock, verificationCode, watching),
  ).catch((error: unknown) => {
    throw paidMeanwhile(context.screen, error);
  });
  // Nothing has happened that an early exit would have to report.
  if (attempt.kind === 'unsent' || attempt.kind === 'duplicate') context.screen.exitReport.errorFor = undefined;
  return attempt;
}

/** The error of a payment made by hand since the comparison, without the run and the line that a withdrawal does not show. */
function paidMeanwhile({ text, language }: Screen, error: unknown): unknown {
  if (!(error instanceof PayoutError) || error.foreign?.isOfRow !== true) return error;
  const { valueCentavos, createdAt, id } = error.foreign.newest;
  const when = createdAt === null ? text.words.unknown : formatMinute(createdAt, language);
  const errorText = text.withdraw.paidMeanwhile(formatReais(valueCentavos), when, id);
  return new CommandError({ ...describeFailure(error, text), ...errorText, cause: error });
}

function notSent({ context, journal, order }: Sending, attempt: Attempt): PixError | CommandError {
  const { screen, host } = context;
  const { withdraw, words } = screen.text;
  const { kind, payout, answer, error, isContradicted } = attempt;
  if (kind === 'duplicate') {
    return usageError('reference_in_use', withdraw.referenceInUse(order.reference ?? ''));
  }
  if (kind === 'unsent') {
    host.interruption.throwIfAborted();
    return error ?? notSettled(screen, journal, payout, undefined);
  }
  if (answer === undefined) return notSettled(screen, journal, payout, error);
  const { answeredEarlier, answeredOther } = withdraw;
  const { id, value, pixKey } = answer;
  if (!isContradicted) return notSettled(screen, journal, payout, undefined, answeredEarlier(id));
  screen.warn(withdraw.differs(formatReais(value), pixKey ?? words.unknown));
  return notSettled(screen, journal, payout, undefined, answeredOther(id));
}

/**
 * The payout with the same reference; without a reference, an equal one whose outcome was unknown. If the outcome is unknown, it
 * is looked up first. Undefined if there is none.
 *
 * @param looks false in a dry run
 * @throws CommandError reference_taken when it is another payment; outcome_unknown, proven_absent (exit 5)
 */
export async function findEarlier(
  { context, journal, order, payout }: Sending,
  looks = true,
): Promise<PayoutRecord | undefined> {
  const { screen } = context;
  let standing = payout.referenceState();
  // Resuming a run of many rows would send the remaining ones.
  if (looks && standing.kind === 'open' && standing.isAlone) {
    const { holder } = standing;
    standing = await watchRun(context, { journal, runId: holder.runId, isSingle: true }, (watching) =>
      payout.lookFor(holder, watching),
    );
  }
  if (standing.kind === 'free') return undefined;
  const { kind, holder } = standing;
  if (kind === 'sent') return holder;
  if (kind === 'open') throw notSettled(screen, journal, holder, undefined);
  const { referenceTaken } = screen.text.withdraw;
  const errorText = referenceTaken(order.reference ?? '', formatReais(holder.amountCentavos), holder.pixKey);
  throw usageError('reference_taken', errorText, { run: holder.runId, row: holder.row });
}

/**
 * A payment is refused when it is like one of the last hours, no reference distinguishes the two, nothing allows it and
 * no question will be asked. While a run may still send the other one, no answer allows it.
 *
 * @throws CommandError paid_before
 */
export function assertNotRepeated(
  { context, order }: Sending,
  like: LikePayment | undefined,
  permission: Allowing | 'asked',
): void {
  if (like?.needsConsent !== true) return;
  const { text } = context.screen;
  const { payout, failedUntilMs, isElsewhere } = like;
  if (isElsewhere !== true && payout !== undefined && isUnsettled(like)) {
    const { runId } = payout;
    throw usageError('paid_before', text.withdraw.equalUnsettled(runId), { id: null, run: runId, date: dateOf(like) });
  }
  const code = repetitionCode(order, like);
  if (permission === 'asked' || permissionsOf(permission).allows('repeated', code)) return;
  const allow = permissionWord('repeated', code);
  const facts = [formatReais(order.amountCentavos), order.pixKey, whenSent(context.screen, like)] as const;
  const { paidBefore, paidElsewhere, failedBefore } = text.withdraw;
  const complaint =
    failedUntilMs !== undefined
      ? failedBefore(...facts, formatTime(new Date(failedUntilMs)), allow)
      : isElsewhere === true
        ? paidElsewhere(...facts, payout?.runId ?? '', allow)
        : paidBefore(...facts, nameOf(like), allow);
  const details = { id: like.withdrawalId ?? null, run: payout?.runId ?? null, date: dateOf(like), allow };
  throw usageError('paid_before', complaint, details);
}

/** What it can be looked up by. */
export function nameOf({ withdrawalId, payout }: SentPayment): string {
  return withdrawalId ?? payout?.runId ?? '';
}

/** A new reference may be an earlier one that a spreadsheet has rewritten. @throws CommandError reference_rewritten */
export function assertNotRewritten({ context, order }: Sending, { earlier: found }: Resemblance, flags: Allowing) {
  if (found?.kind !== 'rewritten') return;
  const { earlier } = found;
  const code = repetitionCode(order, earlier);
  if (permissionsOf(flags).allows('reference', code)) return;
  const allow = permissionWord('reference', code);
  const { runId = '', row, reference = '' } = earlier.payout ?? {};
  const { referenceRewritten } = context.screen.text.withdraw;
  const when = whenSent(context.screen, earlier);
  const errorText = referenceRewritten(order.reference ?? '', reference, runId, when, allow);
  throw usageError('reference_rewritten', errorText, { run: runId, row, reference, date: dateOf(earlier), allow });
}

/** A copy of a request that was refused some minutes ago may still be paid. */
export function warnOfCopy({ context, payout }: Sending): void {
  const refused = payout.earlierRefusal();
  if (refused !== undefined) context.screen.warn(context.screen.text.withdraw.refusedLately(refused.runId));
}

/** The outcome is unknown, or requires a person's decision. */
function notSettled({ text }: Screen, journal: Journal, payout: PayoutRecord, error: unknown, words?: string) {
  const { runId, row, state, amountCentavos, pixKey, code, reason, answeredId } = payout;
  const failure = error === undefined ? undefined : describeFailure(error, text);
  const reasonWords = words ?? payoutReason({ status: state, code, reason }, text);
  const why = failure?.message ?? reasonWords ?? text.statuses.payout[state];
  const amount = formatReais(amountCentavos);
  const allow = state === 'absent' ? permissionWord('absent', absentCode(journal, runId)) : undefined;
  const errorText =
    allow !== undefined
      ? text.withdraw.provenAbsent(amount, pixKey, runId, answeredId, allow)
      : text.withdraw.outcomeUnknown(why, amount, pixKey, runId);
  return commandError(EXIT.unknownOutcome, state === 'absent' ? 'proven_absent' : 'outcome_unknown', errorText, {
    details: { run: runId, row, reason: failure?.code ?? code, status: failure?.status, allow },
    cause: error,
  });
}
