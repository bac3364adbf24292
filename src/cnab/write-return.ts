import type { Centavos } from '../pix/centavos.ts';
import type { Dialect, Field } from './layout.ts';
import type { PaymentRecords } from './payment-records.ts';
import { recordOf, withFields } from './record.ts';

/** A payment whose outcome is proven. */
export interface SettledPayment {
  readonly records: PaymentRecords;
  /** FEBRABAN, field G059. */
  readonly occurrence: string;
  /** DDMMAAAA, and what arrived, where they are known. */
  readonly paidDate: string | undefined;
  readonly paidCentavos: Centavos | undefined;
  /** Of the bank and of Pix; left out where no field is long enough. */
  readonly bankReference: string | undefined;
  readonly endToEndId: string | undefined;
}

/** When a return is made: DDMMAAAA and HHMMSS. */
export interface ReturnTime {
  readonly date: string;
  readonly time: string;
  /** Of the file, which is its writer's and grows with each return; written where the dialect has one. */
  readonly number: number;
}

const DONE = '00';
const RETURN = '2';

/**
 * The records of a return, of which each repeats what the remittance said of a payment. Batches and records have numbers of
 * their own, because payments may be left for another return.
 */
export function* returnRecords(payments: readonly SettledPayment[], at: ReturnTime): Generator<string> {
  const [first] = payments;
  if (first === undefined) return;
  const { fileHeader, dialect } = first.records;
  const bank = fileHeader.slice(0, 3);
  yield withFields(fileHeader, dialect.fileHeader, { direction: RETURN, ...at });
  let records = 2;
  let batch = 0;
  for (const header of new Set(payments.map((payment) => payment.records.batchHeader))) {
    batch += 1;
    const group = payments.filter((payment) => payment.records.batchHeader === header);
    for (const record of batchRecords(header, group, dialect, { bank, batch })) {
      records += 1;
      yield record;
    }
  }
  yield recordOf(dialect.fileTrailer, { bank, batches: batch, records });
}

function* batchRecords(
  header: string,
  payments: readonly SettledPayment[],
  { batchHeader, batchTrailer, a, b }: Dialect,
  numbers: { readonly bank: string; readonly batch: number },
): Generator<string> {
  const occurrences = DONE;
  yield withFields(header, batchHeader, { ...numbers, occurrences });
  let sequence = 0;
  let sum = 0;
  for (const { records, occurrence, paidDate, paidCentavos, bankReference = '', endToEndId } of payments) {
    const ids = [
      ['bankReference', bankReference],
      ['information', endToEndId ?? bankReference],
    ] as const;
    sequence += 2;
    sum += records.amountCentavos;
    yield withFields(records.a, a, {
      ...numbers,
      sequence: sequence - 1,
      ...Object.fromEntries(ids.filter(([key, id]) => isFree(records.a, a[key], id))),
      paidDate: paidDate ?? 0,
      paidAmount: paidCentavos ?? 0,
      occurrences: occurrence,
    });
    yield withFields(records.b, b, { ...numbers, sequence, occurrences: occurrence });
  }
  yield recordOf(batchTrailer, { ...numbers, records: sequence + 2, sum, occurrences });
}

/** Whether a field of a remittance has room for an ID, a byte for each column, and no text of the company's. */
function isFree(record: string, { from, to }: Field, id: string): boolean {
  return id.length <= to - from + 1 && /^[!-~]*$/.test(id) && /^[ 0]*$/.test(record.slice(from - 1, to));
}
