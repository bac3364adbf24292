import type { SqlDatabase, SqlRow } from '../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, nullableTextOf, textOf } from '../../sql/row.ts';
import { REFERENCE_HOLDING_STATES } from '../payout-state.ts';
import { nowOf, type JournalDatabase } from './journal-database.ts';
import { listOf, SIBLINGS } from './read-statements.ts';

type SignList = 'withdrawals' | 'payments';

/** A row of a list of the service, by which an account is recognised. */
export interface Sign {
  readonly list: SignList;
  readonly id: string;
  /** Null if unknown. */
  readonly valueCentavos: number | null;
  readonly createdAt: number | null;
}

export interface KnownSign extends Omit<Sign, 'list'> {
  /** When it was stored, by this machine's clock. */
  readonly seenAt: number;
  /** Whether a payout claims it: then it may have been created just now, whatever its date. */
  readonly isClaim: boolean;
}

/** A group of accounts that have proven to be one. */
export type AccountFacts = Readonly<ReturnType<typeof accountFactsOf>>;

const NEWEST_SIGNS = 30;
/** Signs stored in addition to those that payouts claim; the oldest ones stay. */
const STORED_SIGNS = { newest: 20, oldest: 5 };

const AT_STAKE = `(state IN (${listOf(REFERENCE_HOLDING_STATES)}) OR refused_at IS NOT NULL)`;

/** Claims of payouts are signs of withdrawals, too. */
const CLAIMS = `SELECT account.root AS root, 'withdrawals' AS list, withdrawal_id AS id, withdrawal_value AS value,
  withdrawal_created_at AS created_at, changed_at AS seen_at, 1 AS is_claim
  FROM payout JOIN run ON run.number = payout.run JOIN account ON account.number = run.account
  WHERE withdrawal_id IS NOT NULL`;
const SIGNS = `SELECT account.root AS root, list, id, value, account_sign.created_at AS created_at, seen_at, 0 AS is_claim
  FROM account_sign JOIN account ON account.number = account_sign.account WHERE true`;

/** Takes the account twice, and the list. */
const SIGNS_OF = `SELECT * FROM (${CLAIMS} AND account.number IN (${SIBLINGS})
  UNION ALL ${SIGNS} AND account.number IN (${SIBLINGS})) AS sign WHERE list = ?`;

/**
 * The accounts of the journal. They are identified by what their keys see at the service, because it gives accounts no
 * name.
 */
export class JournalAccounts {
  readonly #opened: JournalDatabase;
  readonly #sql: ReturnType<typeof prepareAccounts>;

  constructor(opened: JournalDatabase) {
    this.#opened = opened;
    this.#sql = prepareAccounts(opened.database);
  }

  all(): readonly AccountFacts[] {
    return this.#sql.roots.all().map(accountFactsOf);
  }

  /** Whether money may have moved in a run. */
  isRunAtStake(runId: string): boolean {
    return this.#sql.runAtStake.get(runId) !== undefined;
  }

  /** The account that represents the group of this one. */
  rootOf(account: number): number {
    const row = this.#sql.root.get(account);
    if (row === undefined) throw new TypeError(`there is no account ${account}`);
    return integerOf(row, 'root');
  }

  isOne(one: number, other: number): boolean {
    return this.rootOf(one) === this.rootOf(other);
  }

  /** The account that was last seen with one of these keys. */
  ofKeys(fingerprints: readonly string[]): number | undefined {
    const found = fingerprints.map((fingerprint) => this.#sql.ofKey.get(fingerprint));
    const seen = found.filter((row) => row !== undefined);
    const [newest] = seen.sort((one, other) => integerOf(other, 'seen_at') - integerOf(one, 'seen_at'));
    return newest && integerOf(newest, 'root');
  }

  add(): number {
    return this.#opened.transactions.transaction(() => {
      const number = integerOf(this.#sql.next.get(), 'number');
      this.#sql.insert.run(number, number, nowOf(this.#opened));
      return number;
    });
  }

  /** Permanently: references taken in one are taken in the other. */
  link(one: number, other: number): void {
    this.#opened.transactions.transaction(() => {
      const roots = [this.rootOf(one), this.rootOf(other)] as const;
      if (!this.isOne(one, other)) this.#sql.link.run(Math.min(...roots), nowOf(this.#opened), Math.max(...roots));
    });
  }

  /** Stores that two accounts are different, so that this is not checked again. */
  recordDistinct(one: number, other: number): void {
    this.#sql.apart.run(one, other);
  }

  areApart(one: number, other: number): boolean {
    return this.#sql.areApart.get(one, other, other, one) !== undefined;
  }

  storeKeys(account: number, fingerprints: readonly string[]): void {
    const at = nowOf(this.#opened);
    this.#opened.transactions.transaction(() => {
      for (const fingerprint of fingerprints) this.#sql.insertKey.run(fingerprint, account, at);
    });
  }

  keysOf(account: number): readonly string[] {
    return this.#sql.keysOf.all(account).map((row) => textOf(row, 'fingerprint'));
  }

  /** Other keys join an account without evidence that it is theirs: what was known of it was known of its former keys. */
  handOver(account: number): void {
    this.#opened.transactions.transaction(() => {
      this.#sql.forgetKeys.run(account);
      this.#sql.forgetApart.run(account, account);
    });
  }

  storeSigns(account: number, signs: readonly Sign[]): void {
    const { newest, oldest } = STORED_SIGNS;
    const at = nowOf(this.#opened);
    this.#opened.transactions.transaction(() => {
      for (const { list, id, valueCentavos, createdAt } of signs) {
        this.#sql.insertSign.run(list, id, account, valueCentavos, createdAt, at);
      }
      for (const list of new Set(signs.map((sign) => sign.list))) {
        this.#sql.prune.run(account, list, account, list, newest, account, list, oldest);
      }
    });
  }

  /** The stored signs with the id of a sign, matching or not. */
  signsLike({ list, id }: Sign): readonly { readonly root: number; readonly sign: KnownSign }[] {
    const claims = list === 'withdrawals' ? this.#sql.claimsLike.all(id) : [];
    return [...claims, ...this.#sql.signsLike.all(list, id)].map((row) => ({
      root: integerOf(row, 'root'),
      sign: signOf(row),
    }));
  }

  /** The newest signs of an account, and its oldest; newest first. */
  signsOf(account: number, list: SignList): readonly KnownSign[] {
    const newest = this.#sql.newest.all(account, account, list, NEWEST_SIGNS);
    return [...newest, ...this.#sql.oldest.all(account, account, list)].map(signOf);
  }
}

