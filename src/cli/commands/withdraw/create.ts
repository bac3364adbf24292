import type { Run } from '../../command/command.ts';
import { SINGLE_SOURCE, whenSent } from '../../context/payouts/describe-payout.ts';
import { WITHDRAWAL_MINIMUM } from '../../../contract/limits.ts';
import { MARKED_DESCRIPTION_LENGTH_MAXIMUM } from '../../../payouts/rules/mark.ts';
import { foreignIn } from '../../../payouts/accounts/newest-page.ts';
import { SinglePayout, type Resemblance, type SingleOrder } from '../../../payouts/engine/single-payout.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { TotalsCounter } from '../../../payouts/files/batch-totals.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import type { LikePayment } from '../../../payouts/rules/duplicates/like-payment.ts';
import { repetitionCode, sentPaymentOf } from '../../../payouts/rules/duplicates/sent-payment.ts';
import { preflight, preflightOfOne, type Preflight } from '../../../payouts/rules/preflight.ts';
import type { PixClient } from '../../../client/client.ts';
import type { Context } from '../../context/context.ts';
import { newestIfReadable, payoutsOf, warnOfForeign, lookAtBalance } from '../../context/payouts/bind-account.ts';
import { permissionsOf, permissionWord } from '../../context/payouts/permissions.ts';
import { withPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import { confirm } from '../../context/prompts.ts';
import type { Settings } from '../../context/settings.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import { describeFailure } from '../../errors/failure.ts';
import { readDescription } from '../../input/option-values.ts';
import { readPixKey, recentRecipients, type Recipient } from '../../input/pix-key.ts';
import { announcePlan, planText, type PlanLine } from '../../output/money-source.ts';
import { decimalReais, formatReais } from '../../../pix/reais-text.ts';
import type { Output } from '../../output/output.ts';
import { assertPossible, planLines, planRow, type PlanRow, type PlanStyle } from './plan.ts';
import { reportCreated, reportEarlier, warnOfEarlier } from './report-created.ts';
import {
  assertNotRepeated,
  assertNotRewritten,
  beforeSending,
  findEarlier,
  nameOf,
  sendSingle,
  warnOfCopy,
  type Sending,
} from './send.ts';
import { isVerificationCode, readWithdrawalAmount } from './transfer-code.ts';
import type { ShownWithdrawal } from './withdrawal-sheet.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { create as declared } from './command.ts';

type CreateFlags = OptionsOf<typeof declared>;

/** No account of a journal has this number. */
const NO_ACCOUNT = 0;
const NOTHING = new TotalsCounter().totals();

/** A withdrawal to create, and for whom. */
interface Asked {
  readonly context: Context;
  readonly flags: CreateFlags;
  readonly settings: Settings;
  readonly client: PixClient;
  readonly order: SingleOrder;
}

export const run: Run<typeof declared, PlanRow | ShownWithdrawal> = async (context, flags, output) => {
  const { text, isInteractive } = context.screen;
  const isDryRun = flags.dryRun === true;
  if (needsConsent(flags) && !isInteractive) throw usageError('confirmation_required', text.withdraw.needsYes);

  const readSettings = () => (isDryRun ? context.session.settings() : context.session.settingsForWriting());
  const openClient = async () => context.session.openClient(await readSettings());
  // The key comes first: without one, the answers to all questions would be lost.
  const askingClient = isInteractive ? await openClient() : undefined;
  const isAsked = askingClient !== undefined && flags.pixKey === undefined;
  if (askingClient !== undefined && flags.amount === undefined) await assertAllowed(context, WITHDRAWAL_MINIMUM);
  const ordered = await readOrder(context, flags, isAsked ? await recentRecipients(context, askingClient) : []);
  const settings = await readSettings();
  const order = { ...ordered, coverFee: flags.coverFee ?? settings.coverFee };
  const asked = { context, flags, settings, client: askingClient ?? (await openClient()), order };
  await (isDryRun ? dryRun(asked, output) : withPayouts(context, (opened) => create(asked, opened, output)));
};

/** Decides as the command would, by what is known without binding the account or looking for a payment. */
async function dryRun(asked: Asked, output: Output<PlanRow>): Promise<void> {
  const { context, flags, settings, client, order } = asked;
  const { screen, host } = context;
  const rehearse = async (opened: OpenPayouts) => {
    const { journal, origin, knownAccount: number = NO_ACCOUNT } = opened;
    const newest = await newestIfReadable(context, client);
    const account = { number, keys: [], newest };
    const work = { journal, origin, account, client, clock: host.clock, command: SINGLE_SOURCE };
    const payout = new SinglePayout(work, order);
    warnOfForeign(screen, foreignIn(newest.rows, journal, undefined));
    if (order.reference !== undefined)
      payoutsOf(context, opened, client).meetForeign(account, permissionsOf(flags), payout.digest, {
        whenAllowed: 'ignore',
      });
    const sending = { context, journal, client, order, payout };
    const earlier = await findEarlier(sending, false);
    const balance = await lookAtBalance(screen, client);
    const show = async (forecast: Preflight, id: string | undefined, like?: LikePayment) => {
      const lines = planOf(asked, journal, like, forecast);
      await output.one(planRow(settings, order, forecast, id), (style) => planText(lines(style)));
    };
    if (earlier !== undefined && isRepetition(earlier, order, flags)) {
      warnOfEarlier(screen, earlier, order);
      await show(preflight(NOTHING, balance), earlier.withdrawal?.id);
      return;
    }
    const { like } = assertDue(sending, flags, true);
    const forecast = preflightOfOne(order, balance);
    assertPossible(forecast, screen.text);
    const code = like?.needsConsent === true ? repetitionCode(order, like) : undefined;
    const isRefused = like !== undefined && code !== undefined && !permissionsOf(flags).allows('repeated', code);
    if (isRefused) {
      const word = permissionWord('repeated', code);
      screen.warn(screen.text.withdraw.needsPermission(whenSent(screen, like), nameOf(like), word));
    }
    // The note has said it.
    await show(forecast, like?.withdrawalId, isRefused ? undefined : like);
  };
  await withPayouts(context, rehearse, settings);
  screen.notify(screen.text.withdraw.rehearsed);
}

async function create(asked: Asked, opened: OpenPayouts, output: Output<ShownWithdrawal>): Promise<void> {
  const { context, flags, client, order } = asked;
  // Without a reference, a repetition is intended, whatever another journal has paid.
  const foreignMarks = order.reference === undefined ? 'ignore' : 'refuse';
  const payouts = payoutsOf(context, opened, client);
  const { journal, origin, knownAccount } = opened;
  const account = await beforeSending({ context, journal, order }, knownAccount, () => payouts.bind(flags.account));
  const { clock } = context.host;
  const { lookFor: lookForMs } = flags;
  const mayHavePaused = context.screen.isInteractive;
  const work = { journal, origin, account, client, clock, lookForMs, command: SINGLE_SOURCE, mayHavePaused };
  const payout = new SinglePayout(work, order);
  const foreign = payouts.meetForeign(account, permissionsOf(flags), payout.digest, { otherwise: foreignMarks });
  if (foreignMarks === 'ignore' && !permissionsOf(flags).allows('journal', foreign?.code))
    warnOfForeign(context.screen, foreign);
  const sending = { context, journal, client, order, payout };
  const reporting = { ...sending, output, flags };
  const earlier = await findEarlier(sending);
  if (earlier !== undefined && isRepetition(earlier, order, flags)) {
    await reportEarlier(reporting, earlier);
    return;
  }
  const agreed = assertDue(sending, flags, needsConsent(flags));
  await showPlan(asked, journal, account.number, agreed.like);
  // Another command may have paid it while the question was open.
  assertNotRewritten(sending, payout.resemblance(), flags);
  await reportCreated(reporting, await sendSingle(sending, flags.code, agreed));
}

/** Whether nothing is sent, because an earlier command has sent it. */
function isRepetition(earlier: PayoutRecord, order: SingleOrder, flags: CreateFlags): boolean {
  const code = repetitionCode(order, sentPaymentOf(earlier));
  return earlier.reference !== undefined || !permissionsOf(flags).allows('repeated', code);
}

/**
 * Whether it may be sent by the policy, and by the payments that it may repeat.
 *
 * @param isAsked whether a question about a repetition follows
 * @returns what it was compared with
 * @throws PayoutError approval_required, cap_exceeded
 * @throws CommandError reference_rewritten, paid_before
 */
function assertDue(sending: Sending, flags: CreateFlags, isAsked: boolean): Resemblance {
  const ruled = sending.journal.approvals.newPayments();
  ruled.add({ row: 1, ...sending.order });
  try {
    ruled.assertMaySend();
  } catch (error) {
    throw withSubmission(error, sending, flags);
  }
  warnOfCopy(sending);
  const found = sending.payout.resemblance();
  assertNotRewritten(sending, found, flags);
  assertNotRepeated(sending, found.like, isAsked ? 'asked' : flags);
  return found;
}

/** One payment is submitted like a file: the refusal names the whole command. */
function withSubmission(error: unknown, { context: { screen }, order }: Sending, { coverFee }: CreateFlags): unknown {
  if (!(error instanceof PayoutError) || error.code !== 'approval_required') return error;
  const { reference, pixKey, pixKeyType, amountCentavos, description } = order;
  const amount = decimalReais(amountCentavos, '.');
  const row = JSON.stringify({ reference, pixKey, pixKeyType, amount, description, coverFee });
  const quoted = row.replaceAll("'", String.raw`'\''`);
  const hint = screen.text.withdraw.submitIt(`printf '%s\\n' '${quoted}' | pix payouts submit -`);
  return new CommandError({ ...describeFailure(error, screen.text), hint });
}

function planOf(
  { context: { screen }, settings, order }: Asked,
  journal: Journal,
  like: LikePayment | undefined,
  forecast: Preflight,
): (style: PlanStyle) => PlanLine[] {
  const { sentOn, sentElsewhere } = screen.text.withdraw;
  const say = like?.isElsewhere === true ? sentElsewhere : sentOn;
  const sentBefore = like && say(whenSent(screen, like), nameOf(like));
  return (style) => planLines(style, { settings, name: journal.nameOf(order.pixKey), sentBefore }, order, forecast);
}

/** Shows what will happen, and asks for confirmation unless it was given. @throws CommandError */
async function showPlan(asked: Asked, journal: Journal, account: number, like: LikePayment | undefined): Promise<void> {
  const { context, flags, client, order } = asked;
  const { screen } = context;
  const { text } = screen;
  const balance = await beforeSending({ context, journal, order }, account, () => lookAtBalance(screen, client));
  const forecast = preflightOfOne(order, balance);
  assertPossible(forecast, text);
  const lines = planOf(asked, journal, like, forecast);
  await announcePlan(screen, lines(screen.messageStyle), !needsConsent(flags));
  if (!needsConsent(flags)) return;
  const { sendNow, sendAgain } = text.withdraw.prompts;
  const isAgain = like?.needsConsent === true;
  const question = (isAgain ? sendAgain : sendNow)(formatReais(order.amountCentavos), order.pixKey);
  if (!(await confirm(screen, question))) throw usageError('cancelled', text.errors.cancelled);
}

/** What the policy does not allow is not asked for. @throws PayoutError approval_required, cap_exceeded */
async function assertAllowed(context: Context, amountCentavos: Centavos): Promise<void> {
  await withPayouts(context, ({ journal }) => {
    const ruled = journal.approvals.newPayments();
    ruled.addAmount(amountCentavos);
    ruled.assertMaySend();
  });
}

function needsConsent({ dryRun, yes }: CreateFlags): boolean {
  return dryRun !== true && yes !== true;
}

async function readOrder(context: Context, flags: CreateFlags, recent: readonly Recipient[]): Promise<SingleOrder> {
  const { text } = context.screen;
  const usesMarks = flags.mark;
  const lengthMaximum = usesMarks ? MARKED_DESCRIPTION_LENGTH_MAXIMUM : undefined;
  const description = readDescription(flags.description, text, lengthMaximum);
  const reference = flags.reference?.trim();
  if (reference !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(reference)) {
    throw usageError('invalid_reference', text.withdraw.invalidReference);
  }
  if (flags.code !== undefined && !isVerificationCode(flags.code)) {
    throw usageError('invalid_code', text.withdraw.invalidCode);
  }
  const amountCentavos = await readWithdrawalAmount(context, flags.amount);
  if (context.screen.isInteractive && flags.pixKey === undefined) await assertAllowed(context, amountCentavos);
  const { key: pixKey, type: pixKeyType } = await readPixKey(context, flags, recent);
  return { reference, pixKey, pixKeyType, amountCentavos, description, coverFee: flags.coverFee === true, usesMarks };
}
