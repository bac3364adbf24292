import type { PixKey } from '../../pix/pix-key.ts';
import { describeRefusal, isRefusalCode, type RefusalCode } from '../../pix/refusal-codes.ts';
import { FloorReachedError, transferOf } from '../ledger/ledger.ts';
import type { Account, SettlementOutcome } from './account.ts';
import type { Creation, Withdrawal } from './wallet-entries.ts';
import { giveBackLimits, takeLimits } from './limits.ts';
import { canonicalKey, found, invalidField, Refusal } from './refusal.ts';
import { redeemVerificationCode } from './verification.ts';
import type { WalletTransaction } from './wallet-store.ts';
import { costOf, type OrderedAmount } from './fees.ts';

interface WithdrawalOrder extends OrderedAmount {
  readonly accountId: string;
  /** Default: the key registered on the account. */
  readonly recipient?: PixKey | undefined;
  readonly description: string;
  /** COMPLETED at once, or PENDING until it is settled or fails. Default: the setting of the account. */
  readonly instant?: boolean;
  /** Required when transfer security is enabled on the account. */
  readonly verificationCode?: string | undefined;
}

/**
 * Debits the balance and sends the money, now or when the withdrawal is settled.
 *
 * @returns the withdrawal, or the refusal `verification_invalid`, which is committed
 * @throws {Refusal} `validation_failed`, `below_minimum`, `account_blocked`, `withdrawal_in_progress`,
 * `verification_required`, `limit_exceeded` or `insufficient_balance`, whichever is found first in this order
 */
export async function createWithdrawal(
  transaction: WalletTransaction,
  { at, identify }: Creation,
  order: WithdrawalOrder,
): Promise<Withdrawal | Refusal> {
  const account = found(await transaction.accounts.find(order.accountId), 'account');
  const recipient = recipientOf(order, account);
  const cost = costOf('withdrawal', order, account.plan);
  if (account.blocked) throw new Refusal('account_blocked', 'The account is blocked: no money can leave it');
  if (account.oneAtATime && (await transaction.withdrawals.hasPending(account.id))) {
    throw new Refusal('withdrawal_in_progress', 'Another withdrawal is in progress: wait until it is settled');
  }
  const refusal = await redeemVerificationCode(transaction, at, account, order);
  if (refusal !== undefined) return refusal;
  await takeLimits(transaction, account, cost.valueCentavos, at);

  const sequence = transaction.accounts.takeSequence(account.id, 'withdrawal');
  const outcome = testOutcome(recipient, order.amountCentavos);
  const isInstant = outcome === undefined && (order.instant ?? account.instant);
  const withdrawal: Withdrawal = {
    ...identify('withdrawal', account.id, sequence, at),
    accountId: account.id,
    sequence,
    valueCentavos: cost.valueCentavos,
    feeCentavos: cost.feeCentavos,
    sentCentavos: cost.netCentavos,
    status: isInstant ? 'COMPLETED' : 'PENDING',
    recipient,
    description: order.description,
    dueSettlement: isInstant ? null : dueSettlement(account, outcome, at),
    completedAt: isInstant ? at : null,
    failedAt: null,
    failureReason: null,
    createdAt: at,
    updatedAt: at,
  };
  await debit(transaction, withdrawal);
  await transaction.withdrawals.insert(withdrawal);
  return withdrawal;
}

/**
 * The receiving bank has decided about the money: it accepted it (COMPLETED), or rejected it. Then the whole amount,
 * including the fee, is returned to the balance and to the limits.
 *
 * @throws {Refusal} `invalid_transition` when the withdrawal is not PENDING
 */
export async function endWithdrawal(
  transaction: WalletTransaction,
  at: number,
  accountId: string,
  id: string,
  as: SettlementOutcome,
): Promise<Withdrawal> {
  const move = as === 'COMPLETED' ? { to: as, at } : { to: 'FAILED' as const, at, failureReason: describeRefusal(as) };
  const withdrawal = await transaction.withdrawals.move(accountId, id, move);
  if (withdrawal === undefined) {
    throw new Refusal('invalid_transition', 'Only a PENDING withdrawal can be settled or fail');
  }
  const { valueCentavos, createdAt } = withdrawal;
  const taken = { in_transit: 0 - valueCentavos };
  if (as === 'COMPLETED') {
    const moved = { ...taken, ...paidOut(withdrawal) };
    await transaction.ledger.post(transferOf('withdrawal_settled', id, accountId, moved), at);
  } else {
    const moved = { ...taken, available: valueCentavos };
    await transaction.ledger.post(transferOf('withdrawal_returned', id, accountId, moved), at);
    await giveBackLimits(transaction, accountId, valueCentavos, createdAt);
  }
  return withdrawal;
}

function dueSettlement(
  { settleAfterMs, settleAs }: Account,
  outcome: ReturnType<typeof testOutcome>,
  at: number,
): Withdrawal['dueSettlement'] {
  if (outcome === 'PENDING') return null;
  if (outcome !== undefined) return { at: at + (settleAfterMs ?? 0), as: outcome };
  return settleAfterMs === null ? null : { at: at + settleAfterMs, as: settleAs };
}

function recipientOf({ recipient }: WithdrawalOrder, { registeredKey }: Account): PixKey {
  if (recipient !== undefined) return canonicalKey(recipient);
  if (registeredKey !== null) return registeredKey;
  throw invalidField('pixKey', 'is required: no key is registered on this account');
}

/** @throws {Refusal} `insufficient_balance` */
async function debit(transaction: WalletTransaction, withdrawal: Withdrawal): Promise<void> {
  const { accountId, id, valueCentavos, status, createdAt } = withdrawal;
  const available = 0 - valueCentavos;
  const transfer =
    status === 'COMPLETED'
      ? transferOf('withdrawal_sent', id, accountId, { available, ...paidOut(withdrawal) })
      : transferOf('withdrawal_held', id, accountId, { available, in_transit: valueCentavos });
  try {
    await transaction.ledger.post(transfer, createdAt);
  } catch (error) {
    if (!(error instanceof FloorReachedError)) throw error;
    throw new Refusal('insufficient_balance', 'The balance is too small for this withdrawal', {
      balance: error.balanceCentavos,
      required: valueCentavos,
    });
  }
}

function paidOut({ sentCentavos, feeCentavos }: Withdrawal) {
  return { settlement: sentCentavos, fees: feeCentavos };
}

/** In centavos. Few amounts, and of little use otherwise: amounts that are drawn at random rarely meet one. */
const BY_AMOUNT: ReadonlyMap<number, RefusalCode | 'PENDING'> = new Map([
  [444_400, 'PENDING'],
  [444_402, 'AM02'],
  [444_403, 'AC03'],
  [444_405, 'ED05'],
  [444_406, 'AC06'],
]);

/**
 * How a withdrawal to a key of tests, or else of an amount of tests, ends, whatever its account says. Undefined: as its
 * account says.
 */
function testOutcome({ key }: PixKey, amountCentavos: number): RefusalCode | 'PENDING' | undefined {
  if (key === 'pending@example.com') return 'PENDING';
  const code = /^fail-(\w+)@example\.com$/.exec(key)?.[1]?.toUpperCase() ?? '';
  return isRefusalCode(code) ? code : BY_AMOUNT.get(amountCentavos);
}
