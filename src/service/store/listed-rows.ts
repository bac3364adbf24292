import { PAYMENT_STATUSES } from '../../contract/payment.ts';
import { WITHDRAWAL_STATUSES } from '../../contract/withdrawal.ts';
import { PIX_KEY_TYPES } from '../../pix/pix-key.ts';
import type { SqlRow } from '../../sqlite/driver.ts';
import { integerOf, textOf, wordOf } from '../../sqlite/row.ts';
import type { ListedPayment, ListedWithdrawal } from '../wallet/transactions.ts';
import { centavosOf } from './rows.ts';

const LISTED_COLUMNS = 'id, correlation_id, value, fee, status, description, created_at, updated_at';

/** Most of what a page costs is the columns that are read for it: those that no list shows are left out. */
export const LISTED_PAYMENT_COLUMNS = `${LISTED_COLUMNS}, net`;
export const LISTED_WITHDRAWAL_COLUMNS = `${LISTED_COLUMNS}, sent, pix_key, pix_key_type`;

export function listedPaymentOf(row: SqlRow): ListedPayment {
  const status = wordOf(row, 'status', PAYMENT_STATUSES);
  return { ...listedOf(row), status, netCentavos: centavosOf(row, 'net') };
}

export function listedWithdrawalOf(row: SqlRow): ListedWithdrawal {
  const status = wordOf(row, 'status', WITHDRAWAL_STATUSES);
  const recipient = { type: wordOf(row, 'pix_key_type', PIX_KEY_TYPES), key: textOf(row, 'pix_key') };
  return { ...listedOf(row), status, recipient, sentCentavos: centavosOf(row, 'sent') };
}

function listedOf(row: SqlRow) {
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
