import { setImmediate as nextTurn } from 'node:timers/promises';
import { centavos } from '../../pix/centavos.ts';
import { calendarDayOf } from '../wallet/sao-paulo-calendar.ts';
import type { WalletTransaction } from '../wallet/wallet-store.ts';
import type { PlannedEntries, PlannedWorld } from './plan-world.ts';
import { transfersOf, type PlannedTransfer } from './world-ledger.ts';

/** A service that is being filled answers requests after writing this many rows. */
const ROWS_A_TURN = 200;

const ANY_AMOUNT = centavos(Number.MAX_SAFE_INTEGER);

/**
 * Fills a new store with a world. Its ledger is posted row by row, in order of time, as if everything had happened there.
 *
 * @param onProgress called every few hundred rows. @param share of them that is written, from 0 to 1
 * @throws {WorldError} before anything is written
 */
export async function writeWorld(
  transaction: WalletTransaction,
  world: PlannedWorld,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const accounts = world.accounts.map((planned) => ({ planned, transfers: transfersOf(planned, world) }));
  const rows = accounts.reduce(
    (sum, { planned, transfers }) =>
      sum + planned.payments.length + planned.withdrawals.length + transfers.length + world.disputes.length,
    0,
  );
  const count = countOf(rows, onProgress);
  for (const { planned } of accounts) {
    const { account, keys } = planned;
    transaction.accounts.insert(account);
    await transaction.accounts.takeNumber();
    for (const key of keys) {
      await transaction.keys.takeNumber(account.id);
      transaction.keys.insert(key);
    }
    await writeEntries(transaction, planned, count);
  }
  for (const dispute of world.disputes) await transaction.disputes.insert(dispute);
  for (const { transfers } of accounts) await postAll(transaction, transfers, count);
}

/** Counts the rows that are written, and lets others have their turn. */
export function countOf(rows: number, onProgress: (share: number) => void): () => Promise<void> {
  let written = 0;
  return async () => {
    written += 1;
    if (written % ROWS_A_TURN !== 0) return;
    onProgress(written / rows);
    await nextTurn();
  };
}

export async function writeEntries(
  transaction: WalletTransaction,
  { account, payments, withdrawals }: PlannedEntries,
  count: () => Promise<void>,
): Promise<void> {
  for (const payment of payments) {
    await takeSequence(transaction, account.id, 'payment');
    await transaction.payments.insert(payment);
    await count();
  }
  for (const withdrawal of withdrawals) {
    await takeSequence(transaction, account.id, 'withdrawal');
    await transaction.withdrawals.insert(withdrawal);
    if (withdrawal.status !== 'FAILED') {
      const { day, month } = calendarDayOf(withdrawal.createdAt);
      for (const period of [day, month]) {
        await transaction.limits.use(account.id, period, withdrawal.valueCentavos, ANY_AMOUNT);
      }
    }
    await count();
  }
}

export async function postAll(
  { ledger }: WalletTransaction,
  transfers: readonly PlannedTransfer[],
  count: () => Promise<void>,
): Promise<void> {
  for (const { transfer, at } of transfers) {
    await ledger.post(transfer, at);
    await count();
  }
}

/** What was written before is loaded again: a long history is written in parts. */
async function takeSequence({ accounts }: WalletTransaction, accountId: string, kind: 'payment' | 'withdrawal') {
  await accounts.find(accountId);
  accounts.takeSequence(accountId, kind);
}
