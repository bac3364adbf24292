import { parseTypedAmount } from '../../pix/amount-text.ts';
import type { Centavos } from '../../pix/centavos.ts';
import { dayIn } from '../policy-day.ts';
import { foldAmountHeading, foldHeading, foldText, isCurrencyHeading, isOtherCurrency } from './column-names.ts';
import { isYes } from './payout-row.ts';

const OF_STATUS =
  /^(?:status|situacao|sit|estado)(?:d[aeo])?(?:pagamento|pgto|pagto|pix|titulo|parcela|conta|lancamento|documento|nota)?$|^(?:pagamento|pgto|pagto)$|^payment(?:status|state)?$/;
const OF_AMOUNT_PAID =
  /^(?:valor|vlr?|total)(?:ja)?(?:pago|quitado|liquidado|baixado)$|^(?:paidamount|amountpaid|totalpaid)$/;
const OF_DAY_PAID = /^(?:(?:data|dt)(?:d[ae])?)?(?:baixa|quitacao|liquidacao)$/;
/** Beside the day on which a row is due, it says when it was paid, or will be. */
const OF_ANY_DAY = /^(?:data|dt)(?:d[aeo])?(?:pagamento|pgto|pagto)$|^paymentdate$/;
/** Of an empty cell. */
const DAY_ZERO = /^\d\d?[/.-]\d\d?[/.-]1[89]\d\d|^1[89]\d\d-/;
/** Whether a row is to be paid: one without an answer, where others may have one, is not. */
const OF_CONSENT =
  /^(?:pode)?(?:pagar|enviar)$|^(?:aprovad[oa]|autorizad[oa]|liberad[oa]|pay|topay|approved|authori[sz]ed)$/;
const CONSENTED =
  /^[^\p{L}]*(?:pagar|pode|aprovad[oa]|autorizad[oa]|liberad[oa]|pay|approved|authori[sz]ed|ok)(?!\p{L})/u;
/** That a row was paid, or must not be. What was refused or returned may be in the file to be paid again. */
const SETTLED =
  /^[^\p{L}]*(?:(?:ja|foi|pagamento|pgto|pagto|pix|payment)[ .]+)*(?:pag[oa]|pg|quitad[oa]|liquidad[oa]|baixad[oa]|efetuad[oa]|realizad[oa]|concluid[oa]|finalizad[oa]|feit[oa]|enviad[oa](?! para)|transferid[oa]|depositad[oa]|compensad[oa]|cancelad[oa]|anulad[oa]|bloquead[oa]|suspens[oa]|reprovad[oa]|n(?:ao)?[ .]+(?:pagar|pague|(?:aprovad|autorizad|liberad)[oa])|(?:aguardando|pendente de) (?:aprovacao|autorizacao|liberacao)|sent|transferred|done|not approved|paid|settled|completed|cancell?ed|void|voided|blocked|suspended|on hold)(?![\p{L}\p{N}])/u;
/** `Pago em`, with a day. */
const WHEN_SETTLED = /(?: em| on| at)?[?:]*$/;

