import { centavos } from '../../../pix/centavos.ts';
import { CUSTOMER_PARTS, FloorReachedError, mayMakeDebt, NO_AMOUNTS, type Transfer } from '../../ledger/transfer.ts';
import type { AccountHolding } from '../../wallet/account.ts';
import type { Ledger } from '../../wallet/wallet-transaction.ts';
import type { AccountState } from './drafts.ts';
import type { Unit } from './unit.ts';

export function emptyState(account: string): AccountState {
  return { account, ...NO_AMOUNTS, debt: 0, paymentCount: 0, withdrawalCount: 0, keyCount: 0, latestAt: 0 };
}

export function balancesOf({ available, in_transit, blocked }: AccountState): AccountHolding['ledger'] {
  return { available, in_transit, blocked };
}

export function draftLedger(unit: Unit): Ledger {
  return {
    async post(transfer, at) {
      const { kind, reference, account, amounts } = transfer;
      await unit.account(account);
      unit.drafts.states.change(account, booked(unit.stateOf(account), transfer));
      unit.drafts.transfers.add({ ...amounts, kind, reference, account, createdAt: at });
    },
  };
}

/** @throws {FloorReachedError} */
function booked(state: AccountState, transfer: Transfer): AccountState {
  const { account, amounts } = transfer;
  const makesDebt = mayMakeDebt(transfer);
  const after = {
    available: centavos(state.available + amounts.available),
    in_transit: centavos(state.in_transit + amounts.in_transit),
    blocked: centavos(state.blocked + amounts.blocked),
    settlement: centavos(state.settlement + amounts.settlement),
    fees: centavos(state.fees + amounts.fees),
  };
  for (const part of CUSTOMER_PARTS) {
    const mayOwe = makesDebt && part === 'available';
    if (amounts[part] < 0 && after[part] < 0 && !mayOwe) throw new FloorReachedError(part, account, state[part]);
  }
  if (amounts.available === 0) return { ...state, ...after };
  const lack = Math.max(0, 0 - after.available);
  const grows = amounts.available < 0 && makesDebt;
  return { ...state, ...after, debt: grows ? Math.max(state.debt, lack) : Math.min(state.debt, lack) };
}
