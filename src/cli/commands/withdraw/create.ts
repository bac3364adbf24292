import type { Balance, CreatedWithdrawal, PixClient, WithdrawalDetails } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import { createdWithdrawal, withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import type { PixKey } from '../../../pix/pix-key.ts';
import { CommandError, usageError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { describeFailure } from '../../failure.ts';
import { readAmount } from '../../input/amount.ts';
import { readDescription } from '../../input/description.ts';
import { readPixKey, type PixKeyFlags } from '../../input/pix-key.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields, type Field, type Selection } from '../../output/fields.ts';
import { formatReais } from '../../output/money.ts';
import { printThing } from '../../output/present.ts';
import { labelledLines } from '../../output/sheet.ts';
import { createPalette } from '../../output/palette.ts';
import { confirm } from '../../prompts.ts';
import { sendOnce } from '../../send-once.ts';
import { originOf, type Settings } from '../../settings.ts';
import type { Catalogue } from '../../text/translate.ts';
import { assertPossible, planWithdrawal, type WithdrawalPlan } from './plan.ts';
import { followWithdrawal } from './follow.ts';
import { MINIMUM_WITHDRAWAL } from './minimum.ts';
import { isVerificationCode, obtainCode } from './transfer-code.ts';

export interface CreateFlags extends PixKeyFlags {
  readonly amount?: string;
  readonly description?: string;
  readonly coverFee?: boolean;
  readonly code?: string;
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
}

const PLAN_FIELDS: readonly Field[] = [
  { path: 'profile', kind: 'text' },
  { path: 'baseUrl', kind: 'text' },
  { path: 'pixKey', kind: 'text' },
  { path: 'pixKeyType', kind: 'text' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'text' },
  { path: 'fee', kind: 'money' },
  { path: 'sent', kind: 'money' },
  { path: 'value', kind: 'money' },
  { path: 'balance', kind: 'money' },
  { path: 'balanceAfter', kind: 'money' },
  { path: 'description', kind: 'text' },
];

/** `pix withdraw create` */
export async function run(context: Context, flags: CreateFlags): Promise<void> {
  const { text } = context;
  const isRehearsal = flags.dryRun === true;
  const answerFields = isRehearsal
    ? PLAN_FIELDS
    : documentedFields(flags.wait === true ? withdrawalDetails : createdWithdrawal);
  const selection = selectFields(context.flags.fields, answerFields, text);
  const needsConsent = !isRehearsal && flags.yes !== true;
  if (needsConsent && !context.isInteractive) throw usageError('confirmation_required', text.withdraw.needsYes);

  // Nobody shall answer questions for a command that then has no key to work with.
  if (context.isInteractive) await context.settings();
  const intent = await readIntent(context, flags);
  const settings = await context.settings();
  const client = await context.openClient(settings);
  const balance = await lookAtBalance(context, client);
  const plan = planWithdrawal(intent.amount, intent.coverFee, balance);
  if (isRehearsal) {
    assertPossible(plan, balance, text);
    await printThing(context, rehearsal(settings, intent, plan), selection);
    context.notify(text.withdraw.rehearsed);
    return;
  }

  const announce = needsConsent ? context.warn : context.notify;
  for (const line of await planLines(context, settings, intent, plan)) announce(line);
  assertPossible(plan, balance, text);
  if (needsConsent) {
    const question = text.prompts.sendNow(formatReais(intent.amount), intent.recipient.key);
    const isSure = await confirm(await context.prompts(), question, text);
    if (!isSure) throw usageError('cancelled', text.withdraw.cancelled);
  }
  const created = await send(context, client, intent);
  if (differs(created, intent, plan)) {
    context.warn(text.withdraw.differs(formatReais(created.value), created.pixKey ?? text.words.unknown));
  }
  await report(context, client, created, selection, flags.wait === true);
}

async function readIntent(context: Context, flags: CreateFlags): Promise<Intent> {
  const { text } = context;
  const description = readDescription(flags.description, text);
  const verificationCode = flags.code;
  const hasBadCode = verificationCode !== undefined && !isVerificationCode(verificationCode);
  if (hasBadCode) throw usageError('invalid_code', text.withdraw.invalidCode);
  const amount = await readAmount(context, flags.amount, {
    flag: '--amount',
    question: text.prompts.withdrawalAmount,
    minimumCentavos: MINIMUM_WITHDRAWAL,
  });
  const recipient = await readPixKey(context, flags);
  return { amount, recipient, description, coverFee: flags.coverFee === true, verificationCode };
}

/** Undefined when the key may not read it: it may still be allowed to send. */
async function lookAtBalance({ text, warn }: Context, client: PixClient): Promise<Balance | undefined> {
  try {
    return await client.balance();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code === 'account_blocked') throw error;
    warn(text.withdraw.balanceUnchecked);
    return undefined;
  }
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

/** Where the money comes from, so that nobody takes one service, profile or key for another. */
function sourceOf({ profileName, baseUrl, keySource }: Settings): string {
  const names = [profileName, originOf(baseUrl), keySource === 'environment' ? 'PIX_API_KEY' : undefined];
  return names.filter((name) => name !== undefined).join(' · ');
}

async function planLines(
  { text }: Context,
  settings: Settings,
  intent: Intent,
  plan: WithdrawalPlan,
): Promise<string[]> {
  const labels = text.withdraw.plan;
  const known = (amount: Centavos | undefined) => (amount === undefined ? text.words.unknown : formatReais(amount));
  const lines: (readonly [string, string])[] = [
    [labels.from, sourceOf(settings)],
    [labels.to, `${intent.recipient.key} (${intent.recipient.type})`],
    [labels.arrives, known(plan.sent)],
    [labels.fee, known(plan.fee)],
    [labels.leaves, known(plan.value)],
    [labels.remains, known(plan.balanceAfter)],
    ...(intent.description === undefined ? [] : [[labels.description, intent.description] as const]),
  ];
  return labelledLines(lines, await createPalette(false))
    .trimEnd()
    .split('\n');
}

async function send(context: Context, client: PixClient, intent: Intent): Promise<CreatedWithdrawal> {
  const { text } = context;
  const post = (verificationCode: string | undefined) =>
    sendOnce(
      context,
      () =>
        client.withdraws.create({
          amountCentavos: intent.amount,
          pixKey: intent.recipient.key,
          pixKeyType: intent.recipient.type,
          ...(intent.coverFee && { coverFee: true }),
          ...(intent.description === undefined ? {} : { description: intent.description }),
          ...(verificationCode === undefined ? {} : { verificationCode }),
        }),
      (reason) => text.withdraw.outcomeUnknown(reason, formatReais(intent.amount), intent.recipient.key),
    );
  try {
    return await post(intent.verificationCode);
  } catch (error) {
    const wantsCode = error instanceof ApiError && error.code === 'verification_required';
    if (!wantsCode || !context.isInteractive || intent.verificationCode !== undefined) throw error;
    // Refused for want of the code alone: nothing has happened, so it may be sent once more.
    const { amount: amountCentavos, coverFee } = intent;
    return post(await obtainCode(context, client, { amountCentavos, coverFee }));
  }
}

/** Whether the service says that something else was done than asked; how it writes the recipient's key is its own affair. */
function differs({ value, pixKey }: CreatedWithdrawal, { recipient }: Intent, plan: WithdrawalPlan): boolean {
  const significant = (key: string) => (key.includes('@') ? key : key.replaceAll(/[^\p{L}\d]/gu, '')).toLowerCase();
  const isOtherKey = typeof pixKey === 'string' && significant(pixKey) !== significant(recipient.key);
  return isOtherKey || (plan.value !== undefined && value !== plan.value);
}

async function report(
  context: Context,
  client: PixClient,
  created: CreatedWithdrawal,
  selection: Selection,
  waits: boolean,
): Promise<void> {
  const { text } = context;
  let withdrawal: CreatedWithdrawal | WithdrawalDetails = created;
  try {
    if (waits) for await (const seen of followWithdrawal(context, client, created.id)) withdrawal = seen;
  } catch (error) {
    await printThing(context, withdrawal, selection);
    throw notFollowed(error, created.id, text);
  }
  await printThing(context, withdrawal, selection);
  if (withdrawal.status === 'FAILED') {
    throw new CommandError({
      ...text.withdraw.failed(withdrawal.failureReason ?? text.words.unknown),
      code: 'withdrawal_failed',
      exitCode: EXIT.failed,
      details: { id: withdrawal.id, failureReason: withdrawal.failureReason ?? null },
    });
  }
  if (withdrawal.status === 'COMPLETED') context.notify(text.withdraw.completed);
  else context.notify(text.withdraw.pending(withdrawal.id));
}

/** The money is on its way: no refusal to show how it fares may pass for a refusal to send it. */
function notFollowed(error: unknown, id: string, text: Catalogue): CommandError {
  const { code, exitCode, message, status } = describeFailure(error, text);
  const isInterrupted = exitCode === EXIT.interrupted;
  return new CommandError({
    ...text.withdraw.notFollowed(id, message),
    code: isInterrupted ? code : 'not_followed',
    exitCode: isInterrupted ? exitCode : EXIT.unknownOutcome,
    details: { id, reason: code, ...(status === undefined ? {} : { status }) },
    cause: error,
  });
}
