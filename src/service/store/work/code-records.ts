import { ATTEMPTS_MAXIMUM } from '../../wallet/verification-code.ts';
import type { CodeRecords } from '../../wallet/wallet-transaction.ts';
import { CODE } from '../records.ts';
import type { StoredCode } from './drafts.ts';
import type { Unit } from './unit.ts';

const OPEN = {
  name: 'open codes',
  text: `SELECT * FROM verification_codes
    WHERE account = $1 AND used_at IS NULL AND wrong_attempts < ${ATTEMPTS_MAXIMUM} ORDER BY number DESC`,
};

export function draftCodes(unit: Unit): CodeRecords {
  const { codes } = unit.drafts;
  const loaded = new Set<string>();
  const change = (code: StoredCode) => {
    codes.change(String(code.number), code);
  };
  /** Newest first. */
  const openOf = async (accountId: string): Promise<StoredCode[]> => {
    if (!loaded.has(accountId)) {
      const rows = await unit.ask(OPEN, [accountId]);
      for (const code of rows.map(CODE.read)) codes.load(String(code.number), code);
      loaded.add(accountId);
    }
    return codes
      .values()
      .filter((code) => code.accountId === accountId && code.usedAt === null && code.wrongAttempts < ATTEMPTS_MAXIMUM)
      .sort((one, other) => other.number - one.number);
  };
  return {
    takeNumber: () => unit.takeNumber('codes'),
    insert(code, { email, code: text }) {
      codes.insert(String(code.number), { ...code, wrongAttempts: 0, usedAt: null, email, code: text });
      return Promise.resolve();
    },
    open: async (accountId, at) => (await openOf(accountId)).filter(({ expiresAt }) => expiresAt > at),
    use(number, at) {
      const code = codes.get(String(number));
      if (code === undefined) throw new Error(`there is no open code ${number}`);
      change({ ...code, usedAt: at });
      return Promise.resolve();
    },
    async countWrong(accountId) {
      for (const code of await openOf(accountId)) change({ ...code, wrongAttempts: code.wrongAttempts + 1 });
    },
    async retire(accountId, { amountCentavos, coverFee }) {
      for (const code of await openOf(accountId)) {
        const isOfAmount = code.amountCentavos === amountCentavos && code.coverFee === coverFee;
        if (isOfAmount) change({ ...code, wrongAttempts: ATTEMPTS_MAXIMUM });
      }
    },
  };
}
