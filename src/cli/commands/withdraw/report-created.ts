import { PixError } from '../../../client/errors.ts';
import { storeEnd } from '../../../payouts/engine/follow.ts';
import { factsOf, type PayoutRecord } from '../../../payouts/journal/records.ts';
import { commandError, EXIT, type CommandError } from '../../errors/command-error.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import type { Screen } from '../../context/screen.ts';
import { describeFailure } from '../../errors/failure.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { followStatus } from '../../output/lists/watch.ts';
import type { Output } from '../../output/output.ts';
import { permissionWord } from '../../context/payouts/permissions.ts';
import { repetitionCode, sentPaymentOf } from '../../../payouts/rules/duplicates/sent-payment.ts';
import type { Attempt, SingleOrder } from '../../../payouts/engine/single-payout.ts';
import { ClosedPipe } from '../../context/host.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { Sending } from './send.ts';
import { createdLines, type ShownWithdrawal, withdrawalFailed } from './withdrawal-sheet.ts';

interface Reporting extends Sending {
  readonly output: Output<ShownWithdrawal>;
  readonly flags: { readonly wait?: boolean; readonly copy?: boolean };
}

/** Shows the withdrawal of a payout. @throws CommandError withdrawal_failed, not_followed, paid_twice */
export async function reportCreated(
  reporting: Reporting,
  { payout, answer: given, isPaidTwice }: Attempt,
): Promise<void> {
  // The withdrawal was looked for when the answer named another one.
  const answer = given?.id === payout.withdrawal?.id ? given : undefined;
  const { context } = reporting;
  const { text, exitReport } = context.screen;
  const id = answer?.id ?? payout.withdrawal?.id ?? '';
  const details = { id, value: answer?.value ?? payout.withdrawal?.valueCentavos ?? null };
  exitReport.errorFor = (reason) => {
    const sum = formatReais(answer?.value ?? payout.amountCentavos);
    return commandError(EXIT.unknownOutcome, 'created_untold', text.errors.createdUnreported(id, sum, reason), {
      details,
    });
  };
  if (answer === undefined) context.screen.warn(text.withdraw.found(id, given !== undefined));
  await report(reporting, payout, answer ?? (await lookUp(reporting, payout)));
  if (isPaidTwice) throw paidTwice(payout, text);
}

/** Shows the withdrawal of an earlier command; nothing was sent now. @throws as {@link reportCreated} */
export async function reportEarlier(reporting: Reporting, payout: PayoutRecord): Promise<void> {
  const { screen } = reporting.context;
  warnOfEarlier(screen, payout, reporting.order);
  await report(reporting, payout, await lookUp(reporting, payout));
  if (payout.secondWithdrawalId !== null) throw paidTwice(payout, screen.text);
}

function paidTwice({ runId, withdrawal, secondWithdrawalId }: PayoutRecord, text: Catalogue): CommandError {
  const details = { run: runId, id: withdrawal?.id ?? null, secondId: secondWithdrawalId };
  return commandError(EXIT.unknownOutcome, 'paid_twice', text.payouts.paidTwice(1, runId), { details });
}

export function warnOfEarlier({ text, warn }: Screen, earlier: PayoutRecord, order: SingleOrder): void {
  const { reference, withdrawal } = earlier;
  const id = withdrawal?.id ?? '';
  const { foundEarlier, sentBefore } = text.withdraw;
  const word = permissionWord('repeated', repetitionCode(order, sentPaymentOf(earlier)));
  warn(reference === undefined ? foundEarlier(id, word) : sentBefore(reference, id));
}

async function report(reporting: Reporting, payout: PayoutRecord, created: ShownWithdrawal): Promise<void> {
  const { context, journal, client, flags, output } = reporting;
  const { text } = context.screen;
  let withdrawal = created;
  let failure: CommandError | undefined;
  try {
    if (flags.wait === true) {
      const read = () => client.withdraws.get(created.id);
      for await (const seen of followStatus(context, await read(), read, text.withdraw.waiting)) {
        withdrawal = seen;
        storeEnd(journal, payout, factsOf(seen));
      }
    }
  } catch (error) {
    failure = notFollowed(error, created.id, text);
  }
  await print(reporting, withdrawal);
  if (failure !== undefined) throw failure;
  if (withdrawal.status === 'FAILED') throw withdrawalFailed(withdrawal, text);
  // The result for a person says it.
  const isSaid = output.isForPerson || withdrawal.status === 'COMPLETED';
  if (!isSaid) context.screen.notify(text.withdraw.outcome(withdrawal.id));
}

/** The current withdrawal, or the facts in the journal if the service does not return it. */
async function lookUp({ client }: Reporting, payout: PayoutRecord): Promise<ShownWithdrawal> {
  const { withdrawal, amountCentavos, pixKey } = payout;
  const id = withdrawal?.id ?? '';
  try {
    return await client.withdraws.get(id);
  } catch (error) {
    if (!(error instanceof PixError)) throw error;
    return {
      id,
      value: withdrawal?.valueCentavos ?? amountCentavos,
      fee: withdrawal?.feeCentavos ?? null,
      sent: withdrawal?.sentCentavos ?? null,
      status: withdrawal?.status ?? null,
      pixKey,
      failureReason: withdrawal?.failureReason ?? null,
    };
  }
}

/** Money has moved, so a closed stdout must be reported. */
async function print(reporting: Reporting, withdrawal: ShownWithdrawal): Promise<void> {
  const { context, output, flags } = reporting;
  try {
    await output.one(withdrawal, (style) => createdLines(withdrawal, style));
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
    context.screen.warn(context.screen.text.withdraw.outputClosed(withdrawal.id, formatReais(withdrawal.value)));
  }
  if (flags.copy === true) await copyToClipboard(context, withdrawal.id);
}

/** The withdrawal exists: an error of following it must not look like a refusal to send it. */
function notFollowed(error: unknown, id: string, text: Catalogue): CommandError {
  const { code, exitCode, message, status } = describeFailure(error, text);
  const isInterrupted = exitCode === EXIT.interrupted;
  const [exit, as] = isInterrupted ? [exitCode, code] : [EXIT.unknownOutcome, 'not_followed'];
  const facts = { details: { id, reason: code, status }, cause: error };
  return commandError(exit, as, text.withdraw.notFollowed(id, message), facts);
}
