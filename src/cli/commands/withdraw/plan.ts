import type { SingleOrder } from '../../../payouts/engine/single-payout.ts';
import type { Preflight, PreflightCheckName } from '../../../payouts/rules/preflight.ts';
import type { Settings } from '../../context/settings.ts';
import { commandError, EXIT, type CommandError } from '../../errors/command-error.ts';
import { singleLine } from '../../output/text-width.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { layPlan, moneySource, type PlanLine } from '../../output/money-source.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { LabelledValue } from '../../output/sheet.ts';
import type { Catalogue } from '../../text/translate.ts';
import { FORECAST_FIELDS, forecastLines, forecastRow } from '../forecast.ts';

export type PlanRow = ReturnType<typeof planRow>;

export const PLAN_FIELDS: Fields<PlanRow> = [
  ...ofKind('text', 'profile', 'baseUrl', 'pixKey'),
  { path: 'pixKeyType', kind: 'keyType' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'flag' },
  { path: 'fee', kind: 'money' },
  ...FORECAST_FIELDS,
  ...ofKind('text', 'description', 'sentBefore'),
];

/** @param sentBefore the withdrawal that it repeats, or may repeat */
export function planRow(
  { profileName, baseUrl }: Settings,
  order: SingleOrder,
  forecast: Preflight,
  sentBefore: string | undefined,
) {
  return {
    dryRun: true,
    profile: profileName ?? null,
    baseUrl,
    pixKey: order.pixKey,
    pixKeyType: order.pixKeyType,
    amount: order.amountCentavos,
    coverFee: order.coverFee,
    fee: forecast.feePerPayoutCentavos ?? null,
    ...forecastRow(forecast),
    description: order.description ?? null,
    sentBefore: sentBefore ?? null,
  };
}

/** Of any terminal, or of none. */
export type PlanStyle = Omit<HumanStyle, 'now' | 'language'>;

/** What is known beside the order and the balance. */
interface KnownFacts {
  readonly settings: Settings;
  /** Of the key, from earlier payments. */
  readonly name: string | undefined;
  /** The payment that it may repeat, in words. */
  readonly sentBefore: string | undefined;
}

export function planLines(
  style: PlanStyle,
  { settings, name, sentBefore }: KnownFacts,
  order: SingleOrder,
  forecast: Preflight,
): PlanLine[] {
  const { text } = style;
  const { fields } = text;
  const key = `${order.pixKey} (${text.pixKey.types[order.pixKeyType]})`;
  const facts: LabelledValue[] = [
    [fields.to, name === undefined ? key : `${singleLine(name)}, ${key}`],
    ...(order.description === undefined ? [] : [[fields.description, order.description] as const]),
    ...(sentBefore === undefined ? [] : [[fields.sentBefore, sentBefore] as const]),
  ];
  const sums = forecastLines(fields.sent, [fields.fee, forecast.feePerPayoutCentavos], forecast, text);
  return layPlan(moneySource(settings, text), facts, sums, style);
}

/** The order of reasons; only the first is reported. */
const ORDER: readonly PreflightCheckName[] = ['fee', 'balance', 'per_transaction', 'daily', 'monthly'];

/**
 * Refuses what the service would certainly refuse.
 *
 * @throws CommandError with the code of the service; nothing was sent
 */
export function assertPossible({ checks, feePerPayoutCentavos }: Preflight, text: Catalogue): void {
  const [first] = ORDER.flatMap((name) => checks.filter((check) => check.name === name && check.verdict === 'not'));
  if (first === undefined) return;
  if (first.name === 'fee') {
    const fee = feePerPayoutCentavos ?? 0;
    throw refusal('below_minimum', text.withdraw.feeEatsAmount(formatReais(fee)), { fee });
  }
  if (first.name === 'balance') {
    const [balance, required] = [first.availableCentavos ?? 0, first.neededCentavos ?? 0];
    const words = { balance: formatReais(balance), required: formatReais(required) };
    throw refusal('insufficient_balance', text.refusals.insufficient_balance(words), { balance, required });
  }
  const { name, limitCentavos, availableCentavos } = first;
  const period = name === 'daily' ? 'day' : name === 'monthly' ? 'month' : 'transaction';
  const limit = limitCentavos === undefined ? undefined : formatReais(limitCentavos);
  const words = { limit, remaining: formatReais(availableCentavos ?? 0), period };
  const details = { limit: limitCentavos ?? null, remaining: availableCentavos ?? null, period };
  throw refusal('limit_exceeded', text.refusals.limit_exceeded(words), details);
}

function refusal(code: string, errorText: { message: string; hint?: string }, details: object): CommandError {
  return commandError(EXIT.failed, code, errorText, { details });
}
