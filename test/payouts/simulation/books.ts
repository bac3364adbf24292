import { assert } from './claims.ts';
import type { PayoutRecord, WithdrawalFacts } from '../../../src/payouts/journal/records.ts';
import { showsMark, type AlterationName } from './descriptions.ts';
import type { IntendedPayout } from './draw-files.ts';
import type { BookedWithdrawal } from './simulated-wallet.ts';

interface Facts {
  /** Of the service, as they are now. */
  readonly withdrawals: readonly BookedWithdrawal[];
  /** What the service makes of descriptions. */
  readonly alteration: AlterationName;
  /** Whether the fee is added on top, of rows that do not say it. */
  readonly coverFee: boolean;
}

/** The truth about an account, which the program must neither violate nor contradict. */
export class Books {
  readonly #facts: Facts;
  readonly #intendedByKey = new Map<string, Set<string>>();
  readonly #intendedByAmount = new Map<string, Set<string>>();
  readonly #amountsByKey = new Map<string, { readonly amountCentavos: number; readonly coverFee: boolean }[]>();

  /** @param rows what the account is to pay: rows that mean the same payout are one, in whichever file */
  constructor(rows: readonly IntendedPayout[], facts: Facts) {
    this.#facts = facts;
    for (const { payout, pixKey, amountCentavos, coverFee = facts.coverFee } of rows) {
      addTo(this.#intendedByKey, pixKey, payout);
      addTo(this.#intendedByAmount, `${pixKey} ${amountCentavos}`, payout);
      this.#amountsByKey.set(pixKey, [...(this.#amountsByKey.get(pixKey) ?? []), { amountCentavos, coverFee }]);
    }
  }

  find(id: string): BookedWithdrawal | undefined {
    return this.#facts.withdrawals.find((withdrawal) => withdrawal.id === id);
  }

  /** Other withdrawals of the same request, which a gateway sent twice. */
  twinsOf({ id, copyOf }: BookedWithdrawal): readonly BookedWithdrawal[] {
    return this.#facts.withdrawals.filter((twin) => twin.copyOf === id || twin.id === copyOf);
  }

  /** The program's withdrawals that may belong to this payout, FAILED or not. */
  alike(payout: Pick<PayoutRecord, 'pixKey' | 'amountCentavos' | 'coverFee'>): BookedWithdrawal[] {
    return this.#facts.withdrawals.filter(
      (withdrawal) =>
        withdrawal.by === 'program' &&
        withdrawal.pixKey === payout.pixKey &&
        amountOf(withdrawal, payout) === payout.amountCentavos,
    );
  }

  /** Whether the list shows the mark that a withdrawal was made for. */
  showsMark({ description }: BookedWithdrawal): boolean {
    return showsMark(description, this.#facts.alteration);
  }

  /** Call it for every new withdrawal. @throws when a recipient is paid more often than the files say */
  check(): void {
    // A payment that a gateway has duplicated is not the program's fault.
    const ours = this.#facts.withdrawals.filter(
      (row) => row.by !== 'others' && row.status !== 'FAILED' && row.copyOf === undefined,
    );
    const paidByKey = new Map<string, Set<string>>();
    for (const { pixKey, id } of ours) addTo(paidByKey, pixKey, id);
    assertPaidOnce(paidByKey, this.#intendedByKey);

    const paidByAmount = new Map<string, Set<string>>();
    for (const withdrawal of ours) {
      const { pixKey, id } = withdrawal;
      const [amount, ...others] = this.#amountsMeantBy(withdrawal);
      // One amount with the fee on top may look like another from which it is taken.
      if (others.length === 0) addTo(paidByAmount, `${pixKey} ${amount}`, id);
    }
    assertPaidOnce(paidByAmount, this.#intendedByAmount);
  }

  /** Checks a payout in a journal. @throws when its state contradicts the truth */
  checkClaim(payout: PayoutRecord): void {
    const { state, withdrawal } = payout;
    const name = `payout ${payout.runId}/${payout.row} (${state})`;
    if (state === 'paid' || state === 'accepted' || state === 'failed') assertClaim(name, withdrawal);
    if (withdrawal === null) return;
    const claim = `${name} claims ${withdrawal.id}`;
    const booked = this.find(withdrawal.id);
    assert.ok(booked !== undefined, `${claim}, which is not there`);
    // Without marks, counting cannot detect an equal payment by hand.
    const isCounted = payout.code === 'found_by_count' && this.#facts.alteration !== 'kept';
    if (!isCounted) assert.equal(booked.by, 'program', `${claim}, which another user made`);
    assert.equal(booked.pixKey, payout.pixKey, `${claim}, which went to another recipient`);
    assert.equal(amountOf(booked, payout), payout.amountCentavos, `${claim} of another amount`);
    if (state === 'paid') assert.equal(booked.status, 'COMPLETED', `${name} is told to be paid, and is not`);
    if (state === 'failed') assert.equal(booked.status, 'FAILED', `${name} is told to have failed, and has not`);
  }

  /** Checks a payout reported as not processed. @throws when it was */
  checkAbsence({ mark, runId, row }: PayoutRecord): void {
    const found =
      mark === null ? undefined : this.#facts.withdrawals.find(({ description }) => description.includes(mark));
    assert.equal(found?.id, undefined, `payout ${runId}/${row} is said to be absent, and is there`);
  }

  /** Checks an alarm. @throws when neither a gateway nor another user had the payout paid twice */
  checkAlarm(payout: PayoutRecord, withdrawalId: string): void {
    const { runId, row, withdrawal } = payout;
    const second = this.find(withdrawalId);
    const twins = second === undefined ? [] : this.twinsOf(second);
    const alike = this.alike(payout);
    const isByOthers =
      second?.by !== 'program' &&
      second?.pixKey === payout.pixKey &&
      amountOf(second, payout) === payout.amountCentavos;
    // Without marks, which of several equal payouts was copied cannot be told.
    const isOfEqual = alike.some(({ id }) => id === withdrawalId) && alike.some(({ copyOf }) => copyOf !== undefined);
    // It may still fail and be returned: that is not known yet. The first may have been returned, and its row put on hold.
    const isTrue = isByOthers || isOfEqual || twins.some(({ id }) => withdrawal === null || id === withdrawal.id);
    assert.ok(isTrue, `an alarm without a reason: ${withdrawalId} for ${runId}/${row}`);
  }

  /** The different amounts of rows that a withdrawal may pay. @throws when it fits none */
  #amountsMeantBy(withdrawal: BookedWithdrawal): number[] {
    const { pixKey, valueCentavos, id } = withdrawal;
    const fitting = (this.#amountsByKey.get(pixKey) ?? []).filter(
      (intended) => amountOf(withdrawal, intended) === intended.amountCentavos,
    );
    assert.ok(fitting.length > 0, `WRONG AMOUNT: ${id} took ${valueCentavos} for ${pixKey}`);
    return [...new Set(fitting.map(({ amountCentavos }) => amountCentavos))];
  }
}

function amountOf(
  { valueCentavos, sentCentavos, orderedCentavos }: BookedWithdrawal,
  { coverFee }: { readonly coverFee: boolean },
): number {
  return orderedCentavos ?? (coverFee ? sentCentavos : valueCentavos);
}

/** @param paid the withdrawals of each group. @param intended the payouts of each group. */
function assertPaidOnce(
  paid: ReadonlyMap<string, ReadonlySet<string>>,
  intended: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [group, ids] of paid) {
    const wanted = intended.get(group)?.size ?? 0;
    assert.ok(ids.size <= wanted, `PAID TWICE: ${group} was paid by ${[...ids].join(', ')}; ${wanted} were wanted`);
  }
}

function assertClaim(name: string, withdrawal: WithdrawalFacts | null): asserts withdrawal is WithdrawalFacts {
  assert.ok(withdrawal !== null, `${name} names no withdrawal`);
}

function addTo(map: Map<string, Set<string>>, key: string, member: string): void {
  const members = map.get(key) ?? new Set();
  members.add(member);
  map.set(key, members);
}
