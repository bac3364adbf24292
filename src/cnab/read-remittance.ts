import { hash } from 'node:crypto';
import { centavos, type Centavos } from '../pix/centavos.ts';
import { isCanonicalPixKey, type PixKey, type PixKeyType } from '../pix/pix-key.ts';
import { DIALECTS, dialectOf, PIX_FORM, RECORD_LENGTH, type Dialect, type DialectName, type Field } from './layout.ts';
import { remittanceNumberOf, type RemittanceNumber } from './payment-records.ts';
import {
  dayOf,
  deviation,
  deviationsOf,
  linesOf,
  rawOf,
  taxIdOf,
  textOf,
  type Deviation,
  type RecordLine,
} from './record.ts';

/** What is wrong with the file itself, so that nothing of it can be paid. */
export type FileFlaw =
  | { readonly flaw: 'length'; readonly line: number; readonly length: number }
  | { readonly flaw: 'order'; readonly line: number; readonly expected: ExpectedRecord }
  | ({ readonly flaw: 'field' } & Deviation);

/** The records that may follow: another batch, another payment of the batch, or none. */
export type ExpectedRecord = 'batch' | 'payment' | 'nothing';

/** Payments that remittances may contain, and that the account cannot make. */
export type OtherPayment = 'account' | 'bank_transfer' | 'boleto' | 'tax' | 'qr_code' | 'bank_data' | 'other';

/** A payment of a remittance: as it is to be made, or why it is not. */
export interface RemittancePayment {
  /** Its records, without those of its batch. */
  readonly records: readonly [RecordLine, ...RecordLine[]];
  readonly headers: readonly [file: RecordLine, batch: RecordLine];
  readonly deviations: readonly Deviation[];
  readonly other: ({ readonly kind: OtherPayment } & Deviation) | undefined;
  /** Undefined when there is a reason against it. */
  readonly order: PaymentOrder | undefined;
}

export interface PaymentOrder {
  readonly reference: string;
  readonly name: string;
  readonly taxId: string;
  readonly key: PixKey;
  readonly amountCentavos: Centavos;
  readonly description: string;
  /** `2026-07-14` */
  readonly day: string;
  readonly dayField: Deviation;
}

export interface Remittance {
  readonly dialect: DialectName;
  /** The SHA-256 of its lines, in hexadecimal. */
  readonly file: string;
  /** Undefined where the dialect has none. */
  readonly number: RemittanceNumber | undefined;
  /** None of them may be made when there are flaws. */
  readonly payments: readonly RemittancePayment[];
  readonly flaws: readonly FileFlaw[];
}

const KEY_FORMS = ['01', '02', '03', '04'];
const BANK_DATA = '05';
const TYPE_OF_FORM: Readonly<Record<string, PixKeyType>> = { '01': 'PHONE', '02': 'EMAIL', '04': 'RANDOM' };
/** FEBRABAN, field G029. */
const KINDS_OF_FORMS: readonly (readonly [OtherPayment, readonly string[]])[] = [
  ['account', ['01', '05', '06', '60']],
  ['bank_transfer', ['03', '07', '41', '43', '44']],
  ['boleto', ['30', '31']],
  ['tax', ['11', '13', '16', '17', '18', '19', '21', '22', '23', '24', '25', '26', '27', '35', '91']],
  ['qr_code', ['47']],
];
/** More than any payment has, so that a batch is not copied for each of its payments. */
const RECORDS_MAXIMUM = 100;

/** Reads a file strictly: every field that is not as the layout says is reported, and nothing is guessed. */
export function readRemittance(text: string): Remittance {
  const records = linesOf(text);
  const flaws = records.flatMap(({ line, text: { length } }) =>
    length === RECORD_LENGTH ? [] : [{ flaw: 'length' as const, line, length }],
  );
  const name = dialectOf(text.slice(0, 3));
  if (flaws.length > 0) return { dialect: name, file: digestOf(records), number: undefined, payments: [], flaws };
  return new RemittanceReader(name, records).read();
}

interface Batch {
  readonly header: RecordLine;
  readonly form: string;
  details: number;
  /** Undefined once an amount could not be read. */
  sum: bigint | undefined;
}

class RemittanceReader {
  readonly #name: DialectName;
  readonly #dialect: Dialect;
  readonly #records: readonly RecordLine[];
  readonly #header: RecordLine;
  readonly #flaws: FileFlaw[] = [];
  readonly #payments: RemittancePayment[] = [];
  #batches = 0;

  constructor(name: DialectName, records: readonly RecordLine[]) {
    this.#name = name;
    this.#dialect = DIALECTS[name];
    this.#records = records;
    this.#header = records[0] ?? { line: 1, text: '' };
  }

