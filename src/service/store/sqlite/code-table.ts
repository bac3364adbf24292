import type { SqlDatabase } from '../../../sql/sqlite/driver.ts';
import { integerOf } from '../../../sql/row.ts';
import { ATTEMPTS_MAXIMUM, type CodeMessage, type VerificationCode } from '../../wallet/verification-code.ts';
import type { WithdrawalAmount } from '../../wallet/withdrawal-cost.ts';
import type { CodeRecords } from '../../wallet/wallet-transaction.ts';
import { codeMessageOf, codeOf } from '../account-rows.ts';
import type { PendingChanges } from './pending-changes.ts';

/** Verification codes, and the e-mails that contained them. */
export class CodeTable implements CodeRecords {
  readonly #pending: PendingChanges;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: SqlDatabase, pending: PendingChanges) {
    this.#pending = pending;
    this.#statements = statementsOf(database);
  }

  takeNumber(): Promise<number> {
    return this.#pending.directly(() => {
      const row = this.#statements.latest.get();
      return row === undefined ? 1 : integerOf(row, 'number') + 1;
    });
  }

  insert(code: VerificationCode, { email, code: text }: Pick<CodeMessage, 'email' | 'code'>): Promise<void> {
    return this.#pending.directly(() => {
      const { number, accountId, digest, amountCentavos, coverFee, createdAt, expiresAt } = code;
      const values = [number, accountId, digest, amountCentavos, Number(coverFee), createdAt, expiresAt];
      this.#statements.insert.run(...values);
      this.#statements.send.run(number, email, text);
    });
  }

  open(accountId: string, at: number): Promise<readonly VerificationCode[]> {
    return this.#pending.directly(() => this.#statements.open.all(accountId, at).map(codeOf));
  }

  use(number: number, at: number): Promise<void> {
    return this.#pending.directly(() => {
      this.#statements.use.run(at, number);
    });
  }

  countWrong(accountId: string): Promise<void> {
    return this.#pending.directly(() => {
      this.#statements.countWrong.run(accountId);
    });
  }

  retire(accountId: string, { amountCentavos, coverFee }: WithdrawalAmount): Promise<void> {
    return this.#pending.directly(() => {
      this.#statements.retire.run(accountId, amountCentavos, Number(coverFee));
    });
  }

  /** Newest first. */
  readMessages(): CodeMessage[] {
    return this.#statements.messages.all().map(codeMessageOf);
  }
}

/** May include expired codes: they are invalid anyway, so counting attempts against them does no harm. */
const OPEN = `used_at IS NULL AND wrong_attempts < ${ATTEMPTS_MAXIMUM}`;

function statementsOf(database: SqlDatabase) {
  return {
    latest: database.prepare('SELECT coalesce(max(number), 0) AS number FROM verification_codes'),
    insert: database.prepare(`
      INSERT INTO verification_codes (number, account, digest, amount, cover_fee, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`),
    send: database.prepare('INSERT INTO outbox (verification_code, email, code) VALUES (?, ?, ?)'),
    open: database.prepare(`
      SELECT * FROM verification_codes
      WHERE account = ? AND expires_at > ? AND ${OPEN}
      ORDER BY number DESC`),
    use: database.prepare('UPDATE verification_codes SET used_at = ? WHERE number = ?'),
    countWrong: database.prepare(`
      UPDATE verification_codes SET wrong_attempts = wrong_attempts + 1 WHERE account = ? AND ${OPEN}`),
    retire: database.prepare(`
      UPDATE verification_codes SET wrong_attempts = ${ATTEMPTS_MAXIMUM}
      WHERE account = ? AND amount = ? AND cover_fee = ? AND ${OPEN}`),
    messages: database.prepare(`
      SELECT * FROM outbox JOIN verification_codes ON number = verification_code ORDER BY number DESC`),
  };
}
