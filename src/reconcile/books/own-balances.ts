import { centavos, sumCentavos, type Centavos } from '../../pix/centavos.ts';
import type { StatedRows } from './stated-row.ts';

interface Step {
  /** What the row moves; 0 for a row that states a balance alone, undefined where it cannot be read. */
  readonly amount: Centavos | undefined;
  /** The balance that the row states. */
  readonly balance: Centavos | undefined;
}

/** A row, or a fact beside the rows, that states a balance or moves money. */
export interface BalanceStep extends Step {
  readonly line: number;
  readonly day: string | undefined;
  readonly text: string;
  /** Whether it is a row that states a balance, and moves no money. */
  readonly isBalance: boolean;
  /** Whether only its text says so: it has the form of a movement. */
  readonly needsProof: boolean;
}

interface Ends {
  /** What the file states of its beginning and of its end, wherever that is written. */
  readonly opening?: BalanceStep | undefined;
  readonly closing?: BalanceStep | undefined;
}

/** Leaves out the balances of a file, reports those that the rows do not come to, and leaves the others to the account. */
export function placeBalances(rows: StatedRows, steps: readonly BalanceStep[], ends: Ends): void {
  const days = steps.map(({ day }) => day).filter((day) => day !== undefined);
  const { proven, broken } = proveBalances(steps, ends, (days[0] ?? '') > (days.at(-1) ?? ''));
  const wrong = new Set(broken.map(({ step }) => step));
  for (const { step, expected } of broken) {
    const { line, day, text, balance } = step;
    rows.addWrongSum({ line, day, text, stated: balance, expected }, 'sum');
  }
  for (const step of [ends.opening, ...steps, ends.closing]) {
    if (step?.isBalance !== true || step.balance === undefined || wrong.has(step)) continue;
    const { line, day, text, balance } = step;
    if (day !== undefined && step.needsProof && !proven.has(step) && balance !== 0) {
      rows.balances.push({ line, day, amount: balance, text, isRow: true });
    } else rows.leftOut.push({ line, form: 'balance', day, amount: balance, text });
  }
}

interface Broken {
  readonly step: BalanceStep;
  /** What the rows before it come to. */
  readonly expected: Centavos;
}

/** What the balances of a file prove about its rows. */
interface BalanceProof {
  /** Balances that are what the one before them and the rows in between come to. */
  readonly proven: ReadonlySet<BalanceStep>;
  readonly broken: readonly Broken[];
}

const NOTHING = centavos(0);

/** Follows the balances of a file in its order, or against it where its newest row is the first. */
function proveBalances(steps: readonly BalanceStep[], ends: Ends, isNewestFirst: boolean): BalanceProof {
  const ordered = (list: readonly BalanceStep[]) => [
    ...(ends.opening === undefined ? [] : [ends.opening]),
    ...list,
    ...(ends.closing === undefined ? [] : [ends.closing]),
  ];
  const [forward, backward] = [follow(ordered(steps)), follow(ordered(steps.toReversed()))];
  if (forward.broken.length === backward.broken.length) return isNewestFirst ? backward : forward;
  return forward.broken.length < backward.broken.length ? forward : backward;
}

function follow(steps: readonly BalanceStep[]): BalanceProof {
  const proven = new Set<BalanceStep>();
  const broken: Broken[] = [];
  /** Stated by a step that nothing proves yet: the next one does, or does not. */
  let first: BalanceStep | undefined;
  let running: Centavos | undefined;
  let sinceStart: Centavos | undefined = NOTHING;
  for (const step of steps) {
    const { amount, balance } = step;
    if (amount === undefined) {
      [first, running, sinceStart] = [undefined, balance, undefined];
      continue;
    }
    running = running === undefined ? undefined : sumCentavos(running, amount);
    sinceStart = sinceStart === undefined ? undefined : sumCentavos(sinceStart, amount);
    if (balance === undefined) continue;
    if (running === undefined) {
      // A file may begin with nothing in the account.
      if (sinceStart === balance && balance !== 0) proven.add(step);
      else first = step;
    } else {
      if (running === balance) for (const one of [step, first]) if (one !== undefined) proven.add(one);
      if (running !== balance) broken.push({ step, expected: running });
      first = undefined;
    }
    running = balance;
  }
  return { proven, broken };
}
