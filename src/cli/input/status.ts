import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import { plainWords } from './plain-words.ts';

export type StatusWords<Status extends string> = Readonly<Record<Status, readonly string[]>>;

/** The words of people for the statuses of a charge, in both languages, without accents. */
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
 * The status typed after `--status`: the service's word or one of the screen, in any case, in either language.
 *
 * @throws CommandError invalid_status, which names the service's words
 */
export function readStatus<Status extends string>(typed: string, words: StatusWords<Status>, text: Catalogue): Status {
  const wanted = plainWords(typed);
  const statuses = Object.keys(words) as Status[];
  const status = statuses.find((known) => known.toLowerCase() === wanted || words[known].includes(wanted));
  if (status !== undefined) return status;
  const closest = closestWord(wanted, statuses);
  throw usageError('invalid_status', text.usage.unknownValue('--status', typed, statuses, closest));
}
