import type { Payout } from '../../../src/payouts/payout.ts';
import type { PayoutState } from '../../../src/payouts/payout-state.ts';
import type { RunLock } from '../../../src/payouts/journal/run-lock.ts';
import type { RunFacts, RunTally } from '../../../src/payouts/journal/records.ts';
import type { RunEvent } from '../../../src/payouts/engine/run-events.ts';
import { resolvePayouts, type Resolution } from '../../../src/payouts/engine/resolve.ts';
import { runPayouts, type RunOptions } from '../../../src/payouts/engine/run-payouts.ts';
import { simulatedClock } from '../../support/clocks.ts';
import { seededRandom } from '../../support/random.ts';
import { FakeWallet, type Fate } from './fake-wallet.ts';
import { approvedRun, bound, payout, temporaryFolder, temporaryJournal } from './journals.ts';

/** What differs from a run of three rows that are all paid. */
export interface RunSettings {
  readonly rows?: readonly Payout[];
  readonly facts?: Partial<RunFacts>;
  readonly fate?: ConstructorParameters<typeof FakeWallet>[0]['fate'];
  readonly showsDescriptions?: boolean;
  /** What the service adds to every value, whatever was asked. */
  readonly feeOnTop?: number;
}

/** A run, and the service that it uses. */
export async function openRun({
  rows = [payout(1), payout(2), payout(3)],
  facts,
  fate,
  showsDescriptions = true,
  feeOnTop = 0,
}: RunSettings = {}) {
  const clock = simulatedClock(seededRandom(1));
  const folder = temporaryFolder();
  const journal = await temporaryJournal(folder, clock);
  const { runId, lock } = await approvedRun(journal, rows, facts);
  const serviceClock = { ...clock };
  const wallet = new FakeWallet({ clock: serviceClock, showsDescriptions, feeOnTop, ...(fate && { fate }) });
  const events: RunEvent[] = [];
  const controller = new AbortController();
  const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    work.catch(() => undefined);
    await clock.runToEnd();
    return work;
  };
  const { client } = wallet;
  const { signal } = controller;
  const onEvent = (event: RunEvent) => void events.push(event);
  const runOf = (held: RunLock, options: RunOptions = {}) =>
    inTime(
      bound(journal, client, clock).then((account) =>
        runPayouts({ journal, lock: held, client, account, clock, signal, onEvent, options }),
      ),
    );
  const run = (options?: RunOptions) => runOf(lock, options);
  /** A later command begins. */
  const beginAnother = () => inTime(bound(journal, client, clock));
  const resolve = (row: number, resolution: Resolution, by = 'ana') =>
    inTime(resolvePayouts({ journal, lock, by, client, account: undefined, clock, resolution }, [row]));
  const pass = async (ms: number) => {
    clock.schedule(ms, () => undefined);
    await clock.runToEnd();
  };
  /** Our clock is behind, or ahead if negative; the service's is not. */
  const setBack = (ms: number) => {
    clock.epochMs = () => serviceClock.epochMs() - ms;
  };
  const more = { run, runOf, beginAnother, resolve, pass, setBack };
  return { clock, folder, journal, runId, lock, wallet, events, controller, ...more };
}

export function rowsOf(count: number): Payout[] {
  return Array.from({ length: count }, (_, index) => payout(index + 1));
}

export function counts(tally: RunTally): Partial<Record<PayoutState, number>> {
  return Object.fromEntries(
    Object.entries(tally).flatMap(([state, { payouts }]) => (payouts > 0 ? [[state, payouts]] : [])),
  );
}

/** The first attempt of a payout has a fate; later ones succeed. */
export function once(fates: Readonly<Record<number, Fate>>): NonNullable<RunSettings['fate']> {
  const met = new Set<string>();
  return ({ pixKey }) => {
    const row = Number(/\d+/.exec(pixKey)?.[0]);
    const fate = fates[row];
    if (fate === undefined || met.has(pixKey)) return 'done';
    met.add(pixKey);
    return fate;
  };
}
