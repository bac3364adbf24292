import { DISPUTE_STATUSES, type AccountStatus, type DisputeStatus } from '../../../contract/account.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '../../../contract/payment.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../contract/withdrawal.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { PgRow, PgStatement, PgValue } from '../../../sql/postgres/connection.ts';
import { integerOf, textOf, wordOf } from '../../../sql/row.ts';
import type { AccountHolding } from '../../wallet/account.ts';
import type { EntryKind } from '../../wallet/identifiers.ts';
import type { CalendarDay } from '../../wallet/sao-paulo-calendar.ts';
import type {
  Dispute,
  ListedPayment,
  ListedWithdrawal,
  Payment,
  StatusTotals,
  Withdrawal,
} from '../../wallet/wallet-entries.ts';
import type { AccountOverview, EntryPage, ListedEntry, Page, PageRequest } from '../../wallet/wallet-store.ts';
import { accountOf, codeMessageOf } from '../account-rows.ts';
import { disputeOf, listedPaymentOf, listedWithdrawalOf, paymentOf, withdrawalOf } from '../entry-rows.ts';
import { centavosOf, LISTED_COLUMNS } from '../rows.ts';
import { balancesOf, stateOf } from './ledger-records.ts';

type Ask = (statement: PgStatement, values?: readonly PgValue[]) => Promise<readonly PgRow[]>;

const HOLDING = `SELECT a.*, (SELECT to_json(s) FROM account_state s WHERE s.account = a.id) AS state FROM accounts a`;
const TOTALS = (kind: string, account = '$1') =>
  `coalesce((SELECT json_agg(t) FROM status_totals t WHERE t.account = ${account} AND t.kind = '${kind}'), '[]')`;

function pageStatements(kind: EntryKind, columns: string) {
  return {
    all: {
      name: `${kind} page`,
      text: `SELECT ${TOTALS(kind)} AS totals, coalesce((SELECT json_agg(r ORDER BY r.sequence DESC) FROM (
        SELECT ${columns}, sequence FROM ${kind}s WHERE account = $1 AND sequence <= (
          SELECT coalesce(sum(count), 0) - $3 FROM status_totals WHERE account = $1 AND kind = '${kind}'
        ) ORDER BY sequence DESC LIMIT $2) AS r), '[]') AS items`,
    },
    withStatus: {
      name: `${kind} page with status`,
      text: `SELECT ${TOTALS(kind)} AS totals, coalesce((SELECT json_agg(r ORDER BY r.sequence DESC) FROM
        page_start($1, '${kind}', $4, $3) AS start, LATERAL (
          SELECT ${columns}, sequence FROM ${kind}s
          WHERE account = $1 AND status = $4 AND sequence <= start.up_to
          ORDER BY sequence DESC LIMIT $2 OFFSET start.skip
        ) AS r), '[]') AS items`,
    },
  };
}

const PAYMENTS = pageStatements('payment', `${LISTED_COLUMNS}, net`);
const WITHDRAWALS = pageStatements('withdrawal', `${LISTED_COLUMNS}, sent, pix_key, pix_key_type`);
const PAYMENT = { name: 'payment', text: 'SELECT * FROM payments WHERE id = $1 AND account = $2' };
const WITHDRAWAL = { name: 'withdrawal', text: 'SELECT * FROM withdrawals WHERE id = $1 AND account = $2' };
const ACCOUNT = { name: 'holding', text: `${HOLDING} WHERE a.id = $1` };
const OVERVIEW = {
  name: 'overview',
  text: `SELECT h.*, ${TOTALS('payment')} AS payments, ${TOTALS('dispute')} AS disputes,
      coalesce((SELECT used FROM limit_use WHERE account = $1 AND period = $2), 0) AS day_use,
      coalesce((SELECT used FROM limit_use WHERE account = $1 AND period = $3), 0) AS month_use
    FROM (${HOLDING} WHERE a.id = $1) AS h`,
};
const ACCOUNT_PAGE = {
  name: 'account page',
  text: `SELECT (SELECT count(*) FROM accounts WHERE blocked = coalesce($1, blocked)) AS total,
    coalesce((SELECT json_agg(p ORDER BY p.created_at DESC, p.id DESC) FROM (
      ${HOLDING} WHERE a.blocked = coalesce($1, a.blocked)
      ORDER BY a.created_at DESC, a.id DESC LIMIT $2 OFFSET $3) AS p), '[]') AS items`,
};
const DISPUTE_PAGE = {
  name: 'dispute page',
  text: `SELECT (SELECT coalesce(sum(count), 0)::bigint FROM status_totals
      WHERE kind = 'dispute' AND status = coalesce($1, status)) AS total,
    coalesce((SELECT json_agg(d ORDER BY d.number DESC) FROM (
      SELECT * FROM disputes WHERE status = coalesce($1, status) ORDER BY number DESC LIMIT $2 OFFSET $3
    ) AS d), '[]') AS items`,
};
const ENTRY_PAGE = { name: 'entry page', text: 'SELECT total, items FROM entry_page($1, $2, $3, $4)' };
const MESSAGES = { name: 'code messages', text: 'SELECT * FROM verification_codes ORDER BY number DESC' };

export type EntryPageRequest = PageRequest<PaymentStatus> & { readonly accountId?: string | undefined };

