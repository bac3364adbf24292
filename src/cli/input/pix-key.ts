import { parsePixKey, PIX_KEY_TYPES, type ParsedPixKey, type PixKey, type PixKeyType } from '../../pix/pix-key.ts';
import { usageError, type CommandError, closestWord } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import type { Prompts } from '../context/prompts.ts';
import type { Catalogue } from '../text/translate.ts';
import { missingOption } from './option-values.ts';
import { recipientLines, type Recipient } from './recent-recipients.ts';

export interface PixKeyFlags {
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
  const chosen = known.length === 0 ? undefined : await chooseRecipient(context, prompts, known, type);
  if (chosen !== undefined) return settle(context, chosen, parsePixKey(chosen, type), insists);
  const typed = await prompts.text(text.pixKey.recipient, (answer) => {
    const parsed = parsePixKey(answer, type);
    if (parsed.ok || parsed.reason === 'ambiguous' || (insists && parsed.wellFormed !== undefined)) return undefined;
    return text.pixKey.refused(answer, parsed.reason, parsed.type).message;
  });
  return settle(context, typed, parsePixKey(typed, type), insists);
}

/** @returns undefined when another recipient is chosen */
async function chooseRecipient(
  context: Context,
  prompts: Prompts,
  recent: readonly Recipient[],
  type: PixKeyType | undefined,
): Promise<string | undefined> {
  const { whichRecipient, anotherKey } = context.screen.text.pixKey;
  const lines = recipientLines(context, recent);
  const choices = [
    ...recent.map(({ pixKey }, index) => ({ value: pixKey, name: lines[index] ?? pixKey, short: pixKey })),
    { value: undefined, name: anotherKey },
  ];
  // Without this, Enter after a typed key would choose the first of the list.
  const typedAs = (typed: string) => (isUsable(parsePixKey(typed, type)) ? { value: typed, name: typed } : undefined);
  return prompts.choose<string | undefined>(whichRecipient, choices, typedAs);
}

function isUsable(parsed: ParsedPixKey): boolean {
  return parsed.ok || parsed.reason === 'ambiguous';
}

function readPixKeyType(typed: string, text: Catalogue): PixKeyType {
  const name = typed.trim().toUpperCase();
  const type = PIX_KEY_TYPES.find((known) => known === name) ?? OTHER_NAMES[name];
  if (type !== undefined) return type;
  const errorText = text.usage.unknownValue('--pix-key-type', typed, PIX_KEY_TYPES, closestWord(name, PIX_KEY_TYPES));
  throw usageError('invalid_pix_key_type', errorText);
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
