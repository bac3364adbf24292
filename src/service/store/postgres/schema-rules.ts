/** Tables whose rows change their status and nothing else. */
interface LivingTable {
  readonly table: string;
  readonly kind: string;
  readonly facts: string;
  readonly isLegalMove: string;
  /** Expressions of what is counted. */
  readonly fee: string;
  readonly net: string;
}

const LIVING_TABLES: readonly LivingTable[] = [
  {
    table: 'payments',
    kind: 'payment',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, net, description, br_code, expires_at, created_at',
    isLegalMove: `
      OLD.status = 'PENDING' AND NEW.status <> 'PENDING'
      OR OLD.status = 'ACTIVE' AND NEW.status IN ('COMPLETED', 'FAILED')`,
    fee: 'fee',
    net: 'net',
  },
  {
    table: 'withdrawals',
    kind: 'withdrawal',
    facts:
      'account, sequence, id, correlation_id, transaction_id, value, fee, sent, description, pix_key, pix_key_type, settles_at, settles_as, created_at',
    isLegalMove: `OLD.status = 'PENDING' AND NEW.status <> 'PENDING'`,
    fee: 'fee',
    net: 'sent',
  },
  {
    table: 'disputes',
    kind: 'dispute',
    facts: 'account, id, payment, value, created_at',
    isLegalMove: `OLD.status = 'OPEN' AND NEW.status <> 'OPEN'`,
    fee: '0',
    net: 'value',
  },
];

function rowOf(record: 'OLD' | 'NEW', facts: string): string {
  return `(${facts
    .split(', ')
    .map((fact) => `${record}.${fact}`)
    .join(', ')})`;
}

function lifeRules({ table, facts, isLegalMove }: LivingTable): string {
  return `
    CREATE FUNCTION ${table}_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${rowOf('OLD', facts)} IS DISTINCT FROM ${rowOf('NEW', facts)} THEN
        RAISE EXCEPTION 'what was agreed stays written' USING ERRCODE = 'check_violation';
      END IF;
      IF NOT (${isLegalMove}) THEN
        RAISE EXCEPTION 'illegal transition' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER ${table}_changed BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${table}_changed();
    CREATE TRIGGER ${table}_stay BEFORE DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
}

/** Totals, and counts by block of sequence numbers, once a statement. @param sign of what is counted */
function counting({ table, kind, fee, net }: LivingTable, rows: 'added' | 'removed'): string {
  const totals = `SELECT account, status, count(*) AS count, sum(value) AS value, sum(${fee}) AS fee, sum(${net}) AS net
      FROM ${rows} GROUP BY account, status`;
  const blocks = `SELECT account, status, size, sequence / size AS block, count(*) AS count
      FROM ${rows}, (VALUES (16384), (256)) AS sizes (size) GROUP BY account, status, size, sequence / size`;
  const totalsOnly =
    rows === 'added'
      ? `INSERT INTO status_totals AS t (account, kind, status, count, value, fee, net)
      SELECT account, '${kind}', status, count, value, fee, net FROM (${totals}) AS c ORDER BY account, status
      ON CONFLICT (account, kind, status) DO UPDATE SET count = t.count + excluded.count,
        value = t.value + excluded.value, fee = t.fee + excluded.fee, net = t.net + excluded.net;`
      : `UPDATE status_totals t SET count = t.count - c.count, value = t.value - c.value, fee = t.fee - c.fee,
        net = t.net - c.net
      FROM (${totals}) AS c WHERE t.account = c.account AND t.kind = '${kind}' AND t.status = c.status;`;
  if (table === 'disputes') return totalsOnly;
  return `${totalsOnly}
      ${
        rows === 'added'
          ? `INSERT INTO status_blocks AS t (account, kind, status, size, block, count)
      SELECT account, '${kind}', status, size, block, count FROM (${blocks}) AS c ORDER BY account, status, size, block
      ON CONFLICT (account, kind, status, size, block) DO UPDATE SET count = t.count + excluded.count;`
          : `UPDATE status_blocks t SET count = t.count - c.count FROM (${blocks}) AS c
      WHERE t.account = c.account AND t.kind = '${kind}' AND t.status = c.status AND t.size = c.size
        AND t.block = c.block;`
      }`;
}

function countingRules(living: LivingTable): string {
  const { table } = living;
  return `
    CREATE FUNCTION ${table}_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${counting(living, 'added')}
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${table}_added AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${table}_added();
    CREATE FUNCTION ${table}_moved() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${counting(living, 'added')}
      ${counting(living, 'removed')}
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${table}_moved AFTER UPDATE ON ${table}
      REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION ${table}_moved();`;
}

const UNCHANGEABLE = `
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'what moved stays written' USING ERRCODE = 'check_violation';
  END $$;
  CREATE TRIGGER transfers_stay BEFORE UPDATE OR DELETE ON transfers
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

const DISPUTED_PAYMENTS = `
  CREATE FUNCTION disputes_paid() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (
      SELECT 1 FROM payments
      WHERE id = NEW.payment AND account = NEW.account AND value = NEW.value AND status = 'COMPLETED'
    ) THEN
      RAISE EXCEPTION 'only a completed payment is disputed, as a whole' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER disputes_paid BEFORE INSERT ON disputes FOR EACH ROW EXECUTE FUNCTION disputes_paid();`;

const CODES_USED_ONCE = `
  CREATE FUNCTION verification_codes_once() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.used_at IS NOT NULL OR OLD.wrong_attempts = 3 OR NEW.wrong_attempts < OLD.wrong_attempts THEN
      RAISE EXCEPTION 'a code that is used or dead stays so' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER verification_codes_once BEFORE UPDATE ON verification_codes
    FOR EACH ROW EXECUTE FUNCTION verification_codes_once();`;

/** Triggers that enforce the rules in the database, and those that count. */
export const SCHEMA_RULES =
  UNCHANGEABLE +
  LIVING_TABLES.map((living) => lifeRules(living) + countingRules(living)).join('') +
  DISPUTED_PAYMENTS +
  CODES_USED_ONCE;
