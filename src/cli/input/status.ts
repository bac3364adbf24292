import { closestWord } from '../errors/closest-word.ts';
import { usageError, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { plainWords } from './plain-words.ts';

type Listed = 'charge' | 'withdrawal';

export interface StatusWords<Status extends string> {
  /** Whose statuses they are. */
  readonly of: Listed;
  readonly words: Readonly<Record<Status, readonly string[]>>;
}

/** Words for the statuses of a charge, in both languages, without accents. */
export const CHARGE_STATUS_WORDS = {
  of: 'charge',
  words: {
    PENDING: ['being created', 'em criacao', 'pendente'],
    ACTIVE: ['awaiting payment', 'unpaid', 'aguardando pagamento', 'aguardando', 'ativa', 'ativo', 'aberta'],
    COMPLETED: ['paid', 'received', 'paga', 'pago', 'recebida', 'recebido', 'concluida', 'concluido'],
    FAILED: ['expired', 'not paid', 'expirada', 'expirado', 'nao paga', 'nao pago', 'vencida', 'falhou'],
  },
} as const;

/** The same for a withdrawal. */
export const WITHDRAWAL_STATUS_WORDS = {
  of: 'withdrawal',
  words: {
    PENDING: ['processing', 'em processamento', 'processando', 'pendente'],
    COMPLETED: ['sent', 'paid', 'enviado', 'enviada', 'pago', 'paga', 'concluido', 'concluida'],
    FAILED: ['returned', 'refused', 'nao concluido', 'nao concluida', 'devolvido', 'recusado', 'falhou'],
  },
} as const;

/**
 * The status in `--status`: the service's word or one from the screen, in any case, in either language.
 *
 * @throws CommandError invalid_status, which names the words of the screen
 */
export function readStatus<Status extends string>(typed: string, words: StatusWords<Status>, text: Catalogue): Status {
  const status = statusOf(typed, words);
  if (status === undefined) throw unknownStatus(typed, [words], text);
  return status;
}

/** What a word means in each of several lists: a status of one, or of all. Undefined when it is a status of none. */
export function findStatusOf<List extends string>(
  typed: string,
  words: Readonly<Record<List, StatusWords<string>>>,
): Readonly<Record<List, string | undefined>> | undefined {
  const lists = Object.keys(words) as List[];
  const found = lists.map((list) => [list, statusOf(typed, words[list])] as const);
  if (found.every(([, status]) => status === undefined)) return undefined;
  return Object.fromEntries(found) as Record<List, string | undefined>;
}

/** The same for `--status`. @throws CommandError invalid_status */
export function readStatusOf<List extends string>(
  typed: string,
  words: Readonly<Record<List, StatusWords<string>>>,
  text: Catalogue,
): Readonly<Record<List, string | undefined>> {
  const found = findStatusOf(typed, words);
  if (found !== undefined) return found;
  throw unknownStatus(typed, Object.values(words), text);
}

function statusesOf<Status extends string>({ words }: StatusWords<Status>): Status[] {
  return Object.keys(words) as Status[];
}

function statusOf<Status extends string>(typed: string, known: StatusWords<Status>): Status | undefined {
  const wanted = plainWords(typed.replaceAll('-', ' '));
  return statusesOf(known).find((status) => status.toLowerCase() === wanted || known.words[status].includes(wanted));
}

function unknownStatus(typed: string, lists: readonly StatusWords<string>[], text: Catalogue): CommandError {
  const entries = lists.flatMap(({ of }) => Object.entries(text.statuses[of]));
  const words = entries.flatMap(([status, word]) => [status, word.toLowerCase()]);
  const closest = closestWord(plainWords(typed), words.map(plainWords));
  const suggestion = words.find((word) => plainWords(word) === closest);
  const known = new Set(entries.map(([status, word]) => named(status, word)));
  return usageError('invalid_status', text.usage.unknownValue('--status', typed, [...known], suggestion));
}

/** A word of the screen, with the service's for those who write a script: `paid (COMPLETED)`. */
function named(status: string, word: string): string {
  return word.toUpperCase() === status ? word.toLowerCase() : `${word.toLowerCase()} (${status})`;
}
