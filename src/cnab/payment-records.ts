import { DIALECTS, dialectOf, RECORD_LENGTH, type Dialect, type Field } from './layout.ts';

/** A column of stored payments with their records. */
export const RECORDS_COLUMN = 'CNAB 240';

/** Which file of a company it is. */
export interface RemittanceNumber {
  /** The bank, and the company's agreement with it. */
  readonly agreement: string;
  /** The file's number (NSA). */
  readonly number: number;
}

/** The records of a payment as a remittance had them: the headers of file and batch, and segments A and B. */
export class PaymentRecords {
  readonly dialect: Dialect;
  readonly fileHeader: string;
  readonly batchHeader: string;
  readonly a: string;
  readonly b: string;

  private constructor(text: string) {
    const record = (index: number) => text.slice(index * RECORD_LENGTH, (index + 1) * RECORD_LENGTH);
    this.dialect = DIALECTS[dialectOf(text.slice(0, 3))];
    this.fileHeader = record(0);
    this.batchHeader = record(1);
    this.a = record(2);
    this.b = record(3);
  }

  /** @returns undefined where the cells of a payment have no such records */
  static in(cells: Readonly<Record<string, string>>): PaymentRecords | undefined {
    const text = cells[RECORDS_COLUMN];
    return text?.length === 4 * RECORD_LENGTH ? new PaymentRecords(text) : undefined;
  }

  get amountCentavos(): number {
    return Number(textIn(this.a, this.dialect.a.amount));
  }

  /** Undefined where the dialect has none. */
  get number(): RemittanceNumber | undefined {
    return remittanceNumberOf(this.fileHeader, this.dialect);
  }
}

export function remittanceNumberOf(header: string, { fileHeader }: Dialect): RemittanceNumber | undefined {
  const { bank, agreement, number } = fileHeader;
  if (agreement === undefined || number === undefined) return undefined;
  return {
    agreement: `${textIn(header, bank)} ${textIn(header, agreement)}`,
    number: Number(textIn(header, number)),
  };
}

function textIn(record: string, { from, to }: Field): string {
  return record.slice(from - 1, to).trimEnd();
}
