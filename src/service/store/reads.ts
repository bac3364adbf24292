import { DISPUTE_STATUSES, type AccountStatus, type DisputeStatus } from '../../contract/account.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../contract/payment.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../contract/withdrawal.ts';
import { centavos } from '../../pix/centavos.ts';
import { integerOf, textOf } from '../../sql/row.ts';
import type { EntryKind, StatusTotals } from '../wallet/wallet-entries.ts';
import type { CalendarDay } from '../wallet/sao-paulo-calendar.ts';
import type { EntryHistory, EntryPageRequest, PageRequest } from '../wallet/wallet-store.ts';
import type { Stored } from './columns.ts';
import { readWorld } from './read-world.ts';
import * as records from './records.ts';
import type { Read } from './statement.ts';
import { DUE_ACCOUNTS } from './work/due-events.ts';

const HOLDING = `SELECT a.*, s.available, s.in_transit, s.blocked AS disputed
  FROM accounts AS a JOIN account_state AS s ON s.account = a.id`;
const totalsOfKind = (kind: string) => `SELECT * FROM status_totals WHERE account = $1 AND kind = '${kind}'`;

function pageReadings(kind: EntryKind, columns: string) {
  const totals = totalsOfKind(kind);
  const page = (rows: string) => `SELECT ${columns}, sequence FROM ${kind}s WHERE account = $1 ${rows}`;
  return {
    // Sequences have no gaps, so the row at an offset is known.
    all: {
      totals,
      items:
        page(`AND sequence <= (SELECT CAST(coalesce(sum(count), 0) AS bigint) - CAST($3 AS bigint) FROM status_totals
        WHERE account = $1 AND kind = '${kind}') ORDER BY sequence DESC LIMIT $2`),
    },
    // Where the page begins is read from an index alone: the rows before it are not.
    ofStatus: {
      totals,
      items: page(`AND status = $4 AND sequence <= (SELECT sequence FROM ${kind}s WHERE account = $1 AND status = $4
        ORDER BY sequence DESC LIMIT 1 OFFSET $3) ORDER BY sequence DESC LIMIT $2`),
    },
  };
}

