import { createdWithdrawal, withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import type { PixKey } from '../../../pix/pix-key.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { MARKED_DESCRIPTION_LENGTH_MAXIMUM } from '../../../payouts/engine/mark.ts';
import { readAmount } from '../../input/amount.ts';
import { readDescription } from '../../input/description.ts';
import { readPixKey, type PixKeyFlags } from '../../input/pix-key.ts';
import { recentRecipients, type Recipient } from '../../input/recent-recipients.ts';
import { lookAtBalance } from '../../input/look-at-balance.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { formatReais } from '../../output/money.ts';
import { printThing } from '../../output/present.ts';
import type { LabelledValue } from '../../output/sheet.ts';
import { createPalette } from '../../output/palette.ts';
import { confirm } from '../../context/prompts.ts';
import {
  bindPayouts,
  warnOfForeign,
  warnOfOtherJournals,
  type AccountFlags,
} from '../../context/payouts/bind-account.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import { announcePlan, layPlan, moneySource, type PlanLine } from '../../output/money-source.ts';
import type { SinglePayout } from '../../../payouts/engine/one-payout.ts';
import { type Settings } from '../../context/settings.ts';
import { PLAN_FIELDS } from './plan-fields.ts';
import { assertPossible, planWithdrawal, type WithdrawalPlan } from '../../../payouts/rules/withdrawal-plan.ts';
import { WITHDRAWAL_MINIMUM } from '../../../contract/limits.ts';
import { reportCreated, reportEarlier } from './report-created.ts';
import { assertNewReference, findEarlier, sendSingle } from './send.ts';
import { isVerificationCode } from './transfer-code.ts';

export interface CreateFlags extends PixKeyFlags, AccountFlags {
  readonly amount?: string;
  readonly description?: string;
  readonly coverFee?: boolean;
  readonly code?: string;
  readonly reference?: string;
  /** A reference that a spreadsheet may have rewritten is a new one. */
  readonly newReference?: boolean;
  /** False with `--no-mark`. */
  readonly mark?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly wait?: boolean;
}

interface Intent {
  readonly amount: Centavos;
  readonly recipient: PixKey;
  readonly description: string | undefined;
  readonly coverFee: boolean;
  readonly verificationCode: string | undefined;
  readonly reference: string | undefined;
  readonly usesMarks: boolean;
}

/** `pix withdraw create` */
export async function run(context: Context, flags: CreateFlags): Promise<void> {
  const { text } = context.screen;
  const isRehearsal = flags.dryRun === true;
  const answerFields = isRehearsal
    ? PLAN_FIELDS
    : documentedFields(flags.wait === true ? withdrawalDetails : createdWithdrawal);
  const selection = selectFields(context.session.flags.fields, answerFields, text);
  const needsConsent = !isRehearsal && flags.yes !== true;
  if (needsConsent && !context.screen.isInteractive) throw usageError('confirmation_required', text.withdraw.needsYes);

  const readSettings = () => (isRehearsal ? context.session.settings() : context.session.settingsForWriting());
  const openClient = async () => context.session.openClient(await readSettings(), { clock: context.host.clock });
  // Nobody shall answer questions for a command that then has no key to work with.
  const askingClient = context.screen.isInteractive ? await openClient() : undefined;
  const isAsked = askingClient !== undefined && flags.pixKey === undefined;
  const intent = await readIntent(context, flags, isAsked ? await recentRecipients(context, askingClient) : []);
  const settings = await readSettings();
  const client = askingClient ?? (await openClient());
  if (isRehearsal) {
    const balance = await lookAtBalance(context.screen, client);
    const plan = planWithdrawal(intent.amount, intent.coverFee, balance);
    assertPossible(plan, balance, text);
    await warnOfOtherJournals(context, settings, client);
    await printThing(context, rehearsal(settings, intent, plan), selection);
    context.screen.notify(text.withdraw.rehearsed);
    return;
  }
  await withPayouts(context, async (opened) => {
    // Without a reference a repetition is meant: what another journal has paid takes nothing from it.
    const foreignMarks = intent.reference === undefined ? 'ignore' : 'refuse';
    const payouts = await bindPayouts(context.host, opened, client, { flags, foreignMarks });
    if (foreignMarks === 'ignore' && flags.otherJournal !== true)
      warnOfForeign(context.screen, payouts.account.foreign);
    const reporting = { context, journal: payouts.journal, client, selection, waits: flags.wait === true };
    const earlier = await findEarlier(context, payouts, client, singleOf(intent));
    if (earlier !== undefined) {
      await reportEarlier(reporting, earlier);
      return;
    }
    assertNewReference(context, payouts, singleOf(intent), flags.newReference === true);
    const balance = await lookAtBalance(context.screen, client);
    const plan = planWithdrawal(intent.amount, intent.coverFee, balance);
    await announcePlan(context.screen, await linesOfPlan(context.screen, settings, intent, plan), !needsConsent);
    assertPossible(plan, balance, text);
    if (needsConsent) {
      const question = text.withdraw.prompts.sendNow(formatReais(intent.amount), intent.recipient.key);
      const isSure = await confirm(await context.host.prompts(), question, text);
      if (!isSure) throw usageError('cancelled', text.withdraw.cancelled);
    }
    const attempt = await sendSingle(context, payouts, client, singleOf(intent), intent.verificationCode);
    await reportCreated(reporting, attempt);
  });
}

function singleOf({ amount, recipient, description, coverFee, reference, usesMarks }: Intent): SinglePayout {
  return {
    reference,
    pixKey: recipient.key,
    pixKeyType: recipient.type,
    amountCentavos: amount,
    description,
    coverFee,
    usesMarks,
  };
}

async function readIntent(context: Context, flags: CreateFlags, recent: readonly Recipient[]): Promise<Intent> {
  const { text } = context.screen;
  const usesMarks = flags.mark !== false;
  const description = readDescription(
    flags.description,
    text,
    usesMarks ? MARKED_DESCRIPTION_LENGTH_MAXIMUM : undefined,
  );
  const reference = flags.reference?.trim();
  if (reference !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(reference)) {
    throw usageError('invalid_reference', text.withdraw.invalidReference);
  }
  const verificationCode = flags.code;
  const hasBadCode = verificationCode !== undefined && !isVerificationCode(verificationCode);
  if (hasBadCode) throw usageError('invalid_code', text.withdraw.invalidCode);
  const amount = await readAmount(context, flags.amount, {
    flag: '--amount',
    question: text.withdraw.prompts.amount,
    minimumCentavos: WITHDRAWAL_MINIMUM,
  });
  const recipient = await readPixKey(context, flags, recent);
  return { amount, recipient, description, coverFee: flags.coverFee === true, verificationCode, reference, usesMarks };
}

function rehearsal({ profileName, baseUrl }: Settings, intent: Intent, plan: WithdrawalPlan) {
  return {
    dryRun: true,
    profile: profileName ?? null,
    baseUrl,
    pixKey: intent.recipient.key,
    pixKeyType: intent.recipient.type,
    amount: intent.amount,
    coverFee: intent.coverFee,
    fee: plan.fee ?? null,
    sent: plan.sent ?? null,
    value: plan.value ?? null,
    balance: plan.balance ?? null,
    balanceAfter: plan.balanceAfter ?? null,
    description: intent.description ?? null,
  };
}

async function linesOfPlan(
  { text, noticeColumns }: Screen,
  settings: Settings,
  intent: Intent,
  plan: WithdrawalPlan,
): Promise<PlanLine[]> {
  const labels = text.withdraw.plan;
  const known = (amount: Centavos | undefined) => (amount === undefined ? text.words.unknown : formatReais(amount));
  const facts: LabelledValue[] = [
    [labels.to, `${intent.recipient.key} (${intent.recipient.type})`],
    ...(intent.description === undefined ? [] : [[labels.description, intent.description] as const]),
  ];
  const sums: LabelledValue[] = [
    [labels.arrives, known(plan.sent)],
    [labels.fee, known(plan.fee)],
    [labels.leaves, known(plan.value)],
    [labels.remains, known(plan.balanceAfter)],
  ];
  return layPlan({ from: moneySource(settings, text), facts, sums }, text, await createPalette(false), noticeColumns);
}
