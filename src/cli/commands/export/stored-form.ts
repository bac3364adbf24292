import type { Payment, Withdrawal } from '../../../client/answers.ts';
import type { RowForm } from '../../../lists/stored-list.ts';
import type { ExportKind } from './export-kind.ts';
import { paymentEntry, withdrawalEntry, type StatementEntry } from './formats/statement.ts';

/** How an export stores a payment. For a statement, `record` throws {@link UnstatedEntry}. */
export function paymentForm(kind: ExportKind): RowForm<Payment> {
  return formOf(kind, paymentEntry);
}

/** How an export stores a withdrawal, likewise. */
export function withdrawalForm(kind: ExportKind): RowForm<Withdrawal> {
  return formOf(kind, withdrawalEntry);
}

/** A statement stores its entries, and only the id of other rows. */
function formOf<Row>(kind: ExportKind, entryOf: (row: Row) => StatementEntry | undefined): RowForm<Row> {
  if (kind !== 'statement') return { record: (row) => ({ item: row }) };
  return {
    record(row) {
      const entry = entryOf(row);
      return entry === undefined ? { item: null } : { item: entry, moment: Date.parse(entry.postedAt) };
    },
  };
}