  read(): Remittance {
    const { fileHeader } = this.#dialect;
    const header = this.#header;
    this.#check(header, fileHeader);
    if (taxIdOf(header, fileHeader) === undefined) this.#refuse(header, fileHeader.taxId, 'tax_id');
    let at = 1;
    while (typeOf(this.#records[at]) === '1') {
      const end = this.#readBatch(at);
      if (end === undefined) return this.#result();
      at = end;
    }
    this.#readTrailer(at);
    return this.#result();
  }

  #result(): Remittance {
    const file = digestOf(this.#records);
    return {
      dialect: this.#name,
      file,
      number: remittanceNumberOf(this.#header.text, this.#dialect, file),
      payments: this.#payments,
      flaws: this.#flaws,
    };
  }

  #check(record: RecordLine, layout: Readonly<Record<string, Field>>): void {
    this.#flaws.push(...deviationsOf(record, layout).map((found) => ({ flaw: 'field' as const, ...found })));
  }

  #refuse(record: RecordLine, field: Field, expected: Deviation['expected']): void {
    this.#flaws.push({ flaw: 'field', ...deviation(record, field, expected) });
  }

  /** A field whose content follows from the rest of the file. */
  #compare(record: RecordLine, field: Field, expected: string): void {
    if (rawOf(record, field) !== expected) this.#refuse(record, field, [expected]);
  }

  #compareCount(record: RecordLine, field: Field, count: number | bigint): void {
    this.#compare(record, field, String(count).padStart(field.to - field.from + 1, '0'));
  }

  #misplaced(at: number, expected: ExpectedRecord): void {
    this.#flaws.push({ flaw: 'order', line: this.#records[at]?.line ?? this.#records.length + 1, expected });
  }

  /** @returns the index of the record after it; undefined when it cannot be told where the batch ends */
  #readBatch(start: number): number | undefined {
    const header = this.#records[start];
    if (header === undefined) return undefined;
    const { batchHeader } = this.#dialect;
    const form = rawOf(header, batchHeader.form);
    this.#batches += 1;
    // Batches for something else have headers of their own; none of their payments is made.
    if (form === PIX_FORM || !/^\d\d$/.test(form)) this.#checkBatchHeader(header);
    this.#compareControl(header);
    const batch: Batch = { header, form, details: 0, sum: 0n };
    let at = start + 1;
    while (typeOf(this.#records[at]) === '3') {
      at = this.#readPayment(at, batch);
    }
    const trailer = this.#records[at];
    if (trailer === undefined || typeOf(trailer) !== '5') {
      this.#misplaced(at, 'payment');
      return undefined;
    }
    this.#closeBatch(trailer, batch);
    return at + 1;
  }

  #checkBatchHeader(header: RecordLine): void {
    const { batchHeader, fileHeader } = this.#dialect;
    this.#check(header, batchHeader);
    for (const key of ['taxIdType', 'taxId', 'agreement', 'branch', 'account'] as const) {
      const field = batchHeader[key];
      const ofFile = fileHeader[key];
      if (field !== undefined && ofFile !== undefined) this.#compare(header, field, rawOf(this.#header, ofFile));
    }
  }

  /** Of every record of a batch. */
  #compareControl(record: RecordLine, sequence?: number): void {
    const { batchHeader, fileHeader, a } = this.#dialect;
    this.#compare(record, fileHeader.bank, rawOf(this.#header, fileHeader.bank));
    this.#compareCount(record, batchHeader.batch, this.#batches);
    if (sequence !== undefined) this.#compareCount(record, a.sequence, sequence);
  }

  #closeBatch(trailer: RecordLine, batch: Batch): void {
    const { batchTrailer } = this.#dialect;
    this.#compareControl(trailer);
    this.#compareCount(trailer, batchTrailer.records, batch.details + 2);
    if (batch.form !== PIX_FORM) return;
    this.#check(trailer, batchTrailer);
    if (batch.sum === undefined) this.#refuse(trailer, batchTrailer.sum, 'readable_amounts');
    else this.#compareCount(trailer, batchTrailer.sum, batch.sum);
  }

  #readTrailer(at: number): void {
    const { fileTrailer, fileHeader } = this.#dialect;
    const trailer = this.#records[at];
    if (trailer === undefined || typeOf(trailer) !== '9') {
      this.#misplaced(at, 'batch');
      return;
    }
    this.#check(trailer, fileTrailer);
    this.#compare(trailer, fileHeader.bank, rawOf(this.#header, fileHeader.bank));
    this.#compareCount(trailer, fileTrailer.batches, this.#batches);
    this.#compareCount(trailer, fileTrailer.records, this.#records.length);
    if (at < this.#records.length - 1) this.#misplaced(at + 1, 'nothing');
  }

  /** @returns the index of the record after it */
  #readPayment(at: number, batch: Batch): number {
    const [first, ...others] = recordsFrom(this.#records, at);
    const { header, form } = batch;
    for (const record of [first, ...others]) {
      batch.details += 1;
      this.#compareControl(record, batch.details);
    }
    const odd = form === PIX_FORM ? this.#oddSegment(first, others) : this.#otherForm(first, batch);
    const [second] = others;
    const read = odd === undefined && second !== undefined ? this.#judge(first, second) : undefined;
    if (segmentOf(first) === 'A') {
      const amount = rawOf(first, this.#dialect.a.amount);
      batch.sum = batch.sum === undefined || !/^\d+$/.test(amount) ? undefined : batch.sum + BigInt(amount);
    }
    this.#payments.push({
      records: [first, ...others],
      headers: [this.#header, header],
      deviations: read?.deviations ?? [],
      other: odd ?? read?.other,
      order: read?.order,
    });
    return at + 1 + others.length;
  }

  #otherForm(first: RecordLine, { header, form }: Batch): RemittancePayment['other'] {
    const found = deviation(header, this.#dialect.batchHeader.form, [PIX_FORM]);
    const [kind] = KINDS_OF_FORMS.find(([, forms]) => forms.includes(form)) ?? ['other' as const];
    return { ...found, line: first.line, kind };
  }

  /** A payment by Pix is a segment A and a segment B. */
  #oddSegment(first: RecordLine, others: readonly RecordLine[]): RemittancePayment['other'] {
    const records = [first, others[0] ?? first, ...others.slice(1)];
    const at = records.findIndex((record, index) => segmentOf(record) !== ['A', 'B'][index]);
    const record = records[at];
    if (record === undefined) return undefined;
    return { ...deviation(record, this.#dialect.a.segment, [at === 1 ? 'B' : 'A']), kind: 'other' };
  }

  #judge(a: RecordLine, b: RecordLine): Pick<RemittancePayment, 'deviations' | 'other' | 'order'> {
    const { a: ofA, b: ofB } = this.#dialect;
    const form = textOf(b, ofB.form);
    const other = form === BANK_DATA ? { ...deviation(b, ofB.form, KEY_FORMS), kind: 'bank_data' as const } : undefined;
    const deviations = [...deviationsOf(a, ofA), ...(other === undefined ? deviationsOf(b, ofB) : [])];
    const taxId = taxIdOf(b, ofB);
    if (taxId === undefined && other === undefined) deviations.push(deviation(b, ofB.taxId, 'tax_id'));
    if (ofA.taxId !== undefined && rawOf(a, ofA.taxId) !== rawOf(b, ofB.taxId)) {
      deviations.push(deviation(a, ofA.taxId, [rawOf(b, ofB.taxId)]));
    }
    const key = taxId && keyOf(form, textOf(b, ofB.key), taxId);
    if (taxId !== undefined && key === undefined && other === undefined) {
      deviations.push(deviation(b, ofB.key, 'key'));
    }
    const day = dayOf(rawOf(a, ofA.date));
    if (other !== undefined || deviations.length > 0 || taxId === undefined || key === undefined || day === undefined) {
      return { deviations, other, order: undefined };
    }
    const order = {
      reference: textOf(a, ofA.reference),
      name: textOf(a, ofA.name),
      taxId: taxId.key,
      key,
      amountCentavos: centavos(Number(rawOf(a, ofA.amount))),
      description: ofB.description === undefined ? '' : textOf(b, ofB.description),
      day,
      dayField: deviation(a, ofA.date, 'date'),
    };
    return { deviations, other, order };
  }
}