/** What is read outside of a batch. Each answer is one statement, so it shows one moment. */
export class PostgresReads {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async holding(accountId: string): Promise<AccountHolding | undefined> {
    const [row] = await this.#ask(ACCOUNT, [accountId]);
    return row && holdingOf(row);
  }

  async payment(accountId: string, id: string): Promise<Payment | undefined> {
    const [row] = await this.#ask(PAYMENT, [id, accountId]);
    return row && paymentOf(row);
  }

  async withdrawal(accountId: string, id: string): Promise<Withdrawal | undefined> {
    const [row] = await this.#ask(WITHDRAWAL, [id, accountId]);
    return row && withdrawalOf(row);
  }

  async paymentPage(accountId: string, page: PageRequest<PaymentStatus>) {
    const row = await this.#page(PAYMENTS, accountId, page);
    return entryPage<ListedPayment, PaymentStatus>(row, listedPaymentOf, PAYMENT_STATUSES);
  }

  async withdrawalPage(accountId: string, page: PageRequest<WithdrawalStatus>) {
    const row = await this.#page(WITHDRAWALS, accountId, page);
    return entryPage<ListedWithdrawal, WithdrawalStatus>(row, listedWithdrawalOf, WITHDRAWAL_STATUSES);
  }

  async overview(accountId: string, { day, month }: CalendarDay): Promise<AccountOverview | undefined> {
    const [row] = await this.#ask(OVERVIEW, [accountId, day, month]);
    if (row === undefined) return undefined;
    return {
      ...holdingOf(row),
      disputes: rowsIn(row, 'disputes').map((totals) => totalsOf<DisputeStatus>(totals, DISPUTE_STATUSES)),
      payments: rowsIn(row, 'payments').map((totals) => totalsOf<PaymentStatus>(totals, PAYMENT_STATUSES)),
      limitUse: {
        dayCentavos: centavos(integerOf(row, 'day_use')),
        monthCentavos: centavos(integerOf(row, 'month_use')),
      },
    };
  }

  async accountPage({ status, limit, offset }: PageRequest<AccountStatus>): Promise<Page<AccountHolding>> {
    const isBlocked = status === undefined ? null : status === 'BLOCKED';
    return pageOf(await this.#ask(ACCOUNT_PAGE, [isBlocked, limit, offset]), holdingOf);
  }

  async entryPage({ accountId, status, limit, offset }: EntryPageRequest): Promise<Page<ListedEntry>> {
    return pageOf(await this.#ask(ENTRY_PAGE, [accountId ?? null, status ?? null, limit, offset]), listedEntryOf);
  }

  async disputePage({ status, limit, offset }: PageRequest<DisputeStatus>): Promise<Page<Dispute>> {
    return pageOf(await this.#ask(DISPUTE_PAGE, [status ?? null, limit, offset]), disputeOf);
  }

  async codeMessages() {
    return (await this.#ask(MESSAGES)).map(codeMessageOf);
  }

  async #page(statements: typeof PAYMENTS, accountId: string, { status, limit, offset }: PageRequest<string>) {
    const [row] =
      status === undefined
        ? await this.#ask(statements.all, [accountId, limit, offset])
        : await this.#ask(statements.withStatus, [accountId, limit, offset, status]);
    if (row === undefined) throw new Error('a page has no row');
    return row;
  }
}

function entryPage<Listed, Status extends string>(
  row: PgRow,
  read: (item: PgRow) => Listed,
  statuses: readonly Status[],
): EntryPage<Listed, Status> {
  const totals = rowsIn(row, 'totals').map((found) => totalsOf(found, statuses));
  return { items: rowsIn(row, 'items').map(read), totals };
}

function pageOf<Item>([row]: readonly PgRow[], read: (item: PgRow) => Item): Page<Item> {
  if (row === undefined) throw new Error('a page has no row');
  return { items: rowsIn(row, 'items').map(read), total: integerOf(row, 'total') };
}

function totalsOf<Status extends string>(row: PgRow, statuses: readonly Status[]): StatusTotals<Status> {
  return {
    status: wordOf(row, 'status', statuses),
    count: integerOf(row, 'count'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    netCentavos: centavosOf(row, 'net'),
  };
}

function holdingOf(row: PgRow): AccountHolding {
  const state = row['state'];
  if (!isRow(state)) throw new TypeError('an account has no state');
  return { account: accountOf(row), ledger: balancesOf(stateOf(state)) };
}

function listedEntryOf(row: PgRow): ListedEntry {
  return {
    kind: wordOf(row, 'kind', ['payment', 'withdrawal'] as const),
    id: textOf(row, 'id'),
    accountId: textOf(row, 'account'),
    valueCentavos: centavosOf(row, 'value'),
    feeCentavos: centavosOf(row, 'fee'),
    status: wordOf(row, 'status', PAYMENT_STATUSES),
    description: textOf(row, 'description'),
    createdAt: integerOf(row, 'created_at'),
  };
}

/** Rows that the database has put into one value. */
function rowsIn(row: PgRow, column: string): PgRow[] {
  const value = row[column];
  if (!Array.isArray(value)) throw new TypeError(`column ${column} should hold rows`);
  return value.filter(isRow);
}

function isRow(value: unknown): value is PgRow {
  return typeof value === 'object' && value !== null;
}
