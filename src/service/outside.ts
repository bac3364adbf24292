import type * as z from 'zod';
import { isoTime, type MovableClock } from './clock.ts';
import type { DisputeStatus, AccountStatus } from '../contract/account.ts';
import type { controls } from '../contract/control.ts';
import type { PaymentStatus } from '../contract/payment.ts';
import type { PageRequest, WalletTransaction } from './wallet/wallet-store.ts';
import { centavos, type Centavos } from '../pix/centavos.ts';
import { atAccount, changeAccount, type AccountChanges, registerAccount } from './wallet/accounts.ts';
import type { Account, AccountHolding, SettlementOutcome } from './wallet/account.ts';
import type { Dispute, Payment, Withdrawal, CodeMessage } from './wallet/wallet-entries.ts';
import { endDispute, openDispute } from './wallet/disputes.ts';
import { createPayment, movePayment } from './wallet/payments.ts';
import { found, invalidField } from './wallet/refusal.ts';
import { decide, upToDate, carryOutDue, type Wallet } from './wallet/wallet.ts';
import { endWithdrawal } from './wallet/withdrawals.ts';

/** ISO 8601 with four digits of year cannot represent later times. */
const LATEST_TIME = Date.UTC(9999, 11, 31);

/** The holder of every account that tests open. */
const TESTS_HOLDER = { name: 'Conta de teste', email: 'conta@teste.example', taxId: '98765439000100' };

/** The account is known when the payment or withdrawal is found. */
const UNKNOWN = [] as const;

type NamedChanges = Omit<z.output<(typeof controls)['setAccount']['body']>, 'account'>;

export type Outside = ReturnType<typeof createOutside>;

/**
 * Events that come from outside a real service, which the controls trigger. All of them throw `Refusal`: `not_found` for an
 * unknown id, `invalid_transition` for what the state forbids; then nothing has changed.
 */
export function createOutside(wallet: Wallet, clock: MovableClock) {
  return {
    /** On any account. FAILED: it expires. */
    movePayment: (id: string, to: Exclude<PaymentStatus, 'PENDING'>) =>
      decide(wallet, UNKNOWN, async (transaction, now) => {
        const { accountId } = found(await transaction.payments.find(id), 'payment');
        const { at } = await atAccount(transaction, now, accountId);
        return movedPayment(await movePayment(transaction, at, accountId, id, to));
      }),
    /** On any account. With a refusal code it becomes FAILED for that reason. */
    moveWithdrawal: (id: string, to: SettlementOutcome) =>
      decide(wallet, UNKNOWN, async (transaction, now) => {
        const { accountId } = found(await transaction.withdrawals.find(id), 'withdrawal');
        const { at } = await atAccount(transaction, now, accountId);
        return movedWithdrawal(await endWithdrawal(transaction, at, accountId, id, to));
      }),
    /** Creates a payment and pays it. */
    deposit: (accountId: string, amountCentavos: Centavos) =>
      decide(wallet, [accountId], async (transaction, circumstances) => {
        const order = { accountId, amountCentavos, coverFee: false, description: 'Depósito' };
        const { id } = await createPayment(transaction, circumstances, order);
        return movedPayment(await movePayment(transaction, circumstances.at, accountId, id, 'COMPLETED'));
      }),
    /** OPEN opens a dispute on the payment; the others end the open one. */
    moveDispute: (paymentId: string, to: DisputeStatus) =>
      decide(wallet, UNKNOWN, async (transaction, circumstances) => {
        if (to === 'OPEN') return movedDispute(await openDispute(transaction, circumstances, paymentId));
        const { id } = found(await transaction.disputes.findByPayment(paymentId), 'dispute');
        return movedDispute(await endDispute(transaction, circumstances, id, to));
      }),
    /** With a main key of its own. */
    openAccount: (availableCentavos: Centavos) =>
      decide(wallet, [], async (transaction, circumstances) => {
        const { account, issued } = await registerAccount(transaction, circumstances, TESTS_HOLDER, availableCentavos);
        return { id: account.id, key: issued.key, availableCentavos };
      }),
    accountBehaviour: async (accountId: string) =>
      behaviourOf(found(await (await upToDate(wallet)).holding(accountId), 'account')),
    /** Newest first. */
    async accounts(page: PageRequest<AccountStatus>) {
      const { items, total } = await (await upToDate(wallet)).accountPage(page);
      return { items: items.map(behaviourOf), total };
    },
    /** A payment or withdrawal on any account. */
    entry: async (id: string) => found(await (await upToDate(wallet)).entry(id), 'payment or withdrawal'),
    changeAccount: (accountId: string, changes: NamedChanges) =>
      decide(wallet, [accountId], async (transaction) =>
        behaviourOf(await changeAccount(transaction, accountId, (account) => changesOf(account, changes))),
      ),
    /** Newest first. */
    inbox: async () => (await wallet.store.codeMessages()).map(messageOf),
    /**
     * Advances the clock of the service, or of one account, and processes what becomes due.
     *
     * @returns the new time, epoch milliseconds
     */
    advance: (durationMs: number, accountId?: string) =>
      wallet.store.moveClock(async (transaction) => {
        if (accountId !== undefined) return advanceAccount(transaction, clock.now(), durationMs, accountId);
        const now = clock.now() + durationMs;
        checkTime(now + (await transaction.schedule.furthestAheadMs()));
        await carryOutDue(transaction, Math.floor(now));
        await transaction.schedule.saveClock(Math.ceil(clock.aheadMs()) + durationMs);
        clock.advance(durationMs);
        return now;
      }),
    /** The latest changes of status that this process has committed, oldest first. @param id only those of this id */
    async changes(after: number, id?: string) {
      const { changes } = await upToDate(wallet);
      return changes.after(after, id).map((change) => ({ ...change, at: isoTime(change.at) }));
    },
    verify: async () =>
      // Checks the state as stored: pending events violate no invariant, and a damaged file could not process them.
      (await wallet.store.audit()).map(({ violations, ...invariant }) => ({
        ...invariant,
        violations: [...violations],
      })),
  };
}

