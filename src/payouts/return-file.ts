import { PaymentRecords } from '../cnab/payment-records.ts';
import { returnRecords, type SettledPayment } from '../cnab/write-return.ts';
import { toWindows1252 } from '../files/windows-1252.ts';
import { refusalCodeIn, type RefusalCode } from '../pix/refusal-codes.ts';
import type { Journal } from './journal/journal.ts';
import { type PayoutRecord, isCertainlyUnpaid } from './journal/records.ts';
import { OTHER_MARK } from './payout-state.ts';
import { brasiliaTime } from './policy-day.ts';
import { holderKind } from './rules/duplicates/verdict.ts';

/** FEBRABAN, field G059. */
const PAID = '00';
const CANCELLED_BY_PAYER = '02';
const NOT_PAID = 'PA';
/** Of the Pix network. */
const OF_REFUSALS: Readonly<Partial<Record<RefusalCode, string>>> = {
  AC03: 'AN',
  AC06: 'BG',
  AC07: 'PC',
  AG03: 'PE',
  BE01: 'PF',
  DS04: 'PH',
};
const AMOUNT_REFUSED = 'AR';

/** Six digits last until 2035. */
const NUMBERED_FROM_MS = Date.UTC(2026, 0, 1);
const NUMBER_MS = 5 * 60_000;

/**
 * The return of a run whose file was a remittance: its payments with a proven outcome.
 *
 * @param endToEndIdOf that of a withdrawal, where it is known
 * @returns the line of a payment that is not of its remittance, if there is one; `left`: the lines of payments whose
 *   outcome is not final, or not proven
 */
export async function returnOfRun(
  journal: Journal,
  runId: string,
  nowMs: number,
  endToEndIdOf: (withdrawal: { readonly id: string; readonly pixKey: string }) => Promise<string | undefined>,
) {
  const settled: SettledPayment[] = [];
  const left: number[] = [];
  for (const payout of journal.payouts(runId)) {
    const records = PaymentRecords.in(payout.cells);
    // The rows of a remittance may have been paid from another file, where an amount may be another one.
    const isSame = records?.amountCentavos === payout.amountCentavos;
    if (records === undefined || !isSame || records.fileHeader !== (settled[0]?.records ?? records).fileHeader)
      return { otherLine: payout.line };
    // Another run may have made it, before or afterwards; to another key, that is no outcome of this record.
    const settling = occurrenceOf(payout) === PAID ? payout : (journal.holderOfPayout(payout) ?? payout);
    const occurrence = holderKind(payout, settling) === 'other' ? undefined : occurrenceOf(settling);
    if (occurrence === undefined) left.push(payout.line);
    else {
      const id = settling.withdrawal?.id;
      const endToEndId = id && (await endToEndIdOf({ id, pixKey: payout.pixKey }));
      settled.push({ records, occurrence, endToEndId, ...paymentOf(settling, occurrence) });
    }
  }
  // FEBRABAN, field G018: a number that grows, without a count that another machine would have to know.
  const number = Math.floor((nowMs - NUMBERED_FROM_MS) / NUMBER_MS);
  const records = [...returnRecords(settled, { ...brasiliaTime(nowMs), number })];
  const bytes = toWindows1252(records.map((record) => `${record}\r\n`).join(''));
  if (bytes === undefined) throw new TypeError('a stored record has a character that its reader refuses');
  return { payments: settled.length, bytes, left };
}

/** Undefined while the outcome is not final, or not proven. */
function occurrenceOf(payout: PayoutRecord): string | undefined {
  const { state, withdrawal, code } = payout;
  // The withdrawal may be another's.
  if (code === OTHER_MARK) return undefined;
  if (withdrawal?.status === 'COMPLETED' && (state === 'paid' || state === 'resolved_paid')) return PAID;
  if (!isCertainlyUnpaid(payout)) return undefined;
  if (state === 'resolved_unpaid') return CANCELLED_BY_PAYER;
  const refusal = refusalCodeIn(withdrawal?.failureReason ?? '');
  if (refusal !== undefined) return OF_REFUSALS[refusal] ?? NOT_PAID;
  return code === 'below_minimum' ? AMOUNT_REFUSED : NOT_PAID;
}

function paymentOf({ withdrawal }: PayoutRecord, occurrence: string) {
  const isPaid = occurrence === PAID;
  const finalAt = withdrawal?.finalAt ?? undefined;
  return {
    paidDate: isPaid && finalAt !== undefined ? brasiliaTime(finalAt).date : undefined,
    paidCentavos: isPaid ? (withdrawal?.sentCentavos ?? undefined) : undefined,
    bankReference: withdrawal?.id,
  };
}
