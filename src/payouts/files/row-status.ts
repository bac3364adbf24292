import { parseTypedAmount } from '../../pix/amount-text.ts';
import type { Centavos } from '../../pix/centavos.ts';
import { dayIn } from '../policy-day.ts';
import { isSpreadsheetError } from './cell-text.ts';
import { foldAmountHeading, foldHeading, isCurrencyHeading, isOtherCurrency } from './column-names.ts';
import { isYes } from './payout-row.ts';
import { correctionIn, namesOtherKey, type PaidSoFar } from './row-corrections.ts';
import * as words from './row-words.ts';

/** Of an empty cell. */
const DAY_ZERO = /^\d\d?[/.-]\d\d?[/.-]1[89]\d\d|^1[89]\d\d-/;
const OF_ANSWERS = /\bs(?:im)?\/n(?:[ãa]o)?(?!\p{L})/iu;
/** `Pago em`, with a day, `Pago por`, with a name, or `Pago (S/N)`. */
const WHEN_SETTLED = /(?: em| por| pel[oa]| by| dia| para| on| at| for| r\$)?[?: ]*(?:\(?s(?:im)?\/n(?:[ãa]o)?\)?)?$/i;

/** A column without a heading has a number. */
export function isUnnamed(heading: string): boolean {
  return /^#\d+$/.test(heading);
}

/** Without brackets, `S/N`, and the unit of an amount: `Pagar (S/N)`, `Desconto R$`, `Retenção 5%`. */
function nameOf(heading: string): string {
  return foldHeading(heading.replace(OF_ANSWERS, '')).replace(/(?:r\$|\d*%)$/, '');
}

/** Whether a column says what became of a row, or that it is about another currency or amount. Others may have notes. */
export function isTellingHeading(heading: string): boolean {
  const name = nameOf(heading);
  const names = [
    ...[words.OF_STATUS, words.OF_FORM, words.OF_AMOUNT_PAID, words.OF_END, words.OF_ANY_DAY, words.OF_LATER_DAY],
    ...[words.OF_PROOF, words.OF_OTHER_FORM, words.OF_CONSENT, words.OF_APPROVAL, words.OF_APPROVER],
    ...[words.OF_AMOUNT_DUE, words.OF_BALANCE, words.OF_DIFFERENCE, words.OF_OTHER_KEY],
  ];
  return (
    isCurrencyHeading(heading) || isNoted(heading) || namesSettled(heading) || names.some((known) => known.test(name))
  );
}

/** Whether a note beside a row says that it was paid, or must not be, as others are to pay it. */
export function isNoted(text: string, heading = ''): boolean {
  const said = plain(text.trim());
  const isIncoming = words.INCOMING.test(said) || (words.RECEIVABLE.test(said) && !words.OF_TEAM.test(nameOf(heading)));
  return isIncoming || words.NOTED.test(said);
}

/** Whether a note says so of several rows, in the plural, too: `PAGOS EM 05/12`, `Contas pagas`. */
export function isNotedOfAll(text: string): boolean {
  return isNoted(text) || isNotedInPlural(text) || words.DONE_OF_ALL.test(plain(text));
}

function isNotedInPlural(text: string): boolean {
  const said = singular(text);
  return isForbidden(said) || words.NOTED_OF_ALL.test(said);
}

function singular(text: string): string {
  return plain(text).replaceAll(/([aeo])s(?!\p{L})/gu, '$1');
}

/** Whether a cell only introduces the note behind it: `Atenção`, `Obs:`, `Situação`, `Lote 2`. */
export function isNoteLabel(text: string): boolean {
  return /:\s*$/.test(text) || isTellingHeading(text) || words.NOTE_LABEL.test(plain(text));
}

/** What a note in a column that is not used says against its row, or against all. */
export function noteIn(text: string, heading: string, paid: PaidSoFar) {
  if (isNoted(text, heading)) return 'settled_row';
  if (isNotedInPlural(text) && !words.RECEIVABLE.test(plain(text)))
    return isUnnamed(heading) ? 'settled_file' : 'settled_row';
  return correctionIn(plain(text), paid);
}

/** What a text that is sent with a payment, or names it, says against it: `NÃO PAGAR: em disputa`, `Cancelado`. */
export function sentIn(text: string, paid: PaidSoFar) {
  return isForbidden(text) ? 'settled_row' : correctionIn(plain(text), paid);
}

function isForbidden(text: string): boolean {
  const said = plain(text.trim());
  return words.FORBIDDEN.test(said) || words.NOTED.exec(said)?.[0] === said;
}

/** Whether a column says when a row was paid, or is to be. */
export function isOfAnyDay(heading: string): boolean {
  return words.OF_ANY_DAY.test(nameOf(heading));
}

/** What a row pays, and the heading of that amount. */
interface StatedAmount extends PaidSoFar {
  readonly today: string | undefined;
  readonly paidOn: string | undefined;
  /** The day on which it is due; empty where it names none. */
  readonly dueOn: string | undefined;
  readonly heading: string | undefined;
}

