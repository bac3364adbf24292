import { operations } from '../../contract/operations.ts';
import { balanceOf } from '../wallet/balance.ts';
import { createPayment } from '../wallet/payments.ts';
import { Refusal } from '../wallet/refusal.ts';
import { calendarDayOf } from '../wallet/sao-paulo-calendar.ts';
import { createWithdrawal } from '../wallet/withdrawals.ts';
import {
  listedPayment,
  listedWithdrawal,
  lookedUpPayment,
  lookedUpWithdrawal,
  newPayment,
  newWithdrawal,
  paginationOf,
  paymentListStatistics,
  withdrawalListStatistics,
} from './answers.ts';
import { bodyOf, nothing, pathId, queryOf, route, type Route } from './route.ts';

const { listPayments, getPayment, createPayment: createPaymentOperation } = operations;
const { listWithdrawals, getWithdrawal, createWithdrawal: createWithdrawalOperation, getBalance } = operations;

/** Every operation that is served: a row each. */
export const ROUTES: readonly Route[] = [
  route(listPayments, queryOf(listPayments.query), async ({ store }, accountId, page) => {
    const { items, totals } = await store.paymentPage(accountId, page);
    const statistics = paymentListStatistics(totals.filter(({ status }) => status === (page.status ?? status)));
    const pagination = paginationOf(page, items.length, statistics.total);
    return { success: true, data: { payments: items.map(listedPayment), pagination, statistics } };
  }),

  route(getPayment, pathId, async ({ store }, accountId, id) => {
    const payment = (await store.payment(accountId, id)) ?? notFound('payment');
    return { success: true, statusUpdated: false, data: lookedUpPayment(payment) };
  }),

  route(createPaymentOperation, bodyOf(createPaymentOperation.body), async (wallet, accountId, body) => {
    const { value: amountCentavos, description = '', coverFee = false } = body;
    const payment = await wallet.store.transaction((transaction) =>
      createPayment(transaction, wallet.circumstances(), { accountId, amountCentavos, description, coverFee }),
    );
    return { success: true, message: 'Payment created', data: newPayment(payment) };
  }),

  route(listWithdrawals, queryOf(listWithdrawals.query), async ({ store }, accountId, page) => {
    const { items, totals } = await store.withdrawalPage(accountId, page);
    const statistics = withdrawalListStatistics(totals.filter(({ status }) => status === (page.status ?? status)));
    const pagination = paginationOf(page, items.length, statistics.total);
    return { success: true, data: { withdraws: items.map(listedWithdrawal), pagination, statistics } };
  }),

  route(getWithdrawal, pathId, async ({ store }, accountId, id) => {
    const withdrawal = (await store.withdrawal(accountId, id)) ?? notFound('withdrawal');
    return { success: true, data: lookedUpWithdrawal(withdrawal) };
  }),

  route(createWithdrawalOperation, bodyOf(createWithdrawalOperation.body), async (wallet, accountId, body) => {
    const { amount: amountCentavos, pixKey: key, pixKeyType: type, description = '', coverFee = false } = body;
    const recipient = key === undefined || type === undefined ? undefined : { type, key };
    const order = { accountId, amountCentavos, recipient, description, coverFee };
    const withdrawal = await wallet.store.transaction((transaction) =>
      createWithdrawal(transaction, wallet.circumstances(), order),
    );
    const message = withdrawal.status === 'COMPLETED' ? 'Withdrawal completed' : 'Withdrawal created, to be settled';
    return { success: true, message, data: newWithdrawal(withdrawal) };
  }),

  route(getBalance, nothing, async ({ store, circumstances }, accountId) => {
    const overview = await store.overview(accountId, calendarDayOf(circumstances().at));
    return { success: true, data: balanceOf(overview ?? notFound('account')) };
  }),
];

function notFound(what: 'payment' | 'withdrawal' | 'account'): never {
  throw new Refusal('not_found', `There is no such ${what}`);
}
