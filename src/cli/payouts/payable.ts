import { totalsCounter } from '../../payouts/batch-totals.ts';
import type { BatchTotals } from '../../payouts/batch-summary.ts';
import type { Journal } from '../../payouts/journal.ts';
import type { Payout } from '../../payouts/payout.ts';
import type { PayoutState } from '../../payouts/payout-state.ts';
import type { PayoutRecord, StateTally } from '../../payouts/records.ts';
import { centavos, sumCentavos } from '../../pix/centavos.ts';
import { holderKind } from './reference-holder.ts';
import { groupTally } from './run-row.ts';

/** What of the rows would be sent, and what earlier runs hold already. */
export interface Payable {
  readonly totals: BatchTotals;
  readonly held: StateTally;
  /** The first that earlier runs hold without anybody knowing whether they were paid. */
  readonly open: readonly PayoutRecord[];
  /** Rows whose reference belongs to another payment: to another key, or of another amount. */
  readonly taken: { readonly payouts: number; readonly first: readonly TakenReference[] };
  /** Rows without a reference that are like one that was paid before, or may have been; and the newest run of those. */
  readonly alike: { readonly payouts: number; readonly runId: string | undefined };
}

interface TakenReference {
  readonly payout: Payout;
  readonly holder: PayoutRecord;
}

const OPEN_KEPT = 10;

export type PayableCounter = ReturnType<typeof counterWith>;

interface LookUps {
  readonly holderOf: (payout: Payout) => PayoutRecord | undefined;
  readonly alike: (payout: Payout) => readonly PayoutRecord[];
}

/**
 * Counts what would be sent, row by row. Rows whose reference another payout holds are not.
 *
 * @param journal undefined when there is none to look into
 */
export function payableCounter(journal: Pick<Journal, 'runs' | 'holderOf' | 'alike'> | undefined, account?: number) {
  // A first file need not be looked up a million times.
  return journal === undefined || account === undefined || journal.runs(account).length === 0
    ? counterWith({ holderOf: () => undefined, alike: () => [] })
    : counterWith({
        holderOf: ({ reference }) => (reference === undefined ? undefined : journal.holderOf(reference, account)),
        alike: (payout) => journal.alike(payout, account),
      });
}

function counterWith(journal: LookUps) {
  const counter = totalsCounter();
  let heldPayouts = 0;
  let heldSum = centavos(0);
  let alikePayouts = 0;
  let alikeRun: string | undefined;
  const open: PayoutRecord[] = [];
  const taken: TakenReference[] = [];
  let takenPayouts = 0;

  return {
    add(payout: Payout): void {
      const { reference, amountCentavos } = payout;
      const holder = journal.holderOf(payout);
      if (holder !== undefined) {
        const kind = holderKind(payout, holder);
        if (kind === 'other') {
          takenPayouts += 1;
          if (taken.length < OPEN_KEPT) taken.push({ payout, holder });
          return;
        }
        if (kind === 'open') {
          if (open.length < OPEN_KEPT) open.push(holder);
          return;
        }
        heldPayouts += 1;
        heldSum = sumCentavos(heldSum, amountCentavos);
        return;
      }
      counter.add(payout);
      const earlier = reference === undefined ? journal.alike(payout).at(-1) : undefined;
      if (earlier === undefined) return;
      alikePayouts += 1;
      alikeRun = earlier.runId;
    },
    result: (): Payable => ({
      totals: counter.totals(),
      held: { payouts: heldPayouts, amountCentavos: heldSum },
      open,
      taken: { payouts: takenPayouts, first: taken },
      alike: { payouts: alikePayouts, runId: alikeRun },
    }),
  };
}

/** Passes the rows on, and counts them. */
export async function* counting(
  payouts: AsyncIterable<Payout>,
  counter: Pick<PayableCounter, 'add'>,
): AsyncGenerator<Payout> {
  for await (const payout of payouts) {
    counter.add(payout);
    yield payout;
  }
}

/** What running a file again would send that was run before; what has gone out of it, or may have, is held. */
export function payableOfFile(journal: Pick<Journal, 'payouts' | 'holderOfPayout' | 'tally'>, runId: string): Payable {
  const left = payableOfRun(journal, runId, false);
  const tally = journal.tally(runId);
  const gone = (['paid', 'pending', 'open'] as const).map((group) => groupTally(tally, group));
  return {
    ...left,
    held: {
      payouts: gone.reduce((sum, { payouts }) => sum + payouts, left.held.payouts),
      amountCentavos: sumCentavos(left.held.amountCentavos, ...gone.map(({ amountCentavos }) => amountCentavos)),
    },
  };
}

/**
 * What is left to be sent of a run that was approved, at the most.
 *
 * @param resends whether payouts that are proven absent are sent, too: so may be any that is looked for first
 */
export function payableOfRun(
  journal: Pick<Journal, 'payouts' | 'holderOfPayout'>,
  runId: string,
  resends: boolean,
): Payable {
  const counter = counterWith({
    holderOf(payout) {
      const holder = journal.holderOfPayout({ runId, row: payout.row, reference: payout.reference });
      return holder?.runId === runId ? undefined : holder;
    },
    alike: () => [],
  });
  const unsent: readonly PayoutState[] = ['planned', 'duplicate'];
  const states: readonly PayoutState[] = resends ? [...unsent, 'absent', 'unknown', 'sending'] : unsent;
  for (const payout of journal.payouts(runId, { states })) counter.add(payout);
  return counter.result();
}
