import { operations } from '../../contract/operations.ts';
import { balanceOf } from '../wallet/balance.ts';
import { foundAccount } from '../wallet/accounts.ts';
import { lookUpPayment } from '../wallet/payment-look-up.ts';
import { createPayment } from '../wallet/payments.ts';
import { Refusal } from '../wallet/refusal.ts';
import { calendarDayOf } from '../wallet/sao-paulo-calendar.ts';
import { decide, upToDate } from '../wallet/wallet.ts';
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
import { route, type Route } from './route.ts';

/** Payments, withdrawals and the balance. */
export const WALLET_ROUTES: readonly Route[] = [
  route(operations.listPayments, async (wallet, accountId, page) => {
    const { items, totals } = await (await upToDate(wallet)).paymentPage(accountId, page);
    const statistics = paymentListStatistics(totals.filter(({ status }) => status === (page.status ?? status)));
    const pagination = paginationOf(page, items.length, statistics.total);
    return { success: true, data: { payments: items.map(listedPayment), pagination, statistics } };
  }),

  route(operations.getPayment, async (wallet, accountId, id) => {
    const { payment, statusUpdated } = await lookUpPayment(wallet, accountId, id);
    return { success: true, statusUpdated, data: lookedUpPayment(payment) };
  }),

  route(operations.createPayment, async (wallet, accountId, body) => {
    const { value: amountCentavos, description = '', coverFee = false } = body;
    const payment = await decide(wallet, [accountId], (transaction, circumstances) =>
      createPayment(transaction, circumstances, { accountId, amountCentavos, description, coverFee }),
    );
    return { success: true, message: 'Payment created', data: newPayment(payment) };
  }),

  route(operations.listWithdrawals, async (wallet, accountId, page) => {
    const { items, totals } = await (await upToDate(wallet)).withdrawalPage(accountId, page);
    const statistics = withdrawalListStatistics(totals.filter(({ status }) => status === (page.status ?? status)));
    const pagination = paginationOf(page, items.length, statistics.total);
    return { success: true, data: { withdraws: items.map(listedWithdrawal), pagination, statistics } };
  }),

  route(operations.getWithdrawal, async (wallet, accountId, id) => {
    const withdrawal = (await (await upToDate(wallet)).withdrawal(accountId, id)) ?? notFound();
    return { success: true, data: lookedUpWithdrawal(withdrawal) };
  }),

  route(operations.createWithdrawal, async (wallet, accountId, body) => {
    const { amount: amountCentavos, pixKey: key, pixKeyType: type, description = '', coverFee = false } = body;
    const recipient = key === undefined || type === undefined ? undefined : { type, key };
    const { verificationCode } = body;
    const order = { accountId, amountCentavos, recipient, description, coverFee, verificationCode };
    const withdrawal = await decide(wallet, [accountId], (transaction, circumstances) =>
      createWithdrawal(transaction, circumstances, order),
    );
    const message = withdrawal.status === 'COMPLETED' ? 'Withdrawal completed' : 'Withdrawal created, to be settled';
    return { success: true, message, data: newWithdrawal(withdrawal) };
  }),

  route(operations.getBalance, async (wallet, accountId, _, { clockAheadMs }) => {
    const store = await upToDate(wallet);
    const overview = await store.overview(accountId, calendarDayOf(wallet.circumstances().at + clockAheadMs));
    return { success: true, data: balanceOf(foundAccount(overview)) };
  }),
];

function notFound(): never {
  throw new Refusal('not_found', 'There is no such withdrawal');
}
