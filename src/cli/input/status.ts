import { usageError, type CommandError } from '../errors/command-error.ts';
import { closestWord } from '../errors/known-words.ts';
import type { Catalogue } from '../text/translate.ts';
import { plainWords } from '../../pix/accents.ts';

export interface StatusWords<Status extends string> {
  /** Whose statuses they are. */
  readonly of: 'charge' | 'withdrawal';
  readonly words: Readonly<Record<Status, readonly string[]>>;
}

/** What the balance and the sums below a list call the charges that may still be paid, whichever status they have. */
const OPEN = ['open', 'em aberto', 'aberta', 'aberto', 'pendente'];

/** Words for the statuses of a charge, in both languages, without accents. */
export const CHARGE_STATUS_WORDS = {
  of: 'charge',
  words: {
    PENDING: ['being created', 'em criacao', ...OPEN],
    ACTIVE: ['awaiting payment', 'aguardando pagamento', 'aguardando', 'ativa', 'ativo', ...OPEN],
    COMPLETED: ['paid', 'received', 'paga', 'pago', 'recebida', 'recebido', 'concluida', 'concluido'],
    FAILED: ['expired', 'not paid', 'unpaid', 'expirada', 'expirado', 'nao paga', 'nao pago', 'vencida', 'falhou'],
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
 * @throws CommandError invalid_status, which names the words of the screen: the service filters by one status
 */
export function readStatus<Status extends string>(typed: string, words: StatusWords<Status>, text: Catalogue): Status {
  const [status, ...others] = statusesOf(typed, words);
  if (status === undefined || others.length > 0) throw unknownStatus(typed, [words], text);
  return status;
}

/** What a word means in each of several lists: statuses of one, or of all. Undefined when it is a status of none. */
export function findStatusOf<List extends string>(
  typed: string,
  words: Readonly<Record<List, StatusWords<string>>>,
): Readonly<Record<List, readonly string[]>> | undefined {
  const lists = Object.keys(words) as List[];
  const found = lists.map((list) => [list, statusesOf(typed, words[list])] as const);
  if (found.every(([, statuses]) => statuses.length === 0)) return undefined;
  return Object.fromEntries(found) as Record<List, readonly string[]>;
}

/** The same for `--status`. @throws CommandError invalid_status */
export function readStatusOf<List extends string>(
  typed: string,
  words: Readonly<Record<List, StatusWords<string>>>,
  text: Catalogue,
): Readonly<Record<List, readonly string[]>> {
  const found = findStatusOf(typed, words);
  if (found !== undefined) return found;
  throw unknownStatus(typed, Object.values(words), text);
}

function statusesOf<Status extends string>(typed: string, { words }: StatusWords<Status>): readonly Status[] {
  const wanted = plainWords(typed.replaceAll('-', ' '));
  const known = Object.keys(words) as Status[];
  const exact = known.filter((status) => status.toLowerCase() === wanted);
  return exact.length > 0 ? exact : known.filter((status) => words[status].includes(wanted));
}

function unknownStatus(typed: string, lists: readonly StatusWords<string>[], text: Catalogue): CommandError {
  const entries = lists.flatMap(({ of }) => Object.entries(text.statuses[of]));
  const words = entries.flatMap(([status, word]) => [status, word.toLowerCase()]);
  const closest = closestWord(plainWords(typed), words.map(plainWords));
  const suggestion = words.find((word) => plainWords(word) === closest);
  // A word of the screen, with the service's for those who write a script: `paid (COMPLETED)`.
  const named = entries.map(([status, word]) => {
    const own = word.toLowerCase();
    return own.toUpperCase() === status ? own : `${own} (${status})`;
  });
  return usageError('invalid_status', text.usage.unknownValue('--status', typed, [...new Set(named)], suggestion));
}
