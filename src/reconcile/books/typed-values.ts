import { parseTypedAmount } from '../../pix/amount-text.ts';
import { calendarDay } from '../../pix/calendar-day.ts';
import { centavos, negative, type Centavos } from '../../pix/centavos.ts';
import { withoutAccents } from '../../pix/accents.ts';

/** How the accounting formats of Excel show 0. */
const DASH = /^(?:R\$\s*)?[-\u2212\u2013]$/;
const BRACKETS = /^\((.*)\)$/;
/** Before an amount and behind it. */
const SIGNS = [
  [/^(?:R\$\s*)?[-\u2212\u2013]\s*/, '-'],
  [/(?<=\d)\s*[-\u2212]$/, '-'],
  [/^(?:R\$\s*)?\+\s*/, '+'],
  [/(?<=\d)\s*\+$/, '+'],
] as const;
/** Sicoob marks what is blocked. It names no side. */
const MARK_BEHIND = /(?<=\d)\*$/;
/** Debit or credit, as banks write it behind an amount. */
const SIDE_BEHIND = /(?<=[\d)])\s*\(?(\p{L}+)\.?\)?$/u;

export interface StatedAmount {
  /** Without its sign. */
  readonly size: Centavos;
  readonly sign: '-' | '+' | undefined;
  /** Written behind it: `10,00 D`. */
  readonly side: Side | undefined;
}

/**
 * An amount, its sign and its side: `-1.234,56`, `1.234,56-`, `(1.234,56)`, `1.234,56 D`. Reais become centavos by their
 * digits.
 *
 * @param decimalMark of the other amounts in its column: `1.234` has one meaning then
 */
export function readStatedAmount(text: string, decimalMark: DecimalMark | undefined): StatedAmount | undefined {
  let rest = text.trim().replace(MARK_BEHIND, '').replace(DASH, '0');
  let sign: StatedAmount['sign'];
  const written = SIDE_BEHIND.exec(rest)?.[1];
  const side = written === undefined ? undefined : sideOf(written);
  if (side !== undefined) rest = rest.replace(SIDE_BEHIND, '');
  const bracketed = BRACKETS.exec(rest)?.[1];
  if (bracketed !== undefined) [rest, sign] = [bracketed, '-'];
  for (const [form, found] of SIGNS) {
    if (sign === undefined && form.test(rest)) [rest, sign] = [rest.replace(form, ''), found];
  }
  const amount = parseTypedAmount(rest);
  const grouped = !amount.ok && amount.reason === 'ambiguous' ? amount.readingsCentavos[0] : undefined;
  const isGrouped = decimalMark !== undefined && !rest.includes(decimalMark);
  const size = amount.ok ? amount.amountCentavos : isGrouped ? grouped : undefined;
  return size === undefined ? undefined : { size, sign, side };
}

/** An amount in a format whose amounts have signs, and no groups of thousands: `10.500` is ten reais and a half. */
export function readSignedAmount(text: string): Centavos | undefined {
  const plain = text.replace(/([.,]\d\d)0+$/, '$1').replace(/(?<=^[-+]?)\./, '0.');
  return signedAmount(readStatedAmount(plain, '.'));
}

/** An amount as it is stated, whatever the other amounts are. */
export function signedAmount(stated: StatedAmount | undefined): Centavos | undefined {
  if (stated === undefined) return undefined;
  return stated.sign === '-' || stated.side === 'out' ? negative(stated.size) : stated.size;
}

/** Whole centavos, as our own exports for programs have them. */
export function readCentavos(text: string): StatedAmount | undefined {
  const [, minus, digits] = /^(-?)(\d{1,15})$/.exec(text.trim()) ?? [];
  const number = Number(digits ?? NaN);
  if (!Number.isSafeInteger(number)) return undefined;
  return { size: centavos(number), sign: minus === '-' ? '-' : undefined, side: undefined };
}

export type DecimalMark = ',' | '.';

/** The mark before the decimals of a column, where all its amounts with two of them agree. */
export function decimalMarkOf(texts: Iterable<string>): DecimalMark | undefined {
  let found: DecimalMark | undefined;
  for (const text of texts) {
    const mark = /\d([.,])\d\d(?!\d)\D*$/.exec(text)?.[1];
    if (mark !== ',' && mark !== '.') continue;
    if (found !== undefined && found !== mark) return undefined;
    found = mark;
  }
  return found;
}

const DATE = /^(?:(\d{4})[-/.](\d\d)[-/.](\d\d)|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d))(?:[ T].*)?$/;
/** `20260714`, as Caixa writes it. */
const DIGITS = /^((?:19|20)\d\d)(\d\d)(\d\d)$/;
const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
/** With the offset of a zone, a midnight says no time: it is that of the day. */
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?[+-]/i;

