import { plainWords } from '../../pix/accents.ts';
import { parsePixKey, PIX_KEY_TYPES, type ParsedPixKey, type PixKey, type PixKeyType } from '../../pix/pix-key.ts';
import { usageError, type CommandError } from '../errors/command-error.ts';
import { unknownWord } from '../errors/known-words.ts';
import type { Context } from '../context/context.ts';
import type { Prompts } from '../context/prompts.ts';
import type { Catalogue } from '../text/translate.ts';
import { missingOption } from './option-values.ts';
import type { Withdrawal } from '../../client/answers.ts';
import type { PixClient } from '../../client/client.ts';
import { isForbidden } from '../../client/errors.ts';
import { formatRelative } from '../output/dates.ts';
import { formatReais } from '../../pix/reais-text.ts';
import { alignedRight, cutToWidth, padToWidth, textWidth, singleLine } from '../output/text-width.ts';
import { withPayouts } from '../context/payouts/open-payouts.ts';

interface PixKeyFlags {
  readonly pixKey?: string;
  readonly pixKeyType?: string;
  readonly forceKey?: boolean;
}

const OTHER_NAMES: Readonly<Record<string, PixKeyType>> = {
  'E-MAIL': 'EMAIL',
  TELEFONE: 'PHONE',
  CELULAR: 'PHONE',
  ALEATORIA: 'RANDOM',
  ALEATÓRIA: 'RANDOM',
  EVP: 'RANDOM',
};

/**
 * The recipient's key: from the flags, or chosen from recent recipients, or typed; in canonical form with right check
 * digits.
 */
export async function readPixKey(
  context: Context,
  flags: PixKeyFlags,
  recent: readonly Recipient[] = [],
): Promise<PixKey> {
  const { text } = context.screen;
  const type = flags.pixKeyType === undefined ? undefined : readPixKeyType(flags.pixKeyType, text);
  const insists = flags.forceKey === true;
  if (flags.pixKey !== undefined) return settle(context, flags.pixKey, parsePixKey(flags.pixKey, type), insists);
  if (!context.screen.isInteractive) throw missingOption('--pix-key', text);

  const prompts = await context.screen.prompts();
  const known = recent.filter(({ pixKey }) => isUsable(parsePixKey(pixKey, type)));
  const { chosen, begun } = known.length === 0 ? {} : await chooseRecipient(context, prompts, known, type);
  if (chosen !== undefined) return settle(context, chosen, parsePixKey(chosen, type), insists);
  const problemWith = (answer: string) => {
    const parsed = parsePixKey(answer, type);
    if (parsed.ok || parsed.reason === 'ambiguous' || (insists && parsed.wellFormed !== undefined)) return undefined;
    return text.pixKey.refused(answer, parsed.reason, parsed.type).message;
  };
  const typed = await prompts.text(text.pixKey.recipient, problemWith, begun);
  return settle(context, typed, parsePixKey(typed, type), insists);
}

/** @returns when another recipient is chosen, what was typed: a key with a mistake, which is to be mended, not typed again */
async function chooseRecipient(
  context: Context,
  prompts: Prompts,
  recent: readonly Recipient[],
  type: PixKeyType | undefined,
): Promise<{ readonly chosen?: string; readonly begun?: string }> {
  const { whichRecipient, anotherKey } = context.screen.text.pixKey;
  const lines = recipientLines(context, recent);
  const choices = [
    ...recent.map(({ pixKey }, index) => ({ value: pixKey, name: lines[index] ?? pixKey, short: pixKey })),
    { value: undefined, name: anotherKey },
  ];
  // Without this, Enter after a typed key would choose the first of the list.
  let begun = '';
  const typedAs = (typed: string) => {
    // Part of its name chooses another key, and is none.
    begun = plainWords(anotherKey).includes(plainWords(typed)) ? '' : typed;
    return isUsable(parsePixKey(typed, type)) ? { value: typed, name: typed } : undefined;
  };
  const chosen = await prompts.choose<string | undefined>(whichRecipient, choices, typedAs);
  return chosen === undefined ? { begun } : { chosen };
}

