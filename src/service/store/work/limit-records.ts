import { centavos } from '../../../pix/centavos.ts';
import { integerOf } from '../../../sql/row.ts';
import type { LimitRecords } from '../../wallet/wallet-transaction.ts';
import type { LimitUseRow } from './drafts.ts';
import type { Unit } from './unit.ts';

export function limitKey({ account, period }: Pick<LimitUseRow, 'account' | 'period'>): string {
  return `${account} ${period}`;
}

const USED = {
  name: 'limit use of period',
  text: 'SELECT used FROM limit_use WHERE account = $1 AND period = $2',
};

/** The use of limits. The rows of today are loaded with the account. */
export function draftLimits(unit: Unit): LimitRecords {
  const { limitUse } = unit.drafts;
  const present = async (account: string, period: string): Promise<LimitUseRow> => {
    const key = limitKey({ account, period });
    const known = limitUse.get(key);
    if (known !== undefined) return known;
    const [row] = await unit.ask(USED, [account, period]);
    return limitUse.load(key, { account, period, used: row === undefined ? 0 : integerOf(row, 'used') });
  };
  const change = (row: LimitUseRow) => limitUse.change(limitKey(row), row);
  return {
    async use(account, period, value, maximum) {
      const row = await present(account, period);
      const used = row.used + value;
      if (used > maximum) return false;
      change({ ...row, used });
      return true;
    },
    async giveBack(account, period, value) {
      const row = await present(account, period);
      const used = row.used - value;
      if (used < 0) throw new Error(`${account} has used less than that in ${period}`);
      change({ ...row, used });
    },
    useIn: async (account, period) => centavos((await present(account, period)).used),
  };
}
