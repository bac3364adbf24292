import { centavos, type Centavos } from '../../../pix/centavos.ts';
import type { SqlDatabase, SqlStatement, SqlValue } from '../../../sql/sqlite/driver.ts';
import { integerOf } from '../../../sql/row.ts';
import type { LimitUse } from '../../wallet/account.ts';
import type { CalendarDay } from '../../wallet/sao-paulo-calendar.ts';
import type { LimitRecords } from '../../wallet/wallet-transaction.ts';
import type { PendingChanges, PendingRows } from './pending-changes.ts';

export class LimitTable implements LimitRecords {
  readonly #used: SqlStatement;
  readonly #uses: PendingRows<number>;

  constructor(database: SqlDatabase, pending: PendingChanges) {
    this.#used = database.prepare('SELECT used FROM limit_use WHERE account = ? AND period = ?');
    const save = database.prepare(`
      INSERT INTO limit_use (account, period, used) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = excluded.used`);
    this.#uses = pending.rows(
      (...period) => this.#read(period),
      (used, ...period) => save.run(...period, used),
    );
  }

  use(accountId: string, period: string, valueCentavos: Centavos, maximumCentavos: Centavos): Promise<boolean> {
    const used = this.#uses.get(accountId, period) + valueCentavos;
    if (used > maximumCentavos) return Promise.resolve(false);
    this.#uses.change(() => used, accountId, period);
    return Promise.resolve(true);
  }

  giveBack(accountId: string, period: string, valueCentavos: Centavos): Promise<void> {
    const used = this.#uses.get(accountId, period) - valueCentavos;
    if (used < 0) throw new Error(`${accountId} has used less than that in ${period}`);
    this.#uses.change(() => used, accountId, period);
    return Promise.resolve();
  }

  useOf(accountId: string, { day, month }: CalendarDay): Promise<LimitUse> {
    const used = (period: string) => centavos(this.#uses.get(accountId, period));
    return Promise.resolve({ dayCentavos: used(day), monthCentavos: used(month) });
  }

  readUse(accountId: string, { day, month }: CalendarDay): LimitUse {
    const used = (period: string) => centavos(this.#read([accountId, period]));
    return { dayCentavos: used(day), monthCentavos: used(month) };
  }

  #read(period: readonly SqlValue[]): number {
    const row = this.#used.get(...period);
    return row === undefined ? 0 : integerOf(row, 'used');
  }
}