/** The local day of a moment: `2026-07-14`. */
export function localDay(moment: number): string {
  const local = new Date(moment);
  const [month, day] = [local.getMonth() + 1, local.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(local.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** The beginning of a local day, or of one some days later. Epoch milliseconds. */
export function startOf(day: string, later = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}

/** The day in a trimmed text: the year first, or the day first, as in Brazil. A time with its zone is of the local day. */
export function readDay(text: string): string | undefined {
  if (WITH_ZONE.test(text) && !MIDNIGHT.test(text)) {
    const moment = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(moment) ? undefined : localDay(moment);
  }
  const [, year, month, day, dayFirst, monthSecond, yearLast = ''] = DATE.exec(text) ?? DIGITS.exec(text) ?? [];
  if (year !== undefined) return calendarDay(year, month, day);
  return calendarDay(yearLast.length === 2 ? `20${yearLast}` : yearLast, monthSecond, dayFirst);
}

export type Side = 'in' | 'out';

const PLUS = /^\(?\+1?\)?$/;
const MINUS = /^\(?[-\u2212\u2013]1?\)?$/;
const WORDS: Readonly<Record<Side, ReadonlySet<string>>> = {
  in: new Set([
    ...['c', 'cr', 'crd', 'cre', 'cred', 'crdt', 'credito', 'creditos', 'creditado', 'credor', 'credora', 'credit'],
    ...['credits', 'e', 'ent', 'entrada', 'entradas', 'entrou', 'in', 'inflow', 'incoming', 'deposito', 'deposit'],
    ...['recebido', 'recebida', 'recebidos', 'recebidas', 'recebimento', 'recebimentos', 'received', 'receita'],
    ...['positivo', 'pixrecebido', 'pixin', 'cashin'],
  ]),
  out: new Set([
    ...['d', 'db', 'dr', 'deb', 'debt', 'dbit', 'debito', 'debitos', 'debitado', 'devedor', 'devedora', 'debit'],
    ...['debits', 's', 'sai', 'saida', 'saidas', 'saiu', 'out', 'outflow', 'outgoing', 'saque', 'withdrawal'],
    ...['enviado', 'enviada', 'enviados', 'enviadas', 'envio', 'envios', 'sent', 'despesa'],
    ...['negativo', 'pixenviado', 'pixout', 'cashout'],
  ]),
};
/** They name no side, and leave the side that another word names. A return or a reversal turns it round: it is not here. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...['pix', 'ted', 'doc', 'tef', 'transferencia', 'transferencias', 'pagamento', 'lancamento', 'movimentacao'],
  ...['movimento', 'operacao', 'transacao', 'valor', 'conta', 'corrente', 'dinheiro', 'boleto', 'qr', 'code', 'cash'],
  ...['a', 'de', 'do', 'da', 'em', 'na', 'no', 'por', 'via', 'transfer', 'payment', 'money', 'account', 'by'],
]);

/** The side that a whole text names, and says nothing else than: `D`, `Crédito`, `Pix enviado`, `−`. */
export function sideOf(text: string): Side | undefined {
  const trimmed = text.trim();
  if (PLUS.test(trimmed)) return 'in';
  if (MINUS.test(trimmed)) return 'out';
  const sides = new Set<Side>();
  for (const word of wordsOf(trimmed)) {
    if (WORDS.in.has(word)) sides.add('in');
    else if (WORDS.out.has(word)) sides.add('out');
    else if (!NEUTRAL.has(word)) return undefined;
  }
  const [only] = sides;
  return sides.size === 1 ? only : undefined;
}

function wordsOf(text: string): readonly string[] {
  return withoutAccents(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What a line says that it is, beside a movement of money. What is blocked is another figure than the balance. */
export type SummaryWord = 'opening' | 'closing' | 'balance' | 'blocked' | 'total';

const BALANCE = new Set(['saldo', 'saldos', 'sdo', 'balance']);
const OPENING = new Set(['anterior', 'ant', 'inicial', 'abertura', 'opening', 'initial', 'previous', 'starting']);
const CLOSING = new Set(['final', 'fechamento', 'closing', 'ending']);
const BLOCKED = new Set(['bloqueado', 'bloqueada', 'bloq', 'blocked']);
const TOTAL = new Set(['total', 'totais', 'totals', 'soma', 'somas', 'subtotal', 'sum']);
const BESIDE = new Set([
  ...['do', 'da', 'de', 'dos', 'das', 'em', 'no', 'na', 'ao', 'e', 'dia', 'mes', 'periodo', 'conta', 'corrente', 'cc'],
  ...['disponivel', 'parcial', 'diario', 'atual', 'contabil', 'geral', 'liquido', 'apos', 'lancamentos', 'movimento'],
  ...['movimentos', 'movimentacao', 'cta', 'apl', 'aplic', 'aut', 'automaticas', 'mais'],
  ...['entradas', 'saidas', 'creditos', 'debitos', 'credits', 'debits', 'r', 'brl', 'of', 'the', 'day', 'daily'],
  ...['available', 'current', 'period', 'month', 'account', 'after', 'rows', 'entries', 'transactions', 'transacoes'],
]);

/**
 * What a whole text says, where each of its words belongs to that: `Saldo do dia`, and not `Saldo empréstimo`. It proves
 * nothing: the amount beside it has to add up.
 */
export function summaryWord(text: string): SummaryWord | undefined {
  const spelled = text.replace(/^\s*S\s+A\s+L\s+D\s+O\b/i, 'saldo');
  const words = wordsOf(spelled).filter((word) => !/^\d+$/.test(word));
  const known = [BALANCE, OPENING, CLOSING, BLOCKED, TOTAL, BESIDE];
  if (!words.every((word) => known.some((set) => set.has(word)))) return undefined;
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (!has(BALANCE)) return has(TOTAL) ? 'total' : undefined;
  if (has(BLOCKED)) return 'blocked';
  if (has(OPENING)) return 'opening';
  return has(CLOSING) ? 'closing' : 'balance';
}
