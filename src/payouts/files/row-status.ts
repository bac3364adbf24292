import { dayIn } from '../policy-day.ts';
import { foldHeading } from './column-names.ts';
import { isYes } from './payout-row.ts';

const OF_STATUS =
  /^(?:status|situacao|estado)(?:d[aeo])?(?:pagamento|titulo|parcela|conta|lancamento|documento|nota)?$|^payment(?:status|state)$/;
/** That a row was paid, or must not be. What was refused or returned may be in the file to be paid again. */
const SETTLED =
  /^(?:ja |foi )*(?:pag[oa]|quitad[oa]|liquidad[oa]|baixad[oa]|efetuad[oa]|concluid[oa]|cancelad[oa]|anulad[oa]|bloquead[oa]|suspens[oa]|paid|settled|completed|cancell?ed|void|voided|blocked|suspended|on hold)(?![\p{L}\p{N}])/u;
/** `Pago em`, with a day. */
const WHEN_SETTLED = /(?: em| on| at)?[?:]*$/;

/** Whether a column may say what became of a row. */
export function isStatusHeading(heading: string): boolean {
  return OF_STATUS.test(foldHeading(heading)) || isSettled(heading.trim().replace(WHEN_SETTLED, ''), true);
}

/** Whether a cell says that its row was paid, or must not be: `Pago em 05/12`, or `sim` below `Pago`. */
export function saysSettled(heading: string, text: string): boolean {
  if (!isStatusHeading(heading)) return false;
  const said = text.trim().replace(/^'/, '');
  return isSettled(said) || (!OF_STATUS.test(foldHeading(heading)) && (isYes(said) || dayIn(said) !== undefined));
}

function isSettled(text: string, isWhole = false): boolean {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const [found] = SETTLED.exec(plain) ?? [];
  return isWhole ? found === plain : found !== undefined;
}
