import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { uncachedLimit } from '../../contract/limits.ts';
import { parsePixKey } from '../../pix/pix-key.ts';
import type { Context } from '../context/context.ts';
import { formatRelative } from '../output/dates.ts';
import { formatReais } from '../output/money.ts';
import { cutToWidth, padToWidth, textWidth, singleLine } from '../output/text-width.ts';
import { withPayouts } from '../context/payouts/open-payouts.ts';

export interface Recipient {
  /** In canonical form, if that is certain. */
  readonly pixKey: string;
  /** Their name in the newest file that has one. */
  readonly name: string | undefined;
  /** Their newest withdrawal. */
  readonly withdrawal: Withdrawal;
}

const OFFERED_MAXIMUM = 7;
/** Columns before a choice for inquirer's pointer. */
const POINTER_COLUMNS = 3;

/**
 * Recent recipients, each once, newest first, without failed withdrawals. Empty when the key may not read withdrawals.
 *
 * @throws PixError
 */
export async function recentRecipients(
  context: Context,
  client: Pick<PixClient, 'withdraws'>,
): Promise<readonly Recipient[]> {
  const newest = new Map<string, Withdrawal>();
  for (const withdrawal of await newestWithdrawals(context, client)) {
    if (newest.size === OFFERED_MAXIMUM) break;
    const pixKey = canonicalKey(withdrawal.pixKey);
    if (pixKey === undefined || withdrawal.status === 'FAILED' || newest.has(pixKey)) continue;
    newest.set(pixKey, withdrawal);
  }
  if (newest.size === 0) return [];
  return withPayouts(context, ({ journal }) =>
    Promise.resolve([...newest].map(([pixKey, withdrawal]) => ({ pixKey, withdrawal, name: journal.nameOf(pixKey) }))),
  );
}

async function newestWithdrawals(
  { host }: Context,
  { withdraws }: Pick<PixClient, 'withdraws'>,
): Promise<readonly Withdrawal[]> {
  try {
    return (await withdraws.page({ limit: uncachedLimit(host.now()) })).items;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403 || error.code === 'account_blocked') throw error;
    return [];
  }
}

/** Undefined for a key that cannot be paid: some services mask keys. */
function canonicalKey(text: string | null | undefined): string | undefined {
  const parsed = parsePixKey(text ?? '');
  if (parsed.ok) return parsed.key;
  return parsed.reason === 'ambiguous' ? (text ?? undefined) : undefined;
}

/**
 * Choices in columns: key, amount, age, name. Only names are cut; if the rest does not fit, only the keys are shown.
 */
export function recipientLines(
  { host: { now }, screen: { text, columns } }: Context,
  recipients: readonly Recipient[],
): readonly string[] {
  const amounts = recipients.map(({ withdrawal }) => formatReais(withdrawal.value));
  const keyColumns = Math.max(...recipients.map(({ pixKey }) => textWidth(pixKey)));
  const amountColumns = Math.max(...amounts.map(textWidth));
  const room = (columns ?? Infinity) - POINTER_COLUMNS;
  return recipients.map(({ pixKey, name = '', withdrawal }, index) => {
    const facts = [
      padToWidth(pixKey, keyColumns),
      padToWidth(amounts[index] ?? '', amountColumns, 'before'),
      formatRelative(withdrawal.createdAt ?? '', now(), text) ?? '',
    ].join('  ');
    return textWidth(facts) > room ? pixKey : cutToWidth(`${facts}  ${singleLine(name)}`.trimEnd(), room);
  });
}
