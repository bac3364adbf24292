import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';
import { mayMakeDebt, transferOf, type Transfer, type TransferKind } from '../ledger/ledger.ts';
import type { Dispute } from '../wallet/wallet-entries.ts';
import { WorldError, type PlannedAccount, type PlannedEntries, type PlannedWorld } from './plan-world.ts';

/** A transfer of a planned account, and which row it comes from. */
export interface PlannedTransfer {
  readonly at: number;
  readonly transfer: Transfer;
  readonly path: string;
}

/**
 * Of what happened in one millisecond, what brings money is first, then what was debited and returned at once: in this
 * order nothing is overdrawn that was not overdrawn in truth.
 */
const RANK = { credit: 0, pair: 1, debit: 2, dispute: 3, end: 4 } as const;
type Ranked = PlannedTransfer & { readonly rank: number };

/** The transfers of an account in order. @throws {WorldError} for the first row that there was not enough money for */
export function transfersOf(planned: PlannedAccount, { disputes }: PlannedWorld): readonly PlannedTransfer[] {
  const ranked = [
    ...entryTransfers(planned),
    ...disputes.flatMap((dispute, index) =>
      dispute.accountId === planned.account.id ? disputeTransfers(dispute, `disputes[${index}]`) : [],
    ),
    ...correctionOf(planned),
  ];
  const all = [...openingOf(planned), ...ranked.sort(inOrder)];
  assertCovered(all);
  return all;
}

export function entryTransfers(planned: PlannedEntries): readonly Ranked[] {
  return [...paymentTransfers(planned), ...withdrawalTransfers(planned)].sort(inOrder);
}

function inOrder(one: Ranked, other: Ranked): number {
  return one.at - other.at || one.rank - other.rank;
}

/** @param moved without `settlement`, which is what is left */
function moving(account: string, reference: string, kind: TransferKind, moved: Readonly<Record<string, number>>) {
  const settlement = -Object.values(moved).reduce((sum, amount) => sum + amount, 0);
  return transferOf(kind, reference, account, { ...moved, settlement });
}

function openingOf({ account: { id, createdAt }, openingBalance, path }: PlannedAccount): PlannedTransfer[] {
  if (openingBalance === 0) return [];
  const transfer = moving(id, id, 'opening_balance', { available: openingBalance });
  return [{ at: createdAt, transfer, path: `${path}.openingBalance` }];
}

function correctionOf({ account: { id }, correction, path }: PlannedAccount): Ranked[] {
  if (correction === undefined) return [];
  const { at, amountCentavos } = correction;
  const transfer = moving(id, id, 'balance_corrected', { available: amountCentavos });
  return [{ at, transfer, path: `${path}.correction`, rank: amountCentavos > 0 ? RANK.credit : RANK.debit }];
}

function paymentTransfers({ account, payments, path }: PlannedEntries): Ranked[] {
  return payments.flatMap(({ id, status, netCentavos, feeCentavos, updatedAt }, index) => {
    if (status !== 'COMPLETED') return [];
    const transfer = moving(account.id, id, 'payment_received', { available: netCentavos, fees: feeCentavos });
    return [{ at: updatedAt, transfer, path: `${path}.payments[${index}]`, rank: RANK.credit }];
  });
}

function withdrawalTransfers({ account, withdrawals, path: ofAccount }: PlannedEntries): Ranked[] {
  return withdrawals.flatMap((withdrawal, index): Ranked[] => {
    const { id, status, valueCentavos: value, feeCentavos: fees, createdAt, updatedAt } = withdrawal;
    const path = `${ofAccount}.withdrawals[${index}]`;
    const isAtOnce = createdAt === updatedAt;
    if (status === 'COMPLETED' && isAtOnce) {
      const transfer = moving(account.id, id, 'withdrawal_sent', { available: 0 - value, fees });
      return [{ at: createdAt, transfer, path, rank: RANK.debit }];
    }
    const held: Ranked = {
      at: createdAt,
      transfer: moving(account.id, id, 'withdrawal_held', { available: 0 - value, in_transit: value }),
      path,
      rank: status === 'FAILED' && isAtOnce ? RANK.pair : RANK.debit,
    };
    if (status === 'PENDING') return [held];
    const end =
      status === 'FAILED'
        ? moving(account.id, id, 'withdrawal_returned', { available: value, in_transit: 0 - value })
        : moving(account.id, id, 'withdrawal_settled', { in_transit: 0 - value, fees });
    return [held, { at: updatedAt, transfer: end, path, rank: isAtOnce ? RANK.pair : RANK.credit }];
  });
}

function disputeTransfers(
  { id, accountId, status, createdAt, updatedAt, ...dispute }: Dispute,
  path: string,
): Ranked[] {
  const value = dispute.valueCentavos;
  const blocking = moving(accountId, id, 'dispute_opened', { available: 0 - value, blocked: value });
  const opened = { at: createdAt, transfer: blocking, path, rank: RANK.dispute };
  if (status === 'OPEN') return [opened];
  const end =
    status === 'ACCEPTED'
      ? moving(accountId, id, 'dispute_accepted', { blocked: 0 - value })
      : moving(accountId, id, 'dispute_refused', { available: value, blocked: 0 - value });
  return [opened, { at: updatedAt, transfer: end, path, rank: createdAt === updatedAt ? RANK.end : RANK.credit }];
}

/** The service of a real account refuses what its balance does not cover; only a dispute may overdraw it. */
function assertCovered(transfers: readonly PlannedTransfer[]): void {
  let available = centavos(0);
  for (const { transfer, path } of transfers) {
    const change = transfer.amounts.available;
    const after = plus(available, change, path);
    if (change < 0 && after < 0 && !mayMakeDebt(transfer)) {
      throw new WorldError(path, `it takes ${0 - change} centavos, and ${available} were available`);
    }
    available = after;
  }
}

function plus(balance: Centavos, change: number, path: string): Centavos {
  try {
    return subtractCentavos(balance, centavos(0 - change));
  } catch (error) {
    if (error instanceof RangeError) throw new WorldError(path, 'the balance would be too large to be counted');
    throw error;
  }
}
