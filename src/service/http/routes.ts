import { operations } from '../../contract/operations.ts';
import { isoTime } from '../clock.ts';
import { balanceOf } from '../wallet/balance.ts';
import { changeAccount, type AccountChanges, registerAccount, issueKey, revokeKey } from '../wallet/accounts.ts';
import { createPayment } from '../wallet/payments.ts';
import { found, Refusal } from '../wallet/refusal.ts';
import { calendarDayOf } from '../wallet/sao-paulo-calendar.ts';
import { decide, upToDate, lookUpPayment, type Wallet } from '../wallet/wallet.ts';
import { createWithdrawal } from '../wallet/withdrawals.ts';
import * as answers from './answers.ts';
import { route, type Route, publicRoute } from './route.ts';
import type { Admission } from './admission.ts';
import { requireAccess } from './authenticate.ts';
import { jsonResponse, methodRefusal } from './http-refusal.ts';
import type { RequestContext, Routes } from './intake.ts';
import type { AnswerCache } from './shared-state.ts';
import type { ServiceSettings } from '../service-settings.ts';
import { PERMISSIONS, type Operation, type Permission } from '../../contract/operation.ts';
import { centavos } from '../../pix/centavos.ts';
import { sendVerificationCode } from '../wallet/verification.ts';
import { isMainKey } from '../wallet/account.ts';
import type * as z from 'zod';
import type { accountUpdateRequest } from '../../contract/account.ts';
import type { Account } from '../wallet/account.ts';
import { endDispute, openDispute } from '../wallet/disputes.ts';

const PERMISSION_DESCRIPTIONS: Readonly<Record<Permission, string>> = {
  'read:payments': 'List payments and look them up',
  'read:withdraws': 'List withdrawals and look them up',
  'read:balance': 'Read balance, disputes, statistics, limits and plan',
  'write:withdraw:create': 'Create withdrawals, and request their verification codes',
  'write:payment:create': 'Create payments',
  'admin:all': 'Everything, and issuing other keys',
};

/** Every operation that is served. */
export const ROUTES: readonly Route[] = [
  route(operations.listPayments, async (wallet, accountId, page) => {
    const { items, totals } = await (await upToDate(wallet)).paymentPage(accountId, page);
    const statistics = answers.paymentListStatistics(totals.filter(({ status }) => status === (page.status ?? status)));
    const pagination = answers.paginationOf(page, { items, total: statistics.total });
    return { success: true, data: { payments: items.map(answers.listedPayment), pagination, statistics } };
  }),

  route(operations.getPayment, async (wallet, accountId, id) => {
    const { payment, statusUpdated } = await lookUpPayment(wallet, accountId, id);
    return { success: true, statusUpdated, data: answers.lookedUpPayment(payment) };
  }),

  route(operations.createPayment, async (wallet, accountId, body) => {
    const { value: amountCentavos, description = '', coverFee = false } = body;
    const payment = await decide(wallet, [accountId], (transaction, circumstances) =>
      createPayment(transaction, circumstances, { accountId, amountCentavos, description, coverFee }),
    );
    return { success: true, message: 'Payment created', data: answers.newPayment(payment) };
  }),

  route(operations.listWithdrawals, async (wallet, accountId, page) => {
    const { items, totals } = await (await upToDate(wallet)).withdrawalPage(accountId, page);
    const statistics = answers.withdrawalListStatistics(
      totals.filter(({ status }) => status === (page.status ?? status)),
    );
    const pagination = answers.paginationOf(page, { items, total: statistics.total });
    return { success: true, data: { withdraws: items.map(answers.listedWithdrawal), pagination, statistics } };
  }),

  route(operations.getWithdrawal, async (wallet, accountId, id) => {
    const withdrawal = found(await (await upToDate(wallet)).withdrawal(accountId, id), 'withdrawal');
    return { success: true, data: answers.lookedUpWithdrawal(withdrawal) };
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
    return { success: true, message, data: answers.newWithdrawal(withdrawal) };
  }),

  route(operations.getBalance, async (wallet, accountId, _, { clockAheadMs }) => {
    const store = await upToDate(wallet);
    const overview = await store.overview(accountId, calendarDayOf(wallet.circumstances().at + clockAheadMs));
    return { success: true, data: balanceOf(found(overview, 'account')) };
  }),

  route(operations.requestTransferCode, async (wallet, accountId, body) => {
    const { amount: amountCentavos, coverFee = false } = body;
    const { expiresAt } = await decide(wallet, [accountId], (transaction, circumstances) =>
      sendVerificationCode(transaction, circumstances, accountId, { amountCentavos, coverFee }),
    );
    return {
      success: true,
      message: 'Verification code sent by e-mail',
      data: { expiresAt: isoTime(expiresAt) },
    };
  }),

  publicRoute(operations.registerAccount, async (wallet, registration) => {
    const { account, issued } = await decide(wallet, [], (transaction, circumstances) =>
      registerAccount(transaction, circumstances, registration),
    );
    const { id, permissions } = issued.apiKey;
    return {
      success: true,
      message: 'Account created. Keep the key: it is shown only now',
      data: {
        account: answers.accountFields(account, centavos(0)),
        apiKey: { id, key: issued.key, permissions: [...permissions] },
      },
    };
  }),

  route(operations.createApiKey, async (wallet, accountId, { name, permissions: wanted }) => {
    const permissions = PERMISSIONS.filter((permission) => wanted.some((word) => word === permission));
    const { apiKey, key } = await decide(wallet, [accountId], (transaction, circumstances) =>
      issueKey(transaction, circumstances, { accountId, name, permissions }),
    );
    return {
      success: true,
      message: 'API key created. Keep it: it is shown only now',
      data: { id: apiKey.id, name, key, permissions, createdAt: isoTime(apiKey.createdAt) },
    };
  }),

  route(operations.listApiKeys, async ({ store }, accountId) => {
    const keys = (await store.keysOf(accountId)).map((key) => ({
      id: key.id,
      name: key.name,
      key: key.masked,
      permissions: [...key.permissions],
      isMain: isMainKey(key),
      createdAt: isoTime(key.createdAt),
    }));
    return { success: true, data: { keys } };
  }),

  // Before the deletion of a key, whose path matches this one, too: that one would say which methods are allowed.
  publicRoute(operations.listPermissions, () => {
    const permissions = PERMISSIONS.map((name) => ({ name, description: PERMISSION_DESCRIPTIONS[name] }));
    return Promise.resolve({ success: true, data: { permissions } });
  }),

  route(operations.deleteApiKey, async (wallet, accountId, id) => {
    await decide(wallet, [accountId], (transaction) => revokeKey(transaction, accountId, id));
    return { success: true, message: 'API key revoked', data: { id } };
  }),

  // On any account.
  route(operations.listAccounts, async (wallet, _, page) => {
    const listed = await (await upToDate(wallet)).accountPage(page);
    return {
      success: true,
      data: { accounts: listed.items.map(answers.listedAccount), pagination: answers.paginationOf(page, listed) },
    };
  }),

  route(operations.getAccount, async (wallet, _, id) => {
    const holding = found(await (await upToDate(wallet)).holding(id), 'account');
    return { success: true, data: answers.listedAccount(holding) };
  }),

  route(operations.updateAccount, async (wallet, _, { id, body }) => {
    const holding = await decide(wallet, [id], (transaction) =>
      changeAccount(transaction, id, (account) => changesOf(account, body)),
    );
    return { success: true, data: answers.listedAccount(holding) };
  }),

  route(operations.listTransactions, async (wallet, _, page) => {
    const listed = await (await upToDate(wallet)).entryPage(page);
    return {
      success: true,
      data: { transactions: listed.items.map(answers.listedEntry), pagination: answers.paginationOf(page, listed) },
    };
  }),

  route(operations.listDisputes, async ({ store }, _, page) => {
    const listed = await store.disputePage(page);
    return {
      success: true,
      data: { disputes: listed.items.map(answers.disputeFields), pagination: answers.paginationOf(page, listed) },
    };
  }),

  route(operations.openDispute, async (wallet, _, { paymentId }) => {
    const dispute = await decide(wallet, [], (transaction, circumstances) =>
      openDispute(transaction, circumstances, paymentId),
    );
    return { success: true, data: answers.disputeFields(dispute) };
  }),

  ...(['ACCEPTED', 'REFUSED'] as const).map((outcome) =>
    route(outcome === 'ACCEPTED' ? operations.acceptDispute : operations.refuseDispute, async (wallet, _, id) => {
      const dispute = await decide(wallet, [], (transaction, now) => endDispute(transaction, now, id, outcome));
      return { success: true, data: answers.disputeFields(dispute) };
    }),
  ),
];