/** What a cell says against its row: that it was paid, or must not be, or is about another currency, key or amount. */
export function objectionIn(
  heading: string,
  text: string,
  amount: StatedAmount,
): 'settled_row' | 'other_currency' | 'other_key' | 'other_amount' | 'amount_left' | 'spreadsheet_error' | undefined {
  const said = text.trim().replace(/^'/, '');
  if (isSpreadsheetError(said)) return 'spreadsheet_error';
  if (isCurrencyHeading(heading) && isOtherCurrency(text)) return 'other_currency';
  const name = nameOf(heading);
  if (words.OF_CONSENT.test(name) && !isConsent(said, amount.paidOn)) return 'settled_row';
  if (words.OF_APPROVER.test(name) && /^[-–—]*$/u.test(said)) return 'settled_row';
  if (said === '') return undefined;
  if (saysSettled(heading, said, amount)) return 'settled_row';
  if (words.OF_OTHER_KEY.test(name) && namesOtherKey(said, amount)) return 'other_key';
  return otherAmountIn(name, said, amount) ?? correctionIn(plain(said), amount);
}

/** `90,00` below `Líquido`, or `10,00` below `Desconto`, beside 100,00 below `Valor`; or less below `Saldo`. */
function otherAmountIn(name: string, said: string, { heading = '', amountCentavos }: StatedAmount) {
  if (amountCentavos === undefined) return undefined;
  const due = isYes(said) ? undefined : amountIn(said);
  const isLess = due !== undefined && due < amountCentavos;
  if (isLess && (words.OF_BALANCE.test(name) || words.OF_AMOUNT_LEFT.test(name))) return 'amount_left';
  if (!words.OF_ANY_AMOUNT.test(foldAmountHeading(heading))) return undefined;
  const isOther = words.OF_DIFFERENCE.test(name)
    ? /[1-9]/.test(said)
    : words.OF_AMOUNT_DUE.test(name) && due !== undefined && due > 0 && due !== amountCentavos;
  return isOther ? 'other_amount' : undefined;
}

function amountIn(said: string): Centavos | undefined {
  const amount = parseTypedAmount(said);
  return amount.ok ? amount.amountCentavos : undefined;
}

/** `Pago em 05/12` below `Status`, `sim` or `05/12` below `Pago`, a day that has passed, or is planned, below `Data do Pix`. */
function saysSettled(heading: string, said: string, { today = '', paidOn, dueOn }: StatedAmount): boolean {
  const name = nameOf(heading);
  const isStatus = words.OF_STATUS.test(name);
  if (words.OF_FORM.test(name) && !isStatus) return isOtherForm(plain(said)) || isForbidden(said);
  // What has a number there may be one of several, and a note that is in order is to be paid.
  if (isStatus && isYes(said) && said !== '1' && !/(?:documento|nota)$/.test(name)) return true;
  if (isStatus)
    return isSettled(said) || isSettled(singular(said)) || (words.OF_FORM.test(name) && isOtherForm(plain(said)));
  if (words.OF_AMOUNT_PAID.test(name)) return /[1-9]/.test(said);
  const isOfDay = words.OF_ANY_DAY.test(name);
  if (isOfDay || words.OF_LATER_DAY.test(name)) {
    const day = dayIn(said.replace(/[ T]\d\d?:.*/, ''));
    if (day === undefined || paidOn === undefined) return false;
    return isOfDay ? day < today || (dueOn === '' && day > paidOn) : day > paidOn;
  }
  if (words.OF_END.test(name) || namesSettled(heading)) {
    const isNamed = isNoted(heading) && /\p{L}/u.test(said) && !words.OPEN.test(plain(said));
    return isYes(said) || isSettled(said) || isNamed || (/[1-9]/.test(said) && !DAY_ZERO.test(said));
  }
  if (words.OF_PROOF.test(name) && isSettled(said)) return true;
  if (isYes(said) && (isNoted(heading) || words.OF_PROOF.test(name) || words.OF_OTHER_FORM.test(name))) return true;
  return isNoted(said, heading) || (words.OF_APPROVAL.test(name) && words.WITHHELD.test(plain(said)));
}

function isOtherForm(said: string): boolean {
  return words.OTHER_FORM.test(said) && !said.includes('pix');
}

/** `sim`, the amount that is to be paid, or the day on which it was approved. */
function isConsent(said: string, paidOn = ''): boolean {
  const day = dayIn(said);
  if (day !== undefined) return day <= paidOn;
  return isYes(said) || words.CONSENTED.test(plain(said)) || (amountIn(said) ?? 0) > 0;
}

/** Below `Valor negociado` is what is due, and below `Chave antiga` what holds no more. */
function namesSettled(heading: string): boolean {
  const name = nameOf(heading);
  const isOfAmountOrKey = words.OF_AMOUNT_DUE.test(name) || /antig[ao]$/.test(name);
  return !isOfAmountOrKey && isSettled(heading.trim().replace(WHEN_SETTLED, ''), true);
}

function isSettled(text: string, isWhole = false): boolean {
  const said = plain(text);
  const [found] = words.SETTLED.exec(said) ?? [];
  return isWhole ? found === said : found !== undefined;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?:\s|\.\.)[\s.]*/g, ' ')
    .replaceAll('’', "'")
    .toLowerCase();
}
