import { DIALECTS, dialectOf, RECORD_LENGTH, type Dialect, type Field } from './layout.ts';
import { textOf } from './record.ts';

/** A column of stored payments with their records. */
export const RECORDS_COLUMN = 'CNAB 240';

/** Which file of a company it is. */
export interface RemittanceNumber {
  /** The bank, and the company's agreement with it. */
  readonly agreement: string;
  /** The file's number (NSA). */
  readonly number: number;
  /** The SHA-256 of the file's lines, in hexadecimal: the same number in another file is a mistake. */
  readonly file: string;
}

const FILE_LENGTH = 64;

/** The records of a payment as a remittance had them: the headers of file and batch, and segments A and B. */
export class PaymentRecords {
  readonly dialect: Dialect;
  readonly #file: string;
  readonly fileHeader: string;
  readonly batchHeader: string;
  readonly a: string;
  readonly b: string;

  private constructor(text: string) {
    const records = text.slice(FILE_LENGTH);
    const record = (index: number) => records.slice(index * RECORD_LENGTH, (index + 1) * RECORD_LENGTH);
    this.#file = text.slice(0, FILE_LENGTH);
    this.dialect = DIALECTS[dialectOf(records.slice(0, 3))];
    this.fileHeader = record(0);
    this.batchHeader = record(1);
    this.a = record(2);
    this.b = record(3);
  }

  /** What is stored of a payment. @param file the digest of its file's lines */
  static cellOf(file: string, records: readonly string[]): string {
    return file + records.join('');
  }

  /** @returns undefined where the cells of a payment have no such records */
  static in(cells: Readonly<Record<string, string>>): PaymentRecords | undefined {
    const text = cells[RECORDS_COLUMN];
    return text?.length === FILE_LENGTH + 4 * RECORD_LENGTH ? new PaymentRecords(text) : undefined;
  }

  get amountCentavos(): number {
    return Number(textOf({ text: this.a }, this.dialect.a.amount));
  }

  /** Undefined where the dialect has none. */
  get number(): RemittanceNumber | undefined {
    return remittanceNumberOf(this.fileHeader, this.dialect, this.#file);
  }
}

export function remittanceNumberOf(
  header: string,
  { fileHeader }: Dialect,
  file: string,
): RemittanceNumber | undefined {
  const { bank, agreement, number } = fileHeader;
  if (agreement === undefined || number === undefined) return undefined;
  const textIn = (field: Field) => textOf({ text: header }, field);
  return { agreement: `${textIn(bank)} ${textIn(agreement)}`, number: Number(textIn(number)), file };
}
