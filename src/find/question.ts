import { parseEndToEndId } from '../pix/end-to-end-id.ts';
import { pastedId } from '../pix/pasted-id.ts';
import { parsePixKey } from '../pix/pix-key.ts';
import { traitsOf, type Traits } from './index/traits.ts';
import { amountOf, foldWords, hasIdPart, hasWords, readTerm, type StatusReader, type Term } from './term.ts';
import { hasStatus, type ListName, type WalletEntry } from './wallet-entry.ts';

/**
 * Names of the holders of Pix keys, by key, from files that were paid. A withdrawal that was paid under another name is
 * there too, by its ID.
 */
export type HolderNames = ReadonlyMap<string, string>;

const NO_NAMES: HolderNames = new Map();

/**
 * Source: BCB, Manual BR Code: up to 25 characters in a static charge, 26 to 35 in a dynamic one. Shorter ones are read
 * as words.
 */
const CHARGE_ID = /^(?=.*\d)(?=.*[a-z])[\da-z]{20,35}$/i;
const PART_OF_TRANSFER_ID = /^(?=.*\d)(?=.*[a-z])[\da-z]{6,35}$/i;
const BARE_UUID = /^[\da-f]{32}$/i;

/** Words that select nothing, in both languages; nor does a label, such as `Valor:`. */
const FILLERS = new Set(
  'a as ao da de do das dos e em na no o os para por of the to for from and in on at pix cpf cnpj'.split(' '),
);
/** Labels of a day, as people say them: `dia 14/07`. */
export const DAY_LABELS: ReadonlySet<string> = new Set(['dia', 'day', 'data', 'date']);
/** With a number or an address behind them, as in `valor pago 20,00`; elsewhere they are words of a name: `Supermercado Dia`. */
const LABELS = new Set([...DAY_LABELS, 'chave', 'key', 'valor', 'amount']);
const LABELLED = /[\d@]/;
/** Of the sentence or the statement that a text is pasted from: punctuation around words, and times of day. */
const SURROUNDINGS =
  /(?<!\S)["'“‘]+|["'”’,;.!?]+(?!\S)|(?<!\S)[^\p{L}\p{N}\s]+(?!\S)|(?<!\S)\d\d:\d\d(?::\d\d)?[,;.]*(?!\S)/gu;

/** Everything that a typed text may mean. */
export type Question = ReturnType<typeof readQuestion>;

export function readQuestion(typed: string, readStatuses: StatusReader = () => undefined) {
  const text = typed.replaceAll(/\p{Cf}/gu, '').trim();
  const transfer = parseEndToEndId(pastedId(text) ?? text);
  const isPart = transfer === undefined && !BARE_UUID.test(text);
  return {
    typed: text,
    ...readTerm(text, readStatuses),
    // Of a text that has several; each may mean something of its own.
    terms: termsOf(text, readStatuses),
    // The time in an end-to-end id, or in the beginning of one. Milliseconds since the epoch.
    transfer: transfer && { fromMs: transfer.fromMs, toMs: transfer.toMs },
    // A charge id (txid) by the Central Bank: then only a look-up may find it.
    isChargeId: isPart && CHARGE_ID.test(text),
    isPartOfTransferId: isPart && PART_OF_TRANSFER_ID.test(text),
    // Only a day was typed.
    isEverything: text === '',
  };
}

/**
 * The paths of the fields that match a question, identifiers first. Empty when the entry does not match. All terms must
 * match, in any order.
 */
export function matchEntry(
  entry: WalletEntry,
  list: ListName,
  question: Question,
  names: HolderNames = NO_NAMES,
): string[] {
  if (question.isEverything) return ['createdAt'];
  const traits = traitsOf(entry);
  // A number is no name by itself: with letters beside it, it may be a part of one ("loja 9").
  const name = mayBeName(question.words) ? names.get(traits.pixKey ?? '') : undefined;
  const pathsOf = (term: Term) => [
    ...matchTerm(traits, term, name),
    ...(term.statuses !== undefined && hasStatus(list, entry, term.statuses) ? ['status'] : []),
  ];
  const whole = pathsOf(question);
  if (whole.length > 0) return whole;
  const parts = question.terms.map(pathsOf);
  return parts.every((matched) => matched.length > 0) ? [...new Set(parts.flat())] : [];
}

/** Whether the entry has the typed id, whole and its own. Ids that several entries may share do not count. */
export function isIdentified(entry: WalletEntry, { identifiers }: Pick<Question, 'identifiers'>): boolean {
  return traitsOf(entry).identifiers.some(([, value]) => identifiers.includes(value));
}

export function isInName(name: string, question: Question): boolean {
  return [question, ...question.terms].some(({ words }) => mayBeName(words) && hasWords(foldWords(name), words));
}

export function mayBeName(words: string): boolean {
  return /\p{L}{2}/u.test(words);
}

function matchTerm(traits: Traits, term: Term, name: string | undefined): string[] {
  const { pixKey, amounts, texts } = traits;
  const [, transfer] = traits.identifiers.find(([path]) => path === 'endToEndId') ?? [];
  const { identifiers, idPart, transferEnd, pixKeys, keyPart, amountCentavos, words } = term;
  const isKey =
    pixKey !== undefined &&
    (pixKeys.includes(pixKey) || identifiers.includes(pixKey) || keyPart?.pattern.test(pixKey) === true);
  // A whole address is also the end of others: lia@example.com of natalia@example.com.
  const isOpenTo = (path: string) => path !== 'pixKey' || pixKeys.length === 0;
  const matched = [
    ...traits.identifiers
      .filter(([, value]) => identifiers.includes(value) || (idPart !== undefined && hasIdPart(value, idPart)))
      .map(([path]) => path),
    ...(transferEnd !== undefined && transfer?.endsWith(transferEnd) === true ? ['endToEndId'] : []),
    ...(isKey ? ['pixKey'] : []),
    ...amounts.filter(([, value]) => value === amountCentavos).map(([path]) => path),
    ...texts
      .filter(([path, text]) => isOpenTo(path) && hasWords(foldWords(readable(text, words)), words))
      .map(([path]) => path),
    ...(name !== undefined && hasWords(foldWords(name), words) ? ['recipientName'] : []),
  ];
  return [...new Set(matched)];
}

/** As the payouts write it: src/payouts/rules/mark.ts. */
export const MARK = / ?#px[2-9a-hjkmnp-z]{7}(?![0-9a-z])/g;
const MARK_LETTERS = 7;

/** Without its mark, in which a few letters mean nothing; a mark is found as a whole. */
function readable(text: string, words: string): string {
  return words.length < MARK_LETTERS ? text.replaceAll(MARK, '') : text;
}

const WORDS_OF_ONE_TERM = 5;

/** Splits a text into terms: `R$ 24,50` and `(11) 98765-4321` are one each. */
function termsOf(text: string, readStatuses: StatusReader): readonly Term[] {
  const words = text.replaceAll(SURROUNDINGS, ' ').trim().split(/\s+/);
  if (words.length < 2 && words[0] === text) return [];
  const terms: string[] = [];
  for (let index = 0; index < words.length;) {
    const length = lengthOfTerm(words.slice(index, index + WORDS_OF_ONE_TERM), readStatuses);
    terms.push(words.slice(index, index + length).join(' '));
    index += length;
  }
  const telling = terms.filter((term, index) => {
    const isLabel = LABELS.has(foldWords(term)) && terms.slice(index + 1).some((later) => LABELLED.test(later));
    return !isLabel && !isFiller(term);
  });
  return (telling.length === 0 ? terms : telling).map((term) => readTerm(term, readStatuses));
}

function isFiller(term: string): boolean {
  return FILLERS.has(foldWords(term)) || term.endsWith(':');
}

/** How many of the words, from the first on, form one amount, one key or one status. */
function lengthOfTerm(words: readonly string[], readStatuses: StatusReader): number {
  for (let length = words.length; length > 1; length -= 1) {
    const joined = words.slice(0, length).join(' ');
    const isAmount = /^[-+\u2212]?(?:r\$|brl)\s|\s(?:reais|real|brl)$/i.test(joined) && amountOf(joined) !== undefined;
    if (isAmount || parsePixKey(joined).ok || readStatuses(joined) !== undefined) return length;
  }
  return 1;
}