function prepareAccounts(database: SqlDatabase) {
  return {
    roots: database.prepare(`SELECT family.root AS root,
      EXISTS (SELECT 1 FROM payout JOIN run ON run.number = payout.run JOIN account ON account.number = run.account
        WHERE account.root = family.root AND ${AT_STAKE}) AS is_at_stake,
      EXISTS (SELECT 1 FROM payout JOIN run ON run.number = payout.run JOIN account ON account.number = run.account
        WHERE account.root = family.root AND approved_at IS NOT NULL AND state IN ('planned', 'duplicate')) AS has_unsent,
      EXISTS (${CLAIMS} AND account.root = family.root) OR EXISTS (${SIGNS} AND account.root = family.root) AS has_signs,
      (SELECT run.id FROM run JOIN account ON account.number = run.account WHERE account.root = family.root
        AND approved_at IS NOT NULL ORDER BY EXISTS (SELECT 1 FROM payout WHERE payout.run = run.number AND ${AT_STAKE}) DESC,
        run.created_at DESC, run.number DESC LIMIT 1) AS newest_run
      FROM (SELECT DISTINCT root FROM account) AS family ORDER BY root`),
    runAtStake: database.prepare(`SELECT 1 FROM payout JOIN run ON run.number = payout.run
      WHERE run.id = ? AND ${AT_STAKE} LIMIT 1`),
    root: database.prepare('SELECT root FROM account WHERE number = ?'),
    ofKey: database.prepare(`SELECT account.root AS root, seen_at FROM account_key
      JOIN account ON account.number = account_key.account WHERE fingerprint = ? ORDER BY seen_at DESC LIMIT 1`),
    next: database.prepare('SELECT coalesce(max(number), 0) + 1 AS number FROM account'),
    insert: database.prepare('INSERT INTO account (number, root, created_at) VALUES (?, ?, ?)'),
    link: database.prepare('UPDATE account SET root = ?, joined_at = ? WHERE root = ?'),
    apart: database.prepare('INSERT INTO account_apart (one, other) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    areApart: database.prepare(`SELECT 1 FROM account_apart WHERE (one IN (${SIBLINGS}) AND other IN (${SIBLINGS}))
      OR (one IN (${SIBLINGS}) AND other IN (${SIBLINGS})) LIMIT 1`),
    insertKey: database.prepare(`INSERT INTO account_key (fingerprint, account, seen_at) VALUES (?, ?, ?)
      ON CONFLICT (fingerprint, account) DO UPDATE SET seen_at = excluded.seen_at`),
    keysOf: database.prepare(`SELECT DISTINCT fingerprint FROM account_key WHERE account IN (${SIBLINGS})`),
    forgetKeys: database.prepare(`DELETE FROM account_key WHERE account IN (${SIBLINGS})`),
    forgetApart: database.prepare(`DELETE FROM account_apart WHERE one IN (${SIBLINGS}) OR other IN (${SIBLINGS})`),
    insertSign: database.prepare(`INSERT INTO account_sign (list, id, account, value, created_at, seen_at)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
    prune: database.prepare(`DELETE FROM account_sign WHERE account = ? AND list = ? AND id NOT IN (
      SELECT id FROM (SELECT id FROM account_sign WHERE account = ? AND list = ?
        ORDER BY created_at DESC NULLS LAST LIMIT ?) AS newest
      UNION SELECT id FROM (SELECT id FROM account_sign WHERE account = ? AND list = ?
        ORDER BY created_at NULLS FIRST LIMIT ?) AS oldest)`),
    claimsLike: database.prepare(`${CLAIMS} AND withdrawal_id = ?`),
    signsLike: database.prepare(`${SIGNS} AND list = ? AND id = ?`),
    newest: database.prepare(`${SIGNS_OF} ORDER BY created_at DESC NULLS LAST LIMIT ?`),
    oldest: database.prepare(`${SIGNS_OF} ORDER BY created_at NULLS FIRST LIMIT 1`),
  };
}

function accountFactsOf(row: SqlRow) {
  return {
    /** The account that represents the group. */
    root: integerOf(row, 'root'),
    /** Whether money may have moved in one of its runs. */
    isAtStake: integerOf(row, 'is_at_stake') === 1,
    /** Whether an approved run of it has payments yet to send. */
    hasUnsent: integerOf(row, 'has_unsent') === 1,
    hasSigns: integerOf(row, 'has_signs') === 1,
    /** Its newest run; if money may have moved in some, the newest of those. */
    newestRun: nullableTextOf(row, 'newest_run') ?? undefined,
  };
}

function signOf(row: SqlRow): KnownSign {
  return {
    id: textOf(row, 'id'),
    valueCentavos: nullableIntegerOf(row, 'value'),
    createdAt: nullableIntegerOf(row, 'created_at'),
    seenAt: integerOf(row, 'seen_at'),
    isClaim: integerOf(row, 'is_claim') === 1,
  };
}