/** @returns the new time of the account */
async function advanceAccount(transaction: WalletTransaction, now: number, durationMs: number, accountId: string) {
  const { account } = await changeAccount(transaction, accountId, ({ clockAheadMs }) => {
    checkTime(now + clockAheadMs + durationMs);
    return { clockAheadMs: clockAheadMs + durationMs };
  });
  await carryOutDue(transaction, Math.floor(now));
  return now + account.clockAheadMs;
}

/** @throws {Refusal} `validation_failed` */
function checkTime(time: number): void {
  if (time > LATEST_TIME) throw invalidField('durationMs', 'takes the clock beyond the year 9999');
}

function changesOf({ limits, plan, ...account }: Account, named: NamedChanges): AccountChanges {
  const { instant = account.instant, settleAfterMs = account.settleAfterMs, settleAs = account.settleAs } = named;
  const { transferSecurity = account.transferSecurity, oneAtATime = account.oneAtATime } = named;
  const { blocked = account.blocked, cache: listCache = account.listCache } = named;
  return {
    ...{ instant, settleAfterMs, settleAs, transferSecurity, oneAtATime, blocked, listCache },
    limits: {
      daily: centavos(named.dailyLimitCentavos ?? limits.daily),
      monthly: centavos(named.monthlyLimitCentavos ?? limits.monthly),
      perTransaction: centavos(named.perTransactionLimitCentavos ?? limits.perTransaction),
    },
    plan: { ...plan, transactionFee: centavos(named.feeCentavos ?? plan.transactionFee) },
  };
}

function behaviourOf({ account, ledger }: AccountHolding) {
  const { id, name, instant, settleAfterMs, settleAs, transferSecurity, oneAtATime, blocked, limits, plan } = account;
  return {
    ...{ id, name, instant, settleAfterMs, settleAs, transferSecurity, oneAtATime, blocked },
    dailyLimitCentavos: limits.daily,
    monthlyLimitCentavos: limits.monthly,
    perTransactionLimitCentavos: limits.perTransaction,
    feeCentavos: plan.transactionFee,
    availableCentavos: ledger.available,
    inTransitCentavos: ledger.in_transit,
    blockedCentavos: ledger.blocked,
    cache: account.listCache,
    clockAheadMs: account.clockAheadMs,
  };
}

function movedPayment({ id, status, valueCentavos: value }: Payment) {
  return { id, status, value };
}

function movedWithdrawal({ id, status, valueCentavos: value, failureReason }: Withdrawal) {
  return { id, status, value, failureReason };
}

function movedDispute({ id, paymentId, valueCentavos: amount, status }: Dispute) {
  return { id, paymentId, amount, status };
}

function messageOf({ createdAt, accountId: account, email, code, amountCentavos: amount, ...message }: CodeMessage) {
  const [at, expiresAt] = [isoTime(createdAt), isoTime(message.expiresAt)];
  return { at, account, email, code, amount, expiresAt, used: message.isUsed };
}
