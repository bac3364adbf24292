import assert from 'node:assert/strict';
import type { PayoutRecord, WithdrawalFacts } from '../../../src/payouts/journal/records.ts';
import { showsMark, type AlterationName } from './descriptions.ts';
import type { IntendedPayout } from './draw-files.ts';
import type { BookedWithdrawal } from './simulated-wallet.ts';

/** The truth about an account, which the program must neither violate nor contradict. */
export interface Books {
  /** Call it for every new withdrawal. @throws when a recipient is paid more often than the files say */
  check(): void;
  /** Checks a payout in a journal. @throws when its state contradicts the truth */
  checkClaim(payout: PayoutRecord): void;
  /** Checks a payout reported as not processed. @throws when it was */
  checkAbsence(payout: PayoutRecord): void;
  /** The program's withdrawals that may belong to this payout, FAILED or not. */
  alike(payout: Pick<PayoutRecord, 'pixKey' | 'amountCentavos' | 'coverFee'>): BookedWithdrawal[];
  find(id: string): BookedWithdrawal | undefined;
  /** Other withdrawals of the same request, which a gateway sent twice. */
  twinsOf(withdrawal: BookedWithdrawal): readonly BookedWithdrawal[];
  /** Checks an alarm. @throws when no gateway had the payout paid twice */
  checkAlarm(payout: PayoutRecord, withdrawalId: string): void;
  /** Whether the list shows the mark that a withdrawal was made for. */
  showsMark(withdrawal: BookedWithdrawal): boolean;
}

/**
 * @param rows what the account is to pay: rows that mean the same payout are one, in whichever file
 * @param facts.withdrawals of the service, as they are now
 * @param facts.alteration what the service makes of descriptions
 * @param facts.coverFee whether the fee is added on top, of rows that do not say it
 */
export function openBooks(
  rows: readonly IntendedPayout[],
  facts: {
    readonly withdrawals: readonly BookedWithdrawal[];
    readonly alteration: AlterationName;
    readonly coverFee: boolean;
  },
): Books {
  const { withdrawals, alteration } = facts;
  const intendedByKey = new Map<string, Set<string>>();
  const intendedByAmount = new Map<string, Set<string>>();
  const amountsWanted = new Map<string, { readonly amountCentavos: number; readonly coverFee: boolean }[]>();
  for (const { payout, pixKey, amountCentavos, coverFee = facts.coverFee } of rows) {
    addTo(intendedByKey, pixKey, payout);
    addTo(intendedByAmount, `${pixKey} ${amountCentavos}`, payout);
    amountsWanted.set(pixKey, [...(amountsWanted.get(pixKey) ?? []), { amountCentavos, coverFee }]);
  }

  const amountOf = ({ valueCentavos, sentCentavos }: BookedWithdrawal, { coverFee }: { readonly coverFee: boolean }) =>
    coverFee ? sentCentavos : valueCentavos;
  const find = (id: string) => withdrawals.find((withdrawal) => withdrawal.id === id);

  const twinsOf = ({ id, copyOf }: BookedWithdrawal) =>
    withdrawals.filter((twin) => twin.copyOf === id || twin.id === copyOf);

  return {
    find,
    twinsOf,
    showsMark: ({ description }) => showsMark(description, alteration),
    checkAlarm({ runId, row, withdrawal }, withdrawalId) {
      const second = find(withdrawalId);
      const twins = second === undefined ? [] : twinsOf(second);
      // It may still fail and be returned: that is not known yet.
      const isTrue = twins.some(({ id }) => id === withdrawal?.id);
      assert.ok(isTrue, `an alarm without a reason: ${withdrawalId} for ${runId}/${row}`);
    },
    check() {
      // A payment that a gateway has duplicated is not the program's fault.
      const ours = withdrawals.filter(
        (row) => row.by !== 'others' && row.status !== 'FAILED' && row.copyOf === undefined,
      );
      const paidByKey = new Map<string, Set<string>>();
      for (const { pixKey, id } of ours) addTo(paidByKey, pixKey, id);
      for (const [pixKey, ids] of paidByKey) {
        const intended = intendedByKey.get(pixKey)?.size ?? 0;
        assert.ok(
          ids.size <= intended,
          `PAID TWICE: ${pixKey} was paid by ${[...ids].join(', ')}; ${intended} were wanted`,
        );
      }
      const paidByAmount = new Map<string, Set<string>>();
      for (const withdrawal of ours) {
        const { pixKey, valueCentavos, id } = withdrawal;
        const fitting = (amountsWanted.get(pixKey) ?? []).filter(
          (intended) => amountOf(withdrawal, intended) === intended.amountCentavos,
        );
        const [amount, ...others] = new Set(fitting.map(({ amountCentavos }) => amountCentavos));
        assert.ok(amount !== undefined, `WRONG AMOUNT: ${id} took ${valueCentavos} for ${pixKey}`);
        // One amount with the fee on top may look like another from which it is taken.
        if (others.length === 0) addTo(paidByAmount, `${pixKey} ${amount}`, id);
      }
      for (const [group, ids] of paidByAmount) {
        const intended = intendedByAmount.get(group)?.size ?? 0;
        assert.ok(
          ids.size <= intended,
          `PAID TWICE: ${group} was paid by ${[...ids].join(', ')}; ${intended} were wanted`,
        );
      }
    },
    checkClaim(payout) {
      const { state, withdrawal } = payout;
      const name = `payout ${payout.runId}/${payout.row} (${state})`;
      if (state === 'paid' || state === 'accepted' || state === 'failed') assertClaim(name, withdrawal);
      if (withdrawal === null) return;
      const booked = find(withdrawal.id);
      assert.ok(booked !== undefined, `${name} claims ${withdrawal.id}, which is not there`);
      // Without marks, counting cannot detect an equal payment by hand.
      const isCounted = payout.code === 'found_by_count' && alteration !== 'kept';
      if (!isCounted) assert.equal(booked.by, 'program', `${name} claims ${withdrawal.id}, which another user made`);
      assert.equal(booked.pixKey, payout.pixKey, `${name} claims ${withdrawal.id}, which went to another recipient`);
      assert.equal(
        amountOf(booked, payout),
        payout.amountCentavos,
        `${name} claims ${withdrawal.id} of another amount`,
      );
      if (state === 'paid') assert.equal(booked.status, 'COMPLETED', `${name} is told to be paid, and is not`);
      if (state === 'failed') assert.equal(booked.status, 'FAILED', `${name} is told to have failed, and has not`);
    },
    checkAbsence({ mark, runId, row }) {
      const found = mark === null ? undefined : withdrawals.find(({ description }) => description.includes(mark));
      assert.equal(found?.id, undefined, `payout ${runId}/${row} is said to be absent, and is there`);
    },
    alike: (payout) =>
      withdrawals.filter(
        (withdrawal) =>
          withdrawal.by === 'program' &&
          withdrawal.pixKey === payout.pixKey &&
          amountOf(withdrawal, payout) === payout.amountCentavos,
      ),
  };
}

function assertClaim(name: string, withdrawal: WithdrawalFacts | null): asserts withdrawal is WithdrawalFacts {
  assert.ok(withdrawal !== null, `${name} names no withdrawal`);
}

function addTo(map: Map<string, Set<string>>, key: string, member: string): void {
  const members = map.get(key) ?? new Set();
  members.add(member);
  map.set(key, members);
}
