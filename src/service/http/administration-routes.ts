import type * as z from 'zod';
import type { accountUpdateRequest } from '../../contract/account.ts';
import { operations } from '../../contract/operations.ts';
import type { Account } from '../wallet/account.ts';
import { changeAccount, foundAccount, type AccountChanges } from '../wallet/accounts.ts';
import { endDispute, openDispute } from '../wallet/disputes.ts';
import { decide, upToDate } from '../wallet/wallet.ts';
import { disputeFields, listedAccount, listedEntry } from './administration-answers.ts';
import { paginationOf } from './answers.ts';
import { route, type Route } from './route.ts';

/** Operations that require an administrator's key, on any account. */
export const ADMINISTRATION_ROUTES: readonly Route[] = [
  route(operations.listAccounts, async (wallet, _, page) => {
    const { items, total } = await (await upToDate(wallet)).accountPage(page);
    const pagination = paginationOf(page, items.length, total);
    return { success: true, data: { accounts: items.map(listedAccount), pagination } };
  }),

  route(operations.getAccount, async (wallet, _, id) => {
    const holding = foundAccount(await (await upToDate(wallet)).holding(id));
    return { success: true, data: listedAccount(holding) };
  }),

  route(operations.updateAccount, async (wallet, _, { id, body }) => {
    const holding = await decide(wallet, [id], (transaction) =>
      changeAccount(transaction, id, (account) => changesOf(account, body)),
    );
    return { success: true, data: listedAccount(holding) };
  }),

  route(operations.listTransactions, async (wallet, _, page) => {
    const { items, total } = await (await upToDate(wallet)).entryPage(page);
    const pagination = paginationOf(page, items.length, total);
    return { success: true, data: { transactions: items.map(listedEntry), pagination } };
  }),

  route(operations.listDisputes, async ({ store }, _, page) => {
    const { items, total } = await store.disputePage(page);
    const pagination = paginationOf(page, items.length, total);
    return { success: true, data: { disputes: items.map(disputeFields), pagination } };
  }),

  route(operations.openDispute, async (wallet, _, { paymentId }) => {
    const dispute = await decide(wallet, [], (transaction, circumstances) =>
      openDispute(transaction, circumstances, paymentId),
    );
    return { success: true, data: disputeFields(dispute) };
  }),

  ...(['ACCEPTED', 'REFUSED'] as const).map((outcome) =>
    route(outcome === 'ACCEPTED' ? operations.acceptDispute : operations.refuseDispute, async (wallet, _, id) => {
      const dispute = await decide(wallet, [], (transaction, now) => endDispute(transaction, now, id, outcome));
      return { success: true, data: disputeFields(dispute) };
    }),
  ),
];

function changesOf({ limits }: Account, update: z.output<typeof accountUpdateRequest>): AccountChanges {
  const { plan, transferSecurity, blocked } = update;
  const { daily, monthly, perTransaction } = update.limits ?? {};
  return {
    limits: {
      dailyCentavos: daily ?? limits.dailyCentavos,
      monthlyCentavos: monthly ?? limits.monthlyCentavos,
      perTransactionCentavos: perTransaction ?? limits.perTransactionCentavos,
    },
    ...(plan !== undefined && { plan: { name: plan.name, transactionFeeCentavos: plan.transactionFee } }),
    ...(transferSecurity !== undefined && { transferSecurity }),
    ...(blocked !== undefined && { blocked }),
  };
}
