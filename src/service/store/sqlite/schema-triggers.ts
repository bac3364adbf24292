const IMMUTABLE_ENTRIES = ['transfers', 'entries']
  .flatMap((table) => ['UPDATE', 'DELETE'].map((event) => ({ table, event })))
  .map(
    ({ table, event }) => `
      CREATE TRIGGER ${table}_no_${event.toLowerCase()} BEFORE ${event} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'what moved stays written'); END;`,
  )
  .join('');

/** Tables whose rows change their status and nothing else. */
interface LivingTable {
  readonly table: string;
  readonly facts: string;
  readonly isLegalMove: string;
}

const LIVING_TABLES: readonly LivingTable[] = [
  {
    table: 'payments',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, net, description, br_code, expires_at, created_at',
    isLegalMove: `
      OLD.status = 'PENDING' AND NEW.status <> 'PENDING'
      OR OLD.status = 'ACTIVE' AND NEW.status IN ('COMPLETED', 'FAILED')`,
  },
  {
    table: 'withdrawals',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, sent, description, pix_key, pix_key_type, settles_at, settles_as, created_at',
    isLegalMove: `OLD.status = 'PENDING' AND NEW.status <> 'PENDING'`,
  },
  {
    table: 'disputes',
    facts: 'account, id, payment, value, created_at',
    isLegalMove: `OLD.status = 'OPEN' AND NEW.status <> 'OPEN'`,
  },
];

function lifeTriggers({ table, facts, isLegalMove }: LivingTable): string {
  return `
    CREATE TRIGGER ${table}_transition BEFORE UPDATE OF status ON ${table} WHEN NOT (${isLegalMove})
    BEGIN SELECT RAISE(ABORT, 'illegal transition'); END;

    CREATE TRIGGER ${table}_facts BEFORE UPDATE OF ${facts} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'what was agreed stays written'); END;

    CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, 'nothing that counts is ever deleted'); END;`;
}

const DISPUTED_PAYMENTS = `
  CREATE TRIGGER disputes_paid BEFORE INSERT ON disputes
  WHEN NOT EXISTS (
    SELECT 1 FROM payments
    WHERE id = NEW.payment AND account = NEW.account AND value = NEW.value AND status = 'COMPLETED'
  )
  BEGIN SELECT RAISE(ABORT, 'only a completed payment is disputed, as a whole'); END;`;

const CODES_USED_ONCE = `
  CREATE TRIGGER verification_codes_once BEFORE UPDATE ON verification_codes
  WHEN OLD.used_at IS NOT NULL OR OLD.wrong_attempts = 3 OR NEW.wrong_attempts < OLD.wrong_attempts
  BEGIN SELECT RAISE(ABORT, 'a code that is used or dead stays so'); END;`;

/** Triggers that enforce the rules in the database. */
export const SCHEMA_TRIGGERS =
  IMMUTABLE_ENTRIES + LIVING_TABLES.map(lifeTriggers).join('') + DISPUTED_PAYMENTS + CODES_USED_ONCE;
