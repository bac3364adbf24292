import type { Payment, Withdrawal } from '../../../client/answers.ts';
import type { RowForm } from '../../../lists/stored-list.ts';
import type { ExportKind } from './export-kind.ts';
import { paymentEntries, postedMs, withdrawalEntries, type AccountEntry } from '../../../account/entry.ts';

/** How an export stores a payment. For a statement, `record` throws {@link UnstatedEntry}. */
export function paymentForm(kind: ExportKind): RowForm<Payment> {
  return formOf(kind, paymentEntries);
}

/** How an export stores a withdrawal, likewise. */
export function withdrawalForm(kind: ExportKind): RowForm<Withdrawal> {
  return formOf(kind, withdrawalEntries);
}

/** A statement stores its entries, and only the id of other rows. */
function formOf<Row>(kind: ExportKind, entriesOf: (row: Row) => readonly AccountEntry[]): RowForm<Row> {
  if (kind !== 'statement') return { record: (row) => ({ item: row }) };
  return {
    record(row) {
      const entries = entriesOf(row);
      const [first] = entries;
      return first === undefined ? { item: null } : { item: entries, moment: postedMs(first) };
    },
  };
}
