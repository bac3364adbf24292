import { centavos, type Centavos } from '../../pix/centavos.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import type { SqlRow, SqlValue } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import type { SettlementOutcome } from '../wallet/account.ts';
import type { Payment, Withdrawal } from '../wallet/wallet-entries.ts';

export function centavosOf(row: SqlRow, column: string): Centavos {
  return centavos(integerOf(row, column));
}

const REFUSALS = Object.keys(REFUSAL_CODES) as RefusalCode[];
/** In the stored form. */
export const SETTLEMENT_OUTCOMES: readonly SettlementOutcome[] = ['COMPLETED', ...REFUSALS];

/** Values of the first columns of payments and withdrawals. */
export function commonValues(of: Payment | Withdrawal): SqlValue[] {
  return [of.accountId, of.sequence, of.id, of.correlationId, of.transactionId, of.valueCentavos, of.feeCentavos];
}

/** Columns of payments and withdrawals that every list contains. */
export const LISTED_COLUMNS = 'id, correlation_id, value, fee, status, description, created_at, updated_at';

export function listedOf(row: SqlRow) {
  return {
    id: textOf(row, 'id'),
    correlationId: textOf(row, 'correlation_id'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    description: textOf(row, 'description'),
    createdAt: integerOf(row, 'created_at'),
    updatedAt: integerOf(row, 'updated_at'),
  };
}

export function commonOf(row: SqlRow) {
  return {
    ...listedOf(row),
    transactionId: textOf(row, 'transaction_id'),
    accountId: textOf(row, 'account'),
    sequence: integerOf(row, 'sequence'),
  };
}

/** Ids are unique across accounts, but an account must not learn that another one has an id. */
export function owned<Row extends { readonly accountId: string }>(
  accountId: string,
  row: Row | undefined,
): Row | undefined {
  return row?.accountId === accountId ? row : undefined;
}

export function countOf(row: SqlRow | undefined): number {
  return row === undefined ? 0 : integerOf(row, 'count');
}

/** The number that a statement has just assigned. */
export function takenNumber(row: SqlRow | undefined): number {
  if (row === undefined) throw new Error('there is nothing to number');
  return integerOf(row, 'number');
}