function digestOf(records: readonly RecordLine[]): string {
  return hash('sha256', records.map(({ text }) => text).join('\n'));
}

function typeOf(record: RecordLine | undefined): string | undefined {
  return record?.text.charAt(7);
}

function segmentOf({ text }: RecordLine): string {
  return text.charAt(13);
}

/** The records of one payment: up to the next segment that begins one. A J-52 has no type of movement. */
function recordsFrom(records: readonly RecordLine[], at: number): [RecordLine, ...RecordLine[]] {
  const begins = ({ text }: RecordLine) => /^.{7}3.{5}(?:[ANO]|J\d)/.test(text);
  const [first = { line: at + 1, text: '' }, ...rest] = records.slice(at, at + RECORDS_MAXIMUM);
  const end = rest.findIndex((record) => typeOf(record) !== '3' || begins(record));
  return [first, ...(end === -1 ? rest : rest.slice(0, end))];
}

/**
 * The key of a form of initiation, in its own form: of seven public sources, three mix up the codes, and eleven digits are
 * a CPF and a mobile number. For a CPF or CNPJ the field may be blank, because it is the recipient's.
 */
function keyOf(form: string, text: string, taxId: PixKey): PixKey | undefined {
  if (form === '03') return text === '' || text === taxId.key ? taxId : undefined;
  const type = TYPE_OF_FORM[form];
  const key = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return type !== undefined && isCanonicalPixKey(type, key) ? { type, key } : undefined;
}