function isUsable(parsed: ParsedPixKey): boolean {
  return parsed.ok || parsed.reason === 'ambiguous';
}

function readPixKeyType(typed: string, text: Catalogue): PixKeyType {
  const name = typed.trim().toUpperCase();
  const type = PIX_KEY_TYPES.find((known) => known === name) ?? OTHER_NAMES[name];
  if (type !== undefined) return type;
  throw unknownWord(PIX_KEY_TYPES, typed, '--pix-key-type', 'invalid_pix_key_type', text);
}

async function settle(context: Context, typed: string, parsed: ParsedPixKey, insists: boolean): Promise<PixKey> {
  if (parsed.ok) return { type: parsed.type, key: parsed.key };
  if (parsed.reason !== 'ambiguous') {
    if (insists && parsed.wellFormed !== undefined) return parsed.wellFormed;
    throw refusal(typed, parsed, context.screen.text);
  }
  const { text } = context.screen;
  if (!context.screen.isInteractive) {
    const types = parsed.readings.map((reading) => reading.type);
    throw usageError('ambiguous_pix_key', text.pixKey.ambiguous(typed, types), { readings: parsed.readings });
  }
  const prompts = await context.screen.prompts();
  return prompts.choose(
    text.pixKey.which(typed),
    parsed.readings.map((reading) => ({ value: reading, name: `${text.pixKey.types[reading.type]}  ${reading.key}` })),
  );
}

function refusal(
  typed: string,
  parsed: Exclude<ParsedPixKey, { ok: true } | { reason: 'ambiguous' }>,
  text: Catalogue,
): CommandError {
  const errorText = text.pixKey.refused(typed, parsed.reason, parsed.type);
  const ways = [
    ...(parsed.suggestion === undefined ? [] : [text.pixKey.suggestion(parsed.suggestion.type, parsed.suggestion.key)]),
    ...(parsed.wellFormed === undefined ? [] : [text.pixKey.insist]),
  ];
  const hint = ways.length > 0 ? { hint: ways.join(' ') } : {};
  return usageError('invalid_pix_key', { ...errorText, ...hint }, { reason: parsed.reason });
}

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
  for (const withdrawal of await newestWithdrawals(client)) {
    if (newest.size === OFFERED_MAXIMUM) break;
    // A key that cannot be paid is passed over: some services mask keys.
    const parsed = parsePixKey(withdrawal.pixKey ?? '');
    const pixKey = parsed.ok ? parsed.key : isUsable(parsed) ? withdrawal.pixKey : undefined;
    if (typeof pixKey !== 'string' || withdrawal.status === 'FAILED' || newest.has(pixKey)) continue;
    newest.set(pixKey, withdrawal);
  }
  if (newest.size === 0) return [];
  return withPayouts(context, ({ journal }) =>
    Promise.resolve([...newest].map(([pixKey, withdrawal]) => ({ pixKey, withdrawal, name: journal.nameOf(pixKey) }))),
  );
}

async function newestWithdrawals({ withdraws }: Pick<PixClient, 'withdraws'>): Promise<readonly Withdrawal[]> {
  try {
    return (await withdraws.page({ fresh: true })).items;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return [];
  }
}

/**
 * Choices in columns: key, amount, age, name. Only names are cut; if the rest does not fit, only the keys are shown.
 */
function recipientLines(
  { host: { now }, screen: { text, columns } }: Context,
  recipients: readonly Recipient[],
): readonly string[] {
  const amounts = alignedRight(recipients.map(({ withdrawal }) => formatReais(withdrawal.value)));
  const keyColumns = Math.max(...recipients.map(({ pixKey }) => textWidth(pixKey)));
  const room = (columns ?? Infinity) - POINTER_COLUMNS;
  return recipients.map(({ pixKey, name = '', withdrawal }, index) => {
    const facts = [
      padToWidth(pixKey, keyColumns),
      amounts[index] ?? '',
      formatRelative(withdrawal.createdAt ?? '', now(), text) ?? '',
    ].join('  ');
    return textWidth(facts) > room ? pixKey : cutToWidth(`${facts}  ${singleLine(name)}`.trimEnd(), room);
  });
}
