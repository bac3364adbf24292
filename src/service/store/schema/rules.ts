import type { Rule } from '../../../sql/printed-schema.ts';
import type { TableName } from './tables.ts';

/** A table whose rows change their status and nothing else. */
function life(table: TableName, legalMove: string, facts: string): Rule<TableName>[] {
  return [
    {
      name: `${table}_transition`,
      table,
      event: 'UPDATE OF status',
      when: `NOT (${legalMove})`,
      refusal: 'illegal transition',
    },
    { name: `${table}_facts`, table, event: `UPDATE OF ${facts}`, refusal: 'what was agreed stays written' },
    { name: `${table}_kept`, table, event: 'DELETE', refusal: 'nothing that counts is ever deleted' },
  ];
}

const ENTRY_FACTS = 'account, sequence, id, correlation_id, transaction_id, value, fee, description, created_at';

export const RULES: readonly Rule<TableName>[] = [
  { name: 'transfers_no_update', table: 'transfers', event: 'UPDATE', refusal: 'what moved stays written' },
  { name: 'transfers_no_delete', table: 'transfers', event: 'DELETE', refusal: 'what moved stays written' },
  ...life(
    'payments',
    `OLD.status = 'PENDING' AND NEW.status <> 'PENDING' OR OLD.status = 'ACTIVE' AND NEW.status IN ('COMPLETED', 'FAILED')`,
    `${ENTRY_FACTS}, net, br_code, expires_at`,
  ),
  ...life(
    'withdrawals',
    `OLD.status = 'PENDING' AND NEW.status <> 'PENDING'`,
    `${ENTRY_FACTS}, sent, pix_key, pix_key_type, settles_at, settles_as`,
  ),
  ...life(
    'disputes',
    `OLD.status = 'OPEN' AND NEW.status <> 'OPEN'`,
    'number, account, id, payment, value, created_at',
  ),
  {
    name: 'disputes_paid',
    table: 'disputes',
    event: 'INSERT',
    when: `NOT EXISTS (
      SELECT 1 FROM payments
      WHERE id = NEW.payment AND account = NEW.account AND value = NEW.value AND status = 'COMPLETED'
    )`,
    refusal: 'only a completed payment is disputed, as a whole',
  },
  {
    name: 'verification_codes_once',
    table: 'verification_codes',
    event: 'UPDATE',
    when: 'OLD.used_at IS NOT NULL OR OLD.wrong_attempts = 3 OR NEW.wrong_attempts < OLD.wrong_attempts',
    refusal: 'a code that is used or dead stays so',
  },
];