/** Written by hand beside a row, often in a column without a heading: `NÃO PAGAR`. */
const OF_NOTES = /^(?:obs|observac(?:ao|oes)|anotac(?:ao|oes)|comentarios?|notes?|remarks?|comments?)$/;
/** Notes are of works, too: `Concluída a obra`. */
const NOTED =
  /^[^\p{L}]*(?:(?:ja|foi)[ .]+)*(?:n(?:ao)?[ .]+(?:pagar|pague|pg|fazer|enviar|efetuar|aprovad[oa])|(?:pix|pagamento|pgto|pagto|ted)[ .]+(?:ja[ .]+)?(?:feit[oa]|enviad[oa]|efetuad[oa]|realizad[oa])|paguei|pagou|pagamos|(?:do not|don't) (?:pay|send)|pag[oa]|pg|quitad[oa]|cancela(?:d[oa]|r)|bloque(?:ad[oa]|ar)|suspen(?:s[oa]|der)|aguardar|segurar|excluir|desconsiderar|ignorar|duplicad[oa]|paid|cancel(?:l?ed)?|hold|on hold|ignore|duplicate)(?![\p{L}\p{N}])/u;
/** A bill that is paid otherwise may have the Pix key of its supplier. */
const OF_FORM =
  /^(?:(?:forma|meio|metodo|modalidade|tipo)(?:d[eo])?)?(?:pagamento|pgto|pagto)$|^(?:forma|payment(?:method|type|form)?)$/;
const OTHER_FORM =
  /^(?!.*pix)[^\p{L}]*(?:boletos?|ted|doc|debito|cartao|dinheiro|especie|cheque|cash|(?:credit|debit) card|card|check)(?!\p{L})/u;
/** What is due in the end, beside an amount of the bill. */
const OF_AMOUNT_DUE =
  /^(?:(?:valor)?totalapagar|(?:valor|total)?liquido(?:apagar|areceber)?|valor(?:final|devido|atualizado|comdesconto)|saldoapagar|net|netamount|(?:amount|total)due|(?:to)?pay|pagar)$/;
const OF_DIFFERENCE =
  /^(?:valor(?:d[oae]s?)?)?(?:descontos?|abatimentos?|juros|multas?|jurosmulta|acrescimos?|retenc(?:ao|oes)|discounts?|interest)$/;
/** An amount that may be the one before a discount. */
const OF_ANY_AMOUNT = /^(?:valor(?:r\$|brl|emreais|reais)?|quantia|montante|amount(?:brl|r\$|(?:in)?reais)?)$/;

/** A column without a heading has a number. */
export function isUnnamed(heading: string): boolean {
  return /^#\d+$/.test(heading);
}

/** Whether a column may hold a note on whether a row is paid. It is not used otherwise. */
export function isNoteHeading(heading: string): boolean {
  return isUnnamed(heading) || OF_NOTES.test(foldText(heading));
}

/** Whether a column may say what became of a row, or that it is about another currency or amount. */
export function isTellingHeading(heading: string): boolean {
  const name = foldText(heading);
  const names = [
    ...[OF_STATUS, OF_FORM, OF_AMOUNT_PAID, OF_DAY_PAID, OF_ANY_DAY],
    ...[OF_CONSENT, OF_AMOUNT_DUE, OF_DIFFERENCE],
  ];
  const isNamed = OF_STATUS.test(foldHeading(heading)) || namesSettled(heading) || isCurrencyHeading(heading);
  return isNamed || isNoteHeading(heading) || names.some((known) => known.test(name));
}

/** What a row pays, and the heading of that amount. */
interface StatedAmount {
  /** The day on which it is paid. */
  readonly paidOn: string | undefined;
  readonly heading: string | undefined;
  readonly amountCentavos: Centavos | undefined;
}

/** What a cell says against its row: that it was paid, or must not be, or is about another currency or amount. */
export function objectionIn(
  heading: string,
  text: string,
  amount: StatedAmount,
): 'settled_row' | 'other_currency' | 'other_amount' | undefined {
  if (isCurrencyHeading(heading) && isOtherCurrency(text)) return 'other_currency';
  const said = text.trim().replace(/^'/, '');
  if (OF_CONSENT.test(foldText(heading)) && !isConsent(said)) return 'settled_row';
  if (said === '') return undefined;
  if (saysSettled(heading, said, amount.paidOn)) return 'settled_row';
  return saysOtherAmount(foldText(heading), said, amount) ? 'other_amount' : undefined;
}

/** `90,00` below `Líquido`, or `10,00` below `Desconto`, beside 100,00 below `Valor`. */
function saysOtherAmount(name: string, said: string, { heading = '', amountCentavos }: StatedAmount): boolean {
  if (amountCentavos === undefined || !OF_ANY_AMOUNT.test(foldAmountHeading(heading))) return false;
  if (OF_DIFFERENCE.test(name)) return /[1-9]/.test(said);
  if (!OF_AMOUNT_DUE.test(name) || isYes(said)) return false;
  const due = amountIn(said);
  return due !== undefined && due !== amountCentavos;
}

function amountIn(said: string): Centavos | undefined {
  const amount = parseTypedAmount(said);
  return amount.ok && amount.amountCentavos > 0 ? amount.amountCentavos : undefined;
}

/** `Pago em 05/12` below `Status`, `sim` or `05/12` below `Pago`, a day that has passed below `Data de pagamento` */
function saysSettled(heading: string, said: string, paidOn = ''): boolean {
  const name = foldText(heading);
  if (isNoteHeading(heading)) return NOTED.test(plain(said));
  if (OF_FORM.test(name) && OTHER_FORM.test(plain(said))) return true;
  if (OF_STATUS.test(foldHeading(heading))) return isSettled(said);
  if (OF_AMOUNT_PAID.test(name)) return /[1-9]/.test(said);
  if (OF_ANY_DAY.test(name)) return (dayIn(said.replace(/[ T]\d\d?:.*/, '')) ?? paidOn) < paidOn;
  if (!OF_DAY_PAID.test(name) && !namesSettled(heading)) return false;
  return isYes(said) || isSettled(said) || (/[1-9]/.test(said) && !DAY_ZERO.test(said));
}

/** `sim`, or the amount that is to be paid. */
function isConsent(said: string): boolean {
  return isYes(said) || CONSENTED.test(plain(said)) || amountIn(said) !== undefined;
}

function namesSettled(heading: string): boolean {
  return isSettled(heading.trim().replace(WHEN_SETTLED, ''), true);
}

function isSettled(text: string, isWhole = false): boolean {
  const words = plain(text);
  const [found] = SETTLED.exec(words) ?? [];
  return isWhole ? found === words : found !== undefined;
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
