import { dayIn } from '../policy-day.ts';
import { foldHeading, foldText, isCurrencyHeading, saysOtherCurrency } from './column-names.ts';
import { isYes } from './payout-row.ts';

const OF_STATUS =
  /^(?:status|situacao|estado)(?:d[aeo])?(?:pagamento|titulo|parcela|conta|lancamento|documento|nota)?$|^payment(?:status|state)$/;
/** That a row was paid, or must not be. What was refused or returned may be in the file to be paid again. */
const SETTLED =
  /^(?:ja |foi )*(?:pag[oa]|quitad[oa]|liquidad[oa]|baixad[oa]|efetuad[oa]|concluid[oa]|cancelad[oa]|anulad[oa]|bloquead[oa]|suspens[oa]|paid|settled|completed|cancell?ed|void|voided|blocked|suspended|on hold)(?![\p{L}\p{N}])/u;
const OF_AMOUNT_PAID =
  /^(?:valor|total)(?:ja)?(?:pago|quitado|liquidado|baixado)$|^(?:paidamount|amountpaid|totalpaid)$/;
/** `Pago em`, with a day. */
const WHEN_SETTLED = /(?: em| on| at)?[?:]*$/;

/** Whether a column may say what became of a row, or that it is not about reais. */
export function isTellingHeading(heading: string): boolean {
  return isStatusHeading(heading) || OF_AMOUNT_PAID.test(foldText(heading)) || isCurrencyHeading(heading);
}

/** What a cell says against its row: that it was paid, or must not be, or is about another currency. */
export function objectionIn(heading: string, text: string): 'settled_row' | 'other_currency' | undefined {
  if (saysOtherCurrency(heading, text)) return 'other_currency';
  const isPaid = OF_AMOUNT_PAID.test(foldText(heading)) && /[1-9]/.test(text);
  return isPaid || saysSettled(heading, text) ? 'settled_row' : undefined;
}

/** `Pago em 05/12` below `Status`, or `sim` below `Pago` */
function saysSettled(heading: string, text: string): boolean {
  if (!isStatusHeading(heading)) return false;
  const said = text.trim().replace(/^'/, '');
  return isSettled(said) || (!OF_STATUS.test(foldHeading(heading)) && (isYes(said) || dayIn(said) !== undefined));
}

function isStatusHeading(heading: string): boolean {
  return OF_STATUS.test(foldHeading(heading)) || isSettled(heading.trim().replace(WHEN_SETTLED, ''), true);
}

function isSettled(text: string, isWhole = false): boolean {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [found] = SETTLED.exec(plain) ?? [];
  return isWhole ? found === plain : found !== undefined;
}
