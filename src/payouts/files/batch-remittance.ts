import { DIALECTS, type Dialect, type Field } from '../../cnab/layout.ts';
import {
  readRemittance,
  type FileFlaw,
  type PaymentOrder,
  type RemittancePayment,
} from '../../cnab/read-remittance.ts';
import { PaymentRecords } from '../../cnab/payment-records.ts';
import { deviation, deviationsOf, textOf, type Deviation } from '../../cnab/record.ts';
import type { BatchFormat } from './batch-summary.ts';
import type { CellLocation, Problem } from './batch-problem.ts';
import type { ColumnName } from './column-names.ts';
import { collected } from './encoding.ts';
import { NO_CELL, type RawRow } from './payout-row.ts';
import type { RowIntake } from './row-intake.ts';

class TooLarge extends Error {}

/**
 * The payments of a CNAB 240 remittance. All of it is read before the first one: whether it may be paid is only known from
 * its trailers. Without a day on which it is paid, none is still to come.
 */
export async function* remittanceRows(
  chunks: AsyncIterable<Buffer>,
  { intake, paidOn = '9999-12-31' }: { readonly intake: RowIntake; readonly paidOn: string | undefined },
  onFormat: (format: BatchFormat) => void,
): AsyncGenerator<RawRow> {
  let text: string;
  try {
    text = (await collected(chunks, () => new TooLarge())).toString();
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    intake.problem({ code: 'remittance_too_large', details: {} });
    return;
  }
  const { dialect, file, number, payments, flaws } = readRemittance(text);
  onFormat({ kind: 'cnab240', number });
  if (number !== undefined) intake.identify(number.agreement, number.number);
  intake.notice({ code: 'remittance_dialect', details: { dialect } }, {});
  for (const flaw of flaws) intake.problem(problemOf(flaw), placeOf(flaw));
  if (flaws.length > 0) {
    // Nothing of it is paid, and everything is named.
    for (const { deviations } of payments)
      for (const found of deviations) intake.problem(fieldProblem(found), placeOf(found));
    return;
  }
  const changes = changesIn(payments, DIALECTS[dialect]);
  for (const payment of payments) yield toRow(payment, DIALECTS[dialect], { file, paidOn, changes });
}

/** The rows that change or exclude a payment, by its reference: in the same file, that one is not to be made. */
function changesIn(payments: readonly RemittancePayment[], { a, batchHeader }: Dialect) {
  const { movement, instruction = movement } = a;
  return new Map(
    payments.flatMap(({ records: [first], other }, index) => {
      // It may have no segment B. In a batch for something else, it is about that.
      const isChange =
        other?.name !== batchHeader.form.name && deviationsOf(first, { movement, instruction }).length > 0;
      return isChange ? [[textOf(first, a.reference), { firstRow: index + 1, firstLine: first.line }] as const] : [];
    }),
  );
}

function problemOf(flaw: FileFlaw): Problem {
  if (flaw.flaw === 'field') return fieldProblem(flaw);
  return flaw.flaw === 'length'
    ? { code: 'record_length', details: { length: flaw.length } }
    : { code: 'misplaced_record', details: { expected: flaw.expected } };
}

function fieldProblem({ expected }: Deviation): Problem {
  return { code: 'remittance_field', details: { expected } };
}

/** The field, and the columns that it has in the line. */
function placeOf(found: FileFlaw | Deviation): CellLocation {
  if (!('name' in found)) return { line: found.line };
  const { line, name, from, to, value } = found;
  return { line, column: headingOf({ name, from, to }), value };
}

function headingOf(field: Pick<Field, 'name' | 'from' | 'to'> | undefined): string | undefined {
  return field && `${field.name} (${field.from}-${field.to})`;
}

function toRow(
  { records, headers, deviations, other, order }: RemittancePayment,
  dialect: Dialect,
  { file, paidOn, changes }: Readonly<Record<'file' | 'paidOn', string>> & { changes: ReturnType<typeof changesIn> },
): RawRow {
  const [{ line }] = records;
  const flaws = deviations.map((found) => ({ ...fieldProblem(found), ...placeOf(found) }));
  if (other !== undefined)
    flaws.push({ code: 'unsupported_payment', details: { kind: other.kind }, ...placeOf(other) });
  if (order !== undefined && order.day > paidOn) {
    flaws.push({ code: 'scheduled_payment', details: { day: order.day }, ...placeOf(order.dayField) });
  }
  const change = order && changes.get(order.reference);
  if (change !== undefined) {
    const place = placeOf(deviation(records[0], dialect.a.reference, 'required'));
    flaws.push({ code: 'duplicate_reference', details: change, ...place });
  }
  const values = order === undefined ? [] : valuesOf(order, dialect);
  const [flaw, ...moreFlaws] = flaws;
  return {
    line,
    cell(wanted) {
      const found = values.find(({ column }) => column === wanted);
      if (found === undefined) return NO_CELL;
      const { text, field, isInB } = found;
      return { heading: headingOf(field), text, line: isInB ? line + 1 : line };
    },
    cells: () => Object.fromEntries(values.map(({ heading, text }) => [heading, text])),
    records: PaymentRecords.cellOf(
      file,
      [...headers, ...records].map((record) => record.text),
    ),
    flaw,
    moreFlaws,
  };
}

/** By the columns of a batch; each heading is one under which it is stored, and can be paid from another file. */
function valuesOf(order: PaymentOrder, { a, b }: Dialect) {
  const { reference, name, taxId, key, amountCentavos, description, day } = order;
  const digits = String(amountCentavos).padStart(3, '0');
  const amount = `${digits.slice(0, -2)},${digits.slice(-2)}`;
  const inA = { isInB: false };
  const inB = { isInB: true };
  return [
    { column: 'reference', heading: 'Seu número', text: reference, field: a.reference, ...inA },
    { column: 'name', heading: 'Nome do favorecido', text: name, field: a.name, ...inA },
    { column: 'taxId', heading: 'CPF/CNPJ', text: taxId, field: b.taxId, ...inB },
    { column: 'pixKeyType', heading: 'Tipo de chave', text: key.type, field: b.form, ...inB },
    { column: 'pixKey', heading: 'Chave Pix', text: key.key, field: b.key, ...inB },
    { column: 'amount', heading: 'Valor', text: amount, field: a.amount, ...inA },
    { column: 'description', heading: 'Descrição', text: description, field: b.description, ...inB },
    { column: 'dueOn', heading: 'Vencimento', text: day, field: a.date, ...inA },
  ] satisfies readonly {
    column: ColumnName;
    heading: string;
    text: string;
    isInB: boolean;
    field: Field | undefined;
  }[];
}
