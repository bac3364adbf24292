import { centavos, type Centavos } from '../../../pix/centavos.ts';
import { integerOf } from '../../../sql/row.ts';
import type { LimitUse } from '../../wallet/account.ts';
import type { CalendarDay } from '../../wallet/sao-paulo-calendar.ts';
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
export class DraftLimits implements LimitRecords {
  readonly #unit: Unit;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  async use(account: string, period: string, value: Centavos, maximum: Centavos): Promise<boolean> {
    const row = await this.#present(account, period);
    const used = row.used + value;
    if (used > maximum) return false;
    this.#unit.drafts.limitUse.change(limitKey(row), { ...row, used });
    return true;
  }

  async giveBack(account: string, period: string, value: Centavos): Promise<void> {
    const row = await this.#present(account, period);
    const used = row.used - value;
    if (used < 0) throw new Error(`${account} has used less than that in ${period}`);
    this.#unit.drafts.limitUse.change(limitKey(row), { ...row, used });
  }

  async useOf(account: string, { day, month }: CalendarDay): Promise<LimitUse> {
    const [today, thisMonth] = [await this.#present(account, day), await this.#present(account, month)];
    return { dayCentavos: centavos(today.used), monthCentavos: centavos(thisMonth.used) };
  }

  async #present(account: string, period: string): Promise<LimitUseRow> {
    const { drafts } = this.#unit;
    const key = limitKey({ account, period });
    const known = drafts.limitUse.get(key);
    if (known !== undefined) return known;
    const [row] = await this.#unit.ask(USED, [account, period]);
    return drafts.limitUse.load(key, { account, period, used: row === undefined ? 0 : integerOf(row, 'used') });
  }
}
