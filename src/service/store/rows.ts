import { centavos, type Centavos } from '../../pix/centavos.ts';
import { REFUSAL_CODES, type RefusalCode } from '../../pix/refusal-codes.ts';
import type { SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import type { SettlementOutcome } from '../wallet/account.ts';

export function centavosOf(row: SqlRow, column: string): Centavos {
  return centavos(integerOf(row, column));
}

const REFUSALS = Object.keys(REFUSAL_CODES) as RefusalCode[];
/** In the stored form. */
export const SETTLEMENT_OUTCOMES: readonly SettlementOutcome[] = ['COMPLETED', ...REFUSALS];

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

export function countOf(row: SqlRow | undefined): number {
  return row === undefined ? 0 : integerOf(row, 'count');
}
