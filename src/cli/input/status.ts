import { closestWord } from '../errors/closest-word.ts';
import { usageError, type CommandError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { plainWords } from './plain-words.ts';

export type StatusWords<Status extends string> = Readonly<Record<Status, readonly string[]>>;

/** Words for the statuses of a charge, in both languages, without accents. */
export const CHARGE_STATUS_WORDS = {
  PENDING: ['being created', 'em criacao', 'pendente'],
  ACTIVE: ['awaiting payment', 'unpaid', 'aguardando pagamento', 'aguardando', 'ativa', 'ativo', 'aberta'],
  COMPLETED: ['paid', 'received', 'paga', 'pago', 'recebida', 'recebido', 'concluida', 'concluido'],
  FAILED: ['expired', 'not paid', 'expirada', 'expirado', 'nao paga', 'nao pago', 'vencida', 'falhou'],
} as const;

/** The same for a withdrawal. */
export const WITHDRAWAL_STATUS_WORDS = {
  PENDING: ['processing', 'em processamento', 'processando', 'pendente'],
  COMPLETED: ['sent', 'paid', 'enviado', 'enviada', 'pago', 'paga', 'concluido', 'concluida'],
  FAILED: ['returned', 'refused', 'nao concluido', 'nao concluida', 'devolvido', 'recusado', 'falhou'],
} as const;

/**
 * The status in `--status`: the service's word or one from the screen, in any case, in either language.
 *
 * @throws CommandError invalid_status, which lists the service's words
 */
export function readStatus<Status extends string>(typed: string, words: StatusWords<Status>, text: Catalogue): Status {
  const status = statusOf(typed, words);
  if (status === undefined) throw unknownStatus(typed, statusesOf(words), text);
  return status;
}

/**
 * The same for several lists at once: a word may be a status of one, or of all. Undefined for a list without such a
 * status.
 *
 * @throws CommandError invalid_status
 */
export function readStatusOf<List extends string>(
  typed: string,
  words: Readonly<Record<List, StatusWords<string>>>,
  text: Catalogue,
): Readonly<Record<List, string | undefined>> {
  const lists = Object.keys(words) as List[];
  const found = lists.map((list) => [list, statusOf(typed, words[list])] as const);
  if (found.every(([, status]) => status === undefined)) {
    throw unknownStatus(typed, [...new Set(lists.flatMap((list) => statusesOf(words[list])))], text);
  }
  return Object.fromEntries(found) as Record<List, string | undefined>;
}

function statusesOf<Status extends string>(words: StatusWords<Status>): Status[] {
  return Object.keys(words) as Status[];
}

function statusOf<Status extends string>(typed: string, words: StatusWords<Status>): Status | undefined {
  const wanted = plainWords(typed);
  return statusesOf(words).find((known) => known.toLowerCase() === wanted || words[known].includes(wanted));
}

function unknownStatus(typed: string, statuses: readonly string[], text: Catalogue): CommandError {
  const closest = closestWord(plainWords(typed), statuses);
  return usageError('invalid_status', text.usage.unknownValue('--status', typed, statuses, closest));
}