function changesOf(account: Account, update: z.output<typeof accountUpdateRequest>): AccountChanges {
  const { plan = account.plan, transferSecurity = account.transferSecurity, blocked = account.blocked } = update;
  const { daily, monthly, perTransaction } = account.limits;
  const limits = {
    daily: update.limits?.daily ?? daily,
    monthly: update.limits?.monthly ?? monthly,
    perTransaction: update.limits?.perTransaction ?? perTransaction,
  };
  return { limits, plan, transferSecurity, blocked };
}

/** Serves the operations of the contract, and refuses every other request. */
export function addApi(
  routes: Routes,
  settings: ServiceSettings,
  wallet: Wallet,
  cache: AnswerCache,
  admission: Admission,
): void {
  for (const route of ROUTES) {
    routes.on(route.operation.method, honoPath(route.operation), (context) => serve(context, route));
  }
  for (const path of new Set(ROUTES.map(({ operation }) => honoPath(operation)))) {
    const methods = ROUTES.filter(({ operation }) => honoPath(operation) === path).map((one) => one.operation.method);
    const allowed = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]));
    routes.all(path, (context) => admission.refuse(context, methodRefusal(allowed)));
  }
  routes.notFound((context) => admission.refuse(context, new Refusal('not_found', 'There is no such route')));
  routes.onError((error, context) => admission.failed(error, context));

  function serve(context: RequestContext, { operation, read }: Route): Promise<Response> {
    return admission.admit(context, operation.rateLimit, async (caller, headers) => {
      const { access } = operation;
      const key = access === 'anyone' ? caller.key : await requireAccess(wallet.store, caller, access);
      const id = context.req.param('id') ?? '';
      const request = await read({ request: context.req.raw, query: context.req.query(), id });
      const answer = () => request.answer(wallet, key);
      const lifetime = key?.listCache === false ? 0 : lifetimeSeconds(operation, settings);
      if (lifetime <= 0) return jsonResponse(await answer(), 200, headers);
      const name = `${key?.accountId ?? ''} ${request.cacheKey()}`;
      const { body, ageSeconds, isHit } = await cache.through(name, lifetime, answer, key?.clockAheadMs);
      return jsonResponse(body, 200, { ...headers, Age: String(ageSeconds), 'X-Cache': isHit ? 'HIT' : 'MISS' });
    });
  }
}

/** How long the answer of an operation is repeated; 0: not at all. */
function lifetimeSeconds(operation: Operation, { cache = true, balanceCacheSeconds = 0 }: ServiceSettings): number {
  if (operation.path === operations.getBalance.path) return balanceCacheSeconds;
  return cache ? (operation.cacheSeconds ?? 0) : 0;
}

function honoPath({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
