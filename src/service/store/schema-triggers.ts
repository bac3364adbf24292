import { BLOCK_SIZES } from './deep-pages.ts';

const IMMUTABLE_ENTRIES = ['transfers', 'entries']
  .flatMap((table) => ['UPDATE', 'DELETE'].map((event) => ({ table, event })))
  .map(
    ({ table, event }) => `
      CREATE TRIGGER ${table}_no_${event.toLowerCase()} BEFORE ${event} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'what moved stays written'); END;`,
  )
  .join('');

/** Rows that have a status, and are counted by it. */
interface CountedTable {
  readonly table: string;
  readonly kind: string;
  readonly facts: string;
  readonly isLegalMove: string;
  /** What a row adds to the totals of its status. */
  readonly amountsOf: (row: 'OLD' | 'NEW') => { readonly value: string; readonly fee: string; readonly net: string };
}

const COUNTED_TABLES: readonly CountedTable[] = [
  {
    table: 'payments',
    kind: 'payment',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, net, description, br_code, expires_at, created_at',
    isLegalMove: `
      OLD.status = 'PENDING' AND NEW.status <> 'PENDING'
      OR OLD.status = 'ACTIVE' AND NEW.status IN ('COMPLETED', 'FAILED')`,
    amountsOf: (row) => ({ value: `${row}.value`, fee: `${row}.fee`, net: `${row}.net` }),
  },
  {
    table: 'withdrawals',
    kind: 'withdrawal',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, sent, description, pix_key, pix_key_type, settles_at, settles_as, created_at',
    isLegalMove: `OLD.status = 'PENDING' AND NEW.status <> 'PENDING'`,
    amountsOf: (row) => ({ value: `${row}.value`, fee: `${row}.fee`, net: `${row}.sent` }),
  },
  {
    table: 'disputes',
    kind: 'dispute',
    facts: 'account, id, payment, value, created_at',
    isLegalMove: `OLD.status = 'OPEN' AND NEW.status <> 'OPEN'`,
    amountsOf: (row) => ({ value: `${row}.value`, fee: '0', net: `${row}.value` }),
  },
];

function countedTriggers({ table, kind, amountsOf, facts, isLegalMove }: CountedTable): string {
  const [added, taken] = [amountsOf('NEW'), amountsOf('OLD')];
  const add = `
    INSERT INTO status_totals (account, kind, status, count, value, fee, net)
    VALUES (NEW.account, '${kind}', NEW.status, 1, ${added.value}, ${added.fee}, ${added.net})
    ON CONFLICT DO UPDATE SET
      count = count + 1, value = value + excluded.value, fee = fee + excluded.fee, net = net + excluded.net;
    UPDATE service_state SET latest_at = NEW.updated_at WHERE latest_at < NEW.updated_at;`;
  return `
    CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN ${add} END;

    CREATE TRIGGER ${table}_moved AFTER UPDATE OF status ON ${table} BEGIN
      UPDATE status_totals
      SET count = count - 1, value = value - ${taken.value}, fee = fee - ${taken.fee}, net = net - ${taken.net}
      WHERE account = OLD.account AND kind = '${kind}' AND status = OLD.status;
      ${add}
    END;

    CREATE TRIGGER ${table}_transition BEFORE UPDATE OF status ON ${table} WHEN NOT (${isLegalMove})
    BEGIN SELECT RAISE(ABORT, 'illegal transition'); END;

    CREATE TRIGGER ${table}_facts BEFORE UPDATE OF ${facts} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'what was agreed stays written'); END;

    CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, 'nothing that counts is ever deleted'); END;`;
}

const PAGED_TABLES = [
  { table: 'payments', kind: 'payment' },
  { table: 'withdrawals', kind: 'withdrawal' },
] as const;

/** Counts how many transactions have a status in each block of sequences. */
function blockTriggers({ table, kind }: (typeof PAGED_TABLES)[number]): string {
  const added = BLOCK_SIZES.map((size) => `(NEW.account, '${kind}', NEW.status, ${size}, NEW.sequence / ${size}, 1)`);
  const add = `
    INSERT INTO status_blocks (account, kind, status, size, block, count) VALUES ${added.join(', ')}
    ON CONFLICT DO UPDATE SET count = count + 1;`;
  const take = BLOCK_SIZES.map(
    (size) => `
    UPDATE status_blocks SET count = count - 1
    WHERE account = OLD.account AND kind = '${kind}' AND status = OLD.status AND size = ${size}
      AND block = OLD.sequence / ${size};`,
  );
  return `
    CREATE TRIGGER ${table}_counted_in_blocks AFTER INSERT ON ${table} BEGIN ${add} END;
    CREATE TRIGGER ${table}_moved_in_blocks AFTER UPDATE OF status ON ${table} BEGIN ${take.join('')} ${add} END;`;
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

/** What the database refuses by itself, and what it counts. */
export const SCHEMA_TRIGGERS =
  IMMUTABLE_ENTRIES +
  COUNTED_TABLES.map(countedTriggers).join('') +
  PAGED_TABLES.map(blockTriggers).join('') +
  DISPUTED_PAYMENTS +
  CODES_USED_ONCE;
