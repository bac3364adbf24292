import { centavos } from '../../../pix/centavos.ts';
import type { LedgerAccount } from '../../ledger/accounts.ts';
import { FloorReachedError, mayMakeDebt, type Transfer } from '../../ledger/transfer.ts';
import type { AccountHolding } from '../../wallet/account.ts';
import type { Ledger } from '../../wallet/wallet-transaction.ts';
import type { AccountState, Amounts } from './drafts.ts';
import type { Unit } from './unit.ts';

const NOTHING: Amounts = { available: 0, in_transit: 0, blocked: 0, settlement: 0, fees: 0 };

export function emptyState(account: string): AccountState {
  return { account, ...NOTHING, debt: 0, paymentCount: 0, withdrawalCount: 0, keyCount: 0, latestAt: 0 };
}

export function balancesOf({ available, in_transit, blocked }: Amounts): AccountHolding['ledger'] {
  return { available: centavos(available), in_transit: centavos(in_transit), blocked: centavos(blocked) };
}

/** Every transfer moves money of one account: to and from the network, and to the fees. */
export function draftLedger(unit: Unit): Ledger {
  return {
    async post(transfer, at) {
      const account = ownerOf(transfer);
      await unit.account(account);
      const makesDebt = mayMakeDebt(transfer);
      let state = unit.stateOf(account);
      const moved: Record<keyof Amounts, number> = { ...NOTHING };
      for (const { ledgerAccount, amountCentavos } of transfer.entries) {
        const [column] = columnOf(ledgerAccount);
        moved[column] += amountCentavos;
        state = booked(state, column, amountCentavos, makesDebt, ledgerAccount);
      }
      unit.drafts.states.change(account, state);
      const { kind, reference } = transfer;
      unit.drafts.transfers.add({ ...moved, kind, reference, account, createdAt: at });
    },
  };
}

/** @throws {FloorReachedError} */
function booked(
  state: AccountState,
  column: keyof Amounts,
  amount: number,
  makesDebt: boolean,
  ledgerAccount: LedgerAccount,
): AccountState {
  const balance = state[column] + amount;
  if (column === 'settlement' || column === 'fees') return { ...state, [column]: balance };
  const mayOwe = makesDebt && column === 'available';
  if (amount < 0 && balance < 0 && !mayOwe) throw new FloorReachedError(ledgerAccount, centavos(state[column]));
  if (column !== 'available') return { ...state, [column]: balance };
  const lack = Math.max(0, -balance);
  const debt = amount < 0 && makesDebt ? Math.max(state.debt, lack) : Math.min(state.debt, lack);
  return { ...state, available: balance, debt };
}

function ownerOf({ entries, kind }: Transfer): string {
  const owners = new Set(entries.flatMap(({ ledgerAccount }) => columnOf(ledgerAccount)[1] ?? []));
  const [owner] = owners;
  if (owner === undefined || owners.size > 1) throw new Error(`transfer ${kind} is not of one account`);
  return owner;
}

function columnOf(ledgerAccount: LedgerAccount): [column: keyof Amounts, owner?: string] {
  if (ledgerAccount === 'settlement' || ledgerAccount === 'fees') return [ledgerAccount];
  for (const part of ['available', 'in_transit', 'blocked'] as const) {
    if (ledgerAccount.startsWith(`${part}:`)) return [part, ledgerAccount.slice(part.length + 1)];
  }
  throw new Error(`there is no ledger account ${ledgerAccount}`);
}