const PAYMENTS = pageReadings('payment', `${records.LISTED_COLUMNS}, net`);
const WITHDRAWALS = pageReadings('withdrawal', `${records.LISTED_COLUMNS}, sent, pix_key, pix_key_type`);
const CALLER = { rows: records.CALLER_OF };
const DUE = { rows: DUE_ACCOUNTS };
const PAYMENT = { rows: 'SELECT * FROM payments WHERE id = $1 AND account = $2' };
const WITHDRAWAL = { rows: 'SELECT * FROM withdrawals WHERE id = $1 AND account = $2' };
const ACCOUNT = { rows: `${HOLDING} WHERE a.id = $1` };
const ENTRY = {
  payments: 'SELECT * FROM payments WHERE id = $1',
  withdrawals: 'SELECT * FROM withdrawals WHERE id = $1',
  disputes: 'SELECT * FROM disputes WHERE payment = $1',
  transfers: `SELECT * FROM transfers
    WHERE reference = $1 OR reference IN (SELECT id FROM disputes WHERE payment = $1) ORDER BY number`,
};
const KEYS_OF = { rows: 'SELECT * FROM api_keys WHERE account = $1 ORDER BY created_at, id' };
const KEYS = { rows: records.ALL_KEYS };
const MESSAGES = { rows: 'SELECT * FROM verification_codes ORDER BY number DESC' };
const OVERVIEW = {
  holding: ACCOUNT.rows,
  payments: totalsOfKind('payment'),
  disputes: totalsOfKind('dispute'),
  use: 'SELECT period, used FROM limit_use WHERE account = $1 AND period IN ($2, $3)',
};
const ACCOUNT_PAGE = {
  total: 'SELECT count(*) AS count FROM accounts WHERE blocked = coalesce($1, blocked)',
  items: `${HOLDING} WHERE a.blocked = coalesce($1, a.blocked)
    ORDER BY a.created_at DESC, a.id DESC LIMIT $2 OFFSET $3`,
};
const ENTRIES = records.KINDS.map(
  (kind) => `SELECT '${kind}' AS kind, id, account, value, fee, status, description, created_at FROM ${kind}s`,
);
const ENTRY_PAGE = {
  total: `SELECT CAST(coalesce(sum(count), 0) AS bigint) AS count FROM status_totals
    WHERE kind <> 'dispute' AND account = coalesce($1, account) AND status = coalesce($2, status)`,
  items: `SELECT * FROM (${ENTRIES.join(' UNION ALL ')}) AS e
    WHERE account = coalesce($1, account) AND status = coalesce($2, status)
    ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
};
const DISPUTE_PAGE = {
  total: `SELECT CAST(coalesce(sum(count), 0) AS bigint) AS count FROM status_totals
    WHERE kind = 'dispute' AND status = coalesce($1, status)`,
  items: 'SELECT * FROM disputes WHERE status = coalesce($1, status) ORDER BY number DESC LIMIT $2 OFFSET $3',
};
const PAYMENT_TOTALS = records.totalsOf<PaymentStatus>(PAYMENT_STATUSES);
const WITHDRAWAL_TOTALS = records.totalsOf<WithdrawalStatus>(WITHDRAWAL_STATUSES);
const DISPUTE_TOTALS = records.totalsOf<DisputeStatus>(DISPUTE_STATUSES);

/** What is read outside of a unit of work. */
export class StoreReads {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  async callerOf(digest: Uint8Array) {
    const [row] = (await this.#read(CALLER, [digest])).rows;
    return row && records.CALLER_KEY.read(row);
  }

  async isDue(now: number) {
    return (await this.accountsDue(now)).length > 0;
  }

  /** Those that have an event that is due. */
  async accountsDue(now: number) {
    const { rows } = await this.#read(DUE, [Math.floor(now)]);
    return [...new Set(rows.map((row) => textOf(row, 'account')))];
  }

  async holding(accountId: string) {
    const [row] = (await this.#read(ACCOUNT, [accountId])).rows;
    return row && records.HOLDING.read(row);
  }

  async keysOf(accountId: string) {
    return (await this.#read(KEYS_OF, [accountId])).rows.map(records.KEY.read);
  }

  async allKeys() {
    return (await this.#read(KEYS, [])).rows.map(records.KEY.read);
  }

  world(seed: number) {
    return readWorld(this.#read, seed);
  }

  /** Ids are unique across accounts, but an account must not learn that another one has an id. */
  async payment(accountId: string, id: string) {
    const [row] = (await this.#read(PAYMENT, [id, accountId])).rows;
    return row && records.PAYMENT.read(row);
  }

  async withdrawal(accountId: string, id: string) {
    const [row] = (await this.#read(WITHDRAWAL, [id, accountId])).rows;
    return row && records.WITHDRAWAL.read(row);
  }

  async entry(id: string): Promise<EntryHistory | undefined> {
    const { payments, withdrawals, disputes, transfers } = await this.#read(ENTRY, [id]);
    const [[payment], [withdrawal], [dispute]] = [payments, withdrawals, disputes];
    const shared = {
      dispute: dispute === undefined ? null : records.DISPUTE.read(dispute),
      transfers: transfers.map(records.TRANSFER.read),
    };
    if (payment !== undefined) return { payment: records.PAYMENT.read(payment), withdrawal: null, ...shared };
    return withdrawal && { payment: null, withdrawal: records.WITHDRAWAL.read(withdrawal), ...shared };
  }

  paymentPage(accountId: string, page: PageRequest<PaymentStatus>) {
    return this.#page(PAYMENTS, accountId, page, records.LISTED_PAYMENT, PAYMENT_TOTALS);
  }

  withdrawalPage(accountId: string, page: PageRequest<WithdrawalStatus>) {
    return this.#page(WITHDRAWALS, accountId, page, records.LISTED_WITHDRAWAL, WITHDRAWAL_TOTALS);
  }

  async overview(accountId: string, { day, month }: CalendarDay) {
    const { holding, payments, disputes, use } = await this.#read(OVERVIEW, [accountId, day, month]);
    const [row] = holding;
    if (row === undefined) return undefined;
    const used = (period: string) => {
      const found = use.find((candidate) => candidate['period'] === period);
      return centavos(found === undefined ? 0 : integerOf(found, 'used'));
    };
    return {
      ...records.HOLDING.read(row),
      disputes: disputes.map(DISPUTE_TOTALS.read),
      payments: payments.map(PAYMENT_TOTALS.read),
      limitUse: { dayCentavos: used(day), monthCentavos: used(month) },
    };
  }

  async accountPage({ status, limit, offset }: PageRequest<AccountStatus>) {
    const isBlocked = status === undefined ? null : Number(status === 'BLOCKED');
    const { items, total } = await this.#read(ACCOUNT_PAGE, [isBlocked, limit, offset]);
    return { items: items.map(records.HOLDING.read), total: integerOf(total[0], 'count') };
  }

  /** Payments and withdrawals. */
  async entryPage({ accountId, status, limit, offset }: EntryPageRequest) {
    const { items, total } = await this.#read(ENTRY_PAGE, [accountId ?? null, status ?? null, limit, offset]);
    return { items: items.map(records.LISTED_ENTRY.read), total: integerOf(total[0], 'count') };
  }

  async disputePage({ status, limit, offset }: PageRequest<DisputeStatus>) {
    const { items, total } = await this.#read(DISPUTE_PAGE, [status ?? null, limit, offset]);
    return { items: items.map(records.DISPUTE.read), total: integerOf(total[0], 'count') };
  }

  async codeMessages() {
    const { rows } = await this.#read(MESSAGES, []);
    return rows.map(records.CODE.read).map(({ usedAt, ...code }) => ({ ...code, isUsed: usedAt !== null }));
  }

  async #page<Listed, Status>(
    { all, ofStatus }: typeof PAYMENTS,
    accountId: string,
    { status, limit, offset }: PageRequest<Status & string>,
    listed: Stored<Listed>,
    counted: Stored<StatusTotals<Status>>,
  ) {
    const { items, totals } =
      status === undefined
        ? await this.#read(all, [accountId, limit, offset])
        : await this.#read(ofStatus, [accountId, limit, offset, status]);
    return { items: items.map(listed.read), totals: totals.map(counted.read) };
  }
}
