import { dayIn } from '../policy-day.ts';
import { foldHeading, foldText, isCurrencyHeading, isOtherCurrency } from './column-names.ts';
import { isNo, isYes } from './payout-row.ts';

const OF_STATUS =
  /^(?:status|situacao|estado)(?:d[aeo])?(?:pagamento|pgto|pagto|titulo|parcela|conta|lancamento|documento|nota)?$|^payment(?:status|state)$/;
const OF_AMOUNT_PAID =
  /^(?:valor|total)(?:ja)?(?:pago|quitado|liquidado|baixado)$|^(?:paidamount|amountpaid|totalpaid)$/;
const OF_DAY_PAID = /^(?:data|dt)(?:d[ae])?(?:baixa|quitacao|liquidacao)$/;
/** Whether a row is to be paid. */
const OF_CONSENT = /^(?:pagar|aprovad[oa]|autorizad[oa]|liberad[oa]|pay|approved|authorized)$/;
/** That a row was paid, or must not be. What was refused or returned may be in the file to be paid again. */
const SETTLED =
  /^[^\p{L}]*(?:(?:ja|foi|pagamento|pgto|pagto|payment)[ .]+)*(?:pag[oa]|pg|quitad[oa]|liquidad[oa]|baixad[oa]|efetuad[oa]|realizad[oa]|concluid[oa]|cancelad[oa]|anulad[oa]|bloquead[oa]|suspens[oa]|paid|settled|completed|cancell?ed|void|voided|blocked|suspended|on hold)(?![\p{L}\p{N}])/u;
/** `Pago em`, with a day. */
const WHEN_SETTLED = /(?: em| on| at)?[?:]*$/;

/** Whether a column may say what became of a row, or that it is not about reais. */
export function isTellingHeading(heading: string): boolean {
  const name = foldText(heading);
  const tells = [OF_STATUS, OF_AMOUNT_PAID, OF_DAY_PAID, OF_CONSENT].some((names) => names.test(name));
  return tells || OF_STATUS.test(foldHeading(heading)) || namesSettled(heading) || isCurrencyHeading(heading);
}

/** What a cell says against its row: that it was paid, or must not be, or is about another currency. */
export function objectionIn(heading: string, text: string): 'settled_row' | 'other_currency' | undefined {
  if (isCurrencyHeading(heading) && isOtherCurrency(text)) return 'other_currency';
  const said = text.trim().replace(/^'/, '');
  return said !== '' && saysSettled(heading, said) ? 'settled_row' : undefined;
}

/** `Pago em 05/12` below `Status`, `sim` below `Pago`, `não` below `Pagar?` */
function saysSettled(heading: string, said: string): boolean {
  const name = foldText(heading);
  if (OF_STATUS.test(foldHeading(heading))) return isSettled(said);
  if (OF_AMOUNT_PAID.test(name)) return /[1-9]/.test(said);
  if (OF_CONSENT.test(name)) return isNo(said);
  const isDay = dayIn(said.replace(/[ T]\d\d?:.*/, '')) !== undefined;
  return (isDay && OF_DAY_PAID.test(name)) || (namesSettled(heading) && (isDay || isYes(said) || isSettled(said)));
}

function namesSettled(heading: string): boolean {
  return isSettled(heading.trim().replace(WHEN_SETTLED, ''), true);
}

function isSettled(text: string, isWhole = false): boolean {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [found] = SETTLED.exec(plain) ?? [];
  return isWhole ? found === plain : found !== undefined;
}
