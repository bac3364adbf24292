import { centavos, subtractCentavos, type Centavos } from '../../pix/centavos.ts';
import type { TransferKind } from '../ledger/transfer.ts';
import type { Dispute } from '../wallet/wallet-entries.ts';
import type { PlannedAccount, PlannedWorld } from './plan-world.ts';
import { WorldError } from './world-error.ts';

/** A transfer of a planned account: what it moves, and which row it comes from. */
export interface PlannedTransfer {
  readonly kind: TransferKind;
  readonly at: number;
  readonly reference: string;
  /** The changes by account of the ledger; `settlement` is what is left. */
  readonly available: number;
  readonly inTransit?: number;
  readonly blocked?: number;
  readonly fees?: number;
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
    ...paymentTransfers(planned),
    ...withdrawalTransfers(planned),
    ...disputes.flatMap((dispute, index) =>
      dispute.accountId === planned.account.id ? disputeTransfers(dispute, `disputes[${index}]`) : [],
    ),
    ...correctionOf(planned),
  ].sort((one, other) => one.at - other.at || one.rank - other.rank);
  const opening = openingOf(planned);
  assertCovered([...opening, ...ranked]);
  return [...opening, ...ranked];
}

function openingOf({ account, openingBalance, path }: PlannedAccount): PlannedTransfer[] {
  if (openingBalance === 0) return [];
  const facts = { at: account.createdAt, reference: account.id, path: `${path}.openingBalance` };
  return [{ kind: 'opening_balance', available: openingBalance, ...facts }];
}

function correctionOf({ account, correction, path }: PlannedAccount): Ranked[] {
  if (correction === undefined) return [];
  const { at, amountCentavos } = correction;
  const facts = { at, reference: account.id, path: `${path}.correction` };
  const rank = amountCentavos > 0 ? RANK.credit : RANK.debit;
  return [{ kind: 'balance_corrected', available: amountCentavos, ...facts, rank }];
}

function paymentTransfers({ payments, path }: PlannedAccount): Ranked[] {
  return payments.flatMap(({ id, status, netCentavos, feeCentavos, updatedAt }, index) => {
    if (status !== 'COMPLETED') return [];
    const facts = { reference: id, at: updatedAt, path: `${path}.payments[${index}]`, rank: RANK.credit };
    return [{ kind: 'payment_received', available: netCentavos, fees: feeCentavos, ...facts } as const];
  });
}

function withdrawalTransfers({ withdrawals, path }: PlannedAccount): Ranked[] {
  return withdrawals.flatMap((withdrawal, index): Ranked[] => {
    const { id, status, valueCentavos: value, feeCentavos: fees, createdAt, updatedAt } = withdrawal;
    const facts = { reference: id, path: `${path}.withdrawals[${index}]` };
    const isAtOnce = createdAt === updatedAt;
    if (status === 'COMPLETED' && isAtOnce) {
      return [{ kind: 'withdrawal_sent', at: createdAt, available: 0 - value, fees, ...facts, rank: RANK.debit }];
    }
    const rank = status === 'FAILED' && isAtOnce ? RANK.pair : RANK.debit;
    const held: Ranked = {
      kind: 'withdrawal_held',
      at: createdAt,
      available: 0 - value,
      inTransit: value,
      ...facts,
      rank,
    };
    if (status === 'PENDING') return [held];
    const end = { at: updatedAt, inTransit: 0 - value, ...facts, rank: isAtOnce ? RANK.pair : RANK.credit };
    return status === 'FAILED'
      ? [held, { kind: 'withdrawal_returned', available: value, ...end }]
      : [held, { kind: 'withdrawal_settled', available: 0, fees, ...end }];
  });
}

function disputeTransfers({ id, status, valueCentavos: value, createdAt, updatedAt }: Dispute, path: string): Ranked[] {
  const facts = { reference: id, path };
  const moved = { at: createdAt, available: 0 - value, blocked: value };
  const opened: Ranked = { kind: 'dispute_opened', ...moved, ...facts, rank: RANK.dispute };
  if (status === 'OPEN') return [opened];
  const end = { at: updatedAt, blocked: 0 - value, ...facts, rank: createdAt === updatedAt ? RANK.end : RANK.credit };
  return status === 'ACCEPTED'
    ? [opened, { kind: 'dispute_accepted', available: 0, ...end }]
    : [opened, { kind: 'dispute_refused', available: value, ...end }];
}

/** The service of a real account refuses what its balance does not cover; only a dispute may overdraw it. */
function assertCovered(transfers: readonly PlannedTransfer[]): void {
  let available = centavos(0);
  for (const { kind, available: change, path } of transfers) {
    const after = plus(available, change, path);
    if (change < 0 && after < 0 && kind !== 'dispute_opened') {
      throw new WorldError(path, `it takes ${-change} centavos, and ${available} were available`);
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
