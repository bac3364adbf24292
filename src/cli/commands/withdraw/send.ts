import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import { contradicts } from '../../../payouts/engine/creation-outcome.ts';
import { OTHER_MARK } from '../../../payouts/payout-state.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { EarlierPayments, sentAtOf } from '../../../payouts/rules/earlier-payments.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { describeFailure } from '../../errors/failure.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import type { BoundPayouts } from '../../context/payouts/open-payouts.ts';
import { beginSinglePayout, type Attempt, type SinglePayout } from '../../../payouts/engine/one-payout.ts';
import { workOnRun } from '../../context/payouts/work-on-run.ts';
import { obtainCode } from './transfer-code.ts';

/** In these the withdrawal of a payout exists, and is known. */
const KNOWN_STATES: readonly string[] = ['paid', 'accepted', 'failed', 'resolved_paid'];

/**
 * Sends a payout through the journal, once. When its answer is lost, it is looked for.
 *
 * @returns with its withdrawal
 * @throws PixError when the service refused it, or it could not be sent: nothing happened
 * @throws CommandError outcome_unknown, proven_absent (exit 5), reference_in_use
 */
export async function sendSingle(
  context: Context,
  payouts: BoundPayouts,
  client: PixClient,
  single: SinglePayout,
  verificationCode: string | undefined,
): Promise<Attempt> {
  const { interruption } = context.host;
  const { text, isInteractive } = context.screen;
  const run = await beginSinglePayout(context, payouts, client, single);
  try {
    let attempt = await run.attempt(verificationCode);
    const wantsCode = attempt.error instanceof ApiError && attempt.error.code === 'verification_required';
    if (wantsCode && isInteractive && verificationCode === undefined) {
      // Refused for want of the code alone: nothing has happened, so it may be sent once more.
      const { amountCentavos, coverFee } = single;
      attempt = await run.attempt(await obtainCode(context, client, { amountCentavos, coverFee }));
    }
    const { payout, error } = attempt;
    if (KNOWN_STATES.includes(payout.state) && payout.code !== OTHER_MARK) return attempt;
    if (payout.state === 'duplicate') {
      throw usageError('reference_in_use', text.withdraw.referenceInUse(single.reference ?? ''));
    }
    if (payout.state === 'planned' || payout.state === 'refused') {
      interruption.throwIfAborted();
      throw error ?? notSettled(context.screen, payout, undefined);
    }
    if (attempt.answer === undefined) throw notSettled(context.screen, payout, error);
    const { id, value, pixKey } = attempt.answer;
    const { answeredEarlier, answeredOther } = text.withdraw;
    if (!contradicts(attempt.answer, payout, single.coverFee)) {
      throw notSettled(context.screen, { ...payout, reason: answeredEarlier(id) }, undefined);
    }
    context.screen.warn(text.withdraw.differs(formatReais(value), pixKey ?? text.words.unknown));
    throw notSettled(context.screen, { ...payout, reason: answeredOther(id) }, undefined);
  } finally {
    run.end();
  }
}

/**
 * The payout that holds a reference, looked for if nobody knows what became of it. Undefined when none does.
 *
 * @throws CommandError reference_taken when it is another payment; outcome_unknown, proven_absent (exit 5)
 */
export async function findEarlier(
  context: Context,
  payouts: BoundPayouts,
  client: PixClient,
  { reference, pixKey, pixKeyType, amountCentavos }: SinglePayout,
): Promise<PayoutRecord | undefined> {
  const { journal, account } = payouts;
  const holder = reference === undefined ? undefined : journal.holderOf(reference, account.number);
  if (holder === undefined || reference === undefined) return undefined;
  const isSame =
    holder.pixKey === pixKey && holder.pixKeyType === pixKeyType && holder.amountCentavos === amountCentavos;
  if (!isSame) {
    const complaint = context.screen.text.withdraw.referenceTaken(
      reference,
      formatReais(holder.amountCentavos),
      holder.pixKey,
    );
    throw usageError('reference_taken', complaint, { run: holder.runId, row: holder.row });
  }
  if (KNOWN_STATES.includes(holder.state)) return holder;
  // A run of many rows would send those that are left.
  if (journal.run(holder.runId).payouts > 1) throw notSettled(context.screen, holder, undefined);
  const lock = await journal.lockRun(holder.runId);
  try {
    await workOnRun(context, payouts, { lock, client, options: { resendsProvenAbsent: false }, isSingle: true });
  } finally {
    lock.release();
  }
  const now = journal.payout(holder);
  if (now.state === 'failed') return undefined;
  if (KNOWN_STATES.includes(now.state)) return now;
  throw notSettled(context.screen, now, undefined);
}

/**
 * A new reference may be an earlier one that a spreadsheet has rewritten; or its payment repeats one of the last weeks,
 * of which the person is told.
 *
 * @throws CommandError reference_rewritten
 */
export function assertNewReference(
  context: Context,
  { journal, account }: BoundPayouts,
  single: SinglePayout,
  isNew: boolean,
): void {
  if (single.reference === undefined) return;
  const found = new EarlierPayments(journal, account.number, context.host.now()).of(single);
  if (found === undefined) return;
  const { text, language } = context.screen;
  const { runId, row, reference = '' } = found.earlier;
  const date = new Date(sentAtOf(found.earlier)).toISOString();
  const when = formatMinute(date, language);
  if (found.kind === 'rewritten' && !isNew) {
    const complaint = text.withdraw.referenceRewritten(single.reference, reference, runId, when);
    throw usageError('reference_rewritten', complaint, { run: runId, row, reference, date });
  }
  context.screen.warn(text.withdraw.paidLately(runId, when));
}

/** Nobody knows what became of it, or nobody but a person can say what is to become of it. */
function notSettled({ text }: Screen, payout: PayoutRecord, error: unknown): CommandError {
  const { runId, row, state, amountCentavos, pixKey, code, reason } = payout;
  const failure = error === undefined ? undefined : describeFailure(error, text);
  const why = failure?.message ?? reason ?? code ?? text.statuses[state];
  const amount = formatReais(amountCentavos);
  const complaint =
    state === 'absent'
      ? text.withdraw.provenAbsent(amount, pixKey, runId)
      : text.withdraw.outcomeUnknown(why, amount, pixKey, runId);
  return new CommandError({
    ...complaint,
    code: state === 'absent' ? 'proven_absent' : 'outcome_unknown',
    exitCode: EXIT.unknownOutcome,
    details: {
      run: runId,
      row,
      reason: failure?.code ?? code,
      ...(failure?.status !== undefined && { status: failure.status }),
    },
    cause: error,
  });
}
