import type { SqlDatabase } from '../../../sql/sqlite/driver.ts';
import type { ApiKey } from '../../wallet/api-key.ts';
import type { KeyRecords } from '../../wallet/wallet-transaction.ts';
import { digestPrefix, keyOf } from '../account-rows.ts';
import type { PendingChanges } from './pending-changes.ts';
import { takenNumber } from '../rows.ts';

export class KeyTable implements KeyRecords {
  readonly #pending: PendingChanges;
  readonly #statements: ReturnType<typeof statementsOf>;
  /** Every request contains a key, so keys are cached until one changes. */
  readonly #known = new Map<number, readonly ApiKey[]>();

  constructor(database: SqlDatabase, pending: PendingChanges) {
    this.#pending = pending;
    this.#statements = statementsOf(database);
  }

  insert({ id, accountId, name, digest, masked, permissions, createdAt }: ApiKey): Promise<void> {
    return this.#pending.directly(() => {
      this.forget();
      const values = [id, accountId, name, digestPrefix(digest), digest, masked, permissions.join(' '), createdAt];
      this.#statements.insert.run(...values);
    });
  }

  takeNumber(accountId: string): Promise<number> {
    return this.#pending.directly(() => takenNumber(this.#statements.takeNumber.get(accountId)));
  }

  find(accountId: string, id: string): Promise<ApiKey | undefined> {
    return this.#pending.directly(() => {
      const row = this.#statements.byId.get(id, accountId);
      return row && keyOf(row);
    });
  }

  delete(id: string): Promise<void> {
    return this.#pending.directly(() => {
      this.forget();
      this.#statements.delete.run(id);
    });
  }

  deleteAll(): Promise<void> {
    return this.#pending.directly(() => {
      this.forget();
      this.#statements.deleteAll.run();
    });
  }

  /** The keys whose digest has the same beginning. */
  readLike(digest: Uint8Array): readonly ApiKey[] {
    const prefix = digestPrefix(digest);
    const known = this.#known.get(prefix);
    if (known !== undefined) return known;
    const keys = this.#statements.byPrefix.all(prefix).map(keyOf);
    if (keys.length > 0) this.#known.set(prefix, keys);
    return keys;
  }

  /** Oldest first. */
  readAll(accountId: string): readonly ApiKey[] {
    return this.#statements.ofAccount.all(accountId).map(keyOf);
  }

  /** Clears the cache. */
  forget(): void {
    this.#known.clear();
  }
}

function statementsOf(database: SqlDatabase) {
  return {
    byId: database.prepare('SELECT * FROM api_keys WHERE id = ? AND account = ?'),
    byPrefix: database.prepare('SELECT * FROM api_keys WHERE digest_prefix = ?'),
    ofAccount: database.prepare('SELECT * FROM api_keys WHERE account = ? ORDER BY created_at, id'),
    insert: database.prepare(`
      INSERT INTO api_keys (id, account, name, digest_prefix, digest, masked, permissions, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    takeNumber: database.prepare(
      'UPDATE accounts SET key_count = key_count + 1 WHERE id = ? RETURNING key_count AS number',
    ),
    delete: database.prepare('DELETE FROM api_keys WHERE id = ?'),
    deleteAll: database.prepare('DELETE FROM api_keys'),
  };
}
