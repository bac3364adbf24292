import type { Payment, PixClient, Withdrawal } from '../client/client.ts';
import type { Page } from '../client/pages.ts';
import type { NumberedRow, ProofOptions, ProvenList } from './proof.ts';
import { isFinal } from '../contract/final-status.ts';
import type { ExportKind } from '../cli/commands/export/export-kind.ts';
import type { KeptRow } from './state-file.ts';
import { paymentEntry, withdrawalEntry, type StatementEntry } from '../cli/commands/export/formats/statement.ts';

/** A list of the service, and what of its rows an export keeps. */
export interface ListSource<Row> {
  proven(options: ProofOptions): ProvenList<Row>;
  page(query: { readonly limit: number; readonly offset: number }): Promise<Page<Row, unknown>>;
  /** @throws {UnstatedEntry} for a statement alone */
  kept(row: NumberedRow<Row>): KeptRow;
}

export function paymentSource({ payments }: PixClient, kind: ExportKind): ListSource<Payment> {
  return {
    proven: (options) => payments.proven(options),
    page: (query) => payments.page(query),
    kept: (numbered) => keptRow(numbered, kind, paymentEntry),
  };
}

export function withdrawalSource({ withdraws }: PixClient, kind: ExportKind): ListSource<Withdrawal> {
  return {
    proven: (options) => withdraws.proven(options),
    page: (query) => withdraws.page(query),
    kept: (numbered) => keptRow(numbered, kind, withdrawalEntry),
  };
}

function keptRow<Row extends Payment | Withdrawal>(
  { number, row, readAt }: NumberedRow<Row>,
  kind: ExportKind,
  entryOf: (row: Row) => StatementEntry | undefined,
): KeptRow {
  const facts = {
    number,
    id: row.id,
    unsettledAt: isFinal(row) ? undefined : readAt,
  };
  if (kind !== 'statement') return { ...facts, item: row };
  const entry = entryOf(row);
  return entry === undefined ? { ...facts, item: null } : { ...facts, item: entry, moment: Date.parse(entry.postedAt) };
}
