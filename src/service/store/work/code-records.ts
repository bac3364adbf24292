import type { SqlRow } from '../../../sql/sqlite/driver.ts';
import { integerOf, nullableIntegerOf, textOf } from '../../../sql/row.ts';
import { ATTEMPTS_MAXIMUM, type CodeMessage, type VerificationCode } from '../../wallet/verification-code.ts';
import type { CodeRecords } from '../../wallet/wallet-transaction.ts';
import type { WithdrawalAmount } from '../../wallet/withdrawal-cost.ts';
import { codeOf } from '../account-rows.ts';
import type { StoredCode } from './drafts.ts';
import type { Unit } from './unit.ts';

const OPEN = {
  name: 'open codes',
  text: `SELECT * FROM verification_codes
    WHERE account = $1 AND used_at IS NULL AND wrong_attempts < ${ATTEMPTS_MAXIMUM} ORDER BY number DESC`,
};

export class DraftCodes implements CodeRecords {
  readonly #unit: Unit;
  readonly #loaded = new Set<string>();

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  async takeNumber(): Promise<number> {
    const counters = await this.#unit.counters();
    this.#unit.drafts.counters.change('', { ...counters, codes: counters.codes + 1 });
    return counters.codes + 1;
  }

  insert(code: VerificationCode, { email, code: text }: Pick<CodeMessage, 'email' | 'code'>): Promise<void> {
    const stored: StoredCode = { ...code, wrongAttempts: 0, usedAt: null, email, code: text };
    this.#unit.drafts.codes.insert(String(code.number), stored);
    return Promise.resolve();
  }

  async open(accountId: string, at: number): Promise<readonly VerificationCode[]> {
    return (await this.#openOf(accountId)).filter(({ expiresAt }) => expiresAt > at);
  }

  use(number: number, at: number): Promise<void> {
    const code = this.#unit.drafts.codes.get(String(number));
    if (code === undefined) throw new Error(`there is no open code ${number}`);
    this.#change({ ...code, usedAt: at });
    return Promise.resolve();
  }

  async countWrong(accountId: string): Promise<void> {
    for (const code of await this.#openOf(accountId)) this.#change({ ...code, wrongAttempts: code.wrongAttempts + 1 });
  }

  async retire(accountId: string, { amountCentavos, coverFee }: WithdrawalAmount): Promise<void> {
    for (const code of await this.#openOf(accountId)) {
      const isOfAmount = code.amountCentavos === amountCentavos && code.coverFee === coverFee;
      if (isOfAmount) this.#change({ ...code, wrongAttempts: ATTEMPTS_MAXIMUM });
    }
  }

  /** Newest first. */
  async #openOf(accountId: string): Promise<StoredCode[]> {
    const { codes } = this.#unit.drafts;
    if (!this.#loaded.has(accountId)) {
      for (const row of await this.#unit.ask(OPEN, [accountId])) {
        codes.load(String(integerOf(row, 'number')), storedCodeOf(row));
      }
      this.#loaded.add(accountId);
    }
    return codes
      .values()
      .filter((code) => code.accountId === accountId && code.usedAt === null && code.wrongAttempts < ATTEMPTS_MAXIMUM)
      .sort((one, other) => other.number - one.number);
  }

  #change(code: StoredCode): void {
    this.#unit.drafts.codes.change(String(code.number), code);
  }
}

function storedCodeOf(row: SqlRow): StoredCode {
  return {
    ...codeOf(row),
    wrongAttempts: integerOf(row, 'wrong_attempts'),
    usedAt: nullableIntegerOf(row, 'used_at'),
    email: textOf(row, 'email'),
    code: textOf(row, 'code'),
  };
}
