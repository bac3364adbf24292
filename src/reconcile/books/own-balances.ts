import { sumCentavos, NOTHING, type Centavos } from '../../pix/centavos.ts';
import { grouped } from '../../pix/grouped.ts';
import type { StatedRows } from './stated-row.ts';

/** A row, or a fact beside the rows, that states a balance or moves money. */
export interface BalanceStep {
  /** What the row moves; 0 for a row that states a balance alone, undefined where it cannot be read. */
  readonly amount: Centavos | undefined;
  readonly balance?: Centavos | undefined;
  readonly line: number;
  readonly day: string | undefined;
  readonly text: string;
  /** Whether it is a row that states a balance, and moves no money. */
  readonly isBalance?: boolean | undefined;
  /** Whether only its text says so: it has the form of a movement. */
  readonly needsProof?: boolean | undefined;
  /** Whether it begins another part of the file: the rows before it do not come to it. */
  readonly isStart?: boolean | undefined;
}

interface Ends {
  /** What the file states of its beginning and of its end, wherever that is written. */
  readonly opening?: BalanceStep | undefined;
  readonly closing?: BalanceStep | undefined;
  /** A balance of its end that may not be compared with the rows. */
  readonly unproven?: BalanceStep | undefined;
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
    if (day !== undefined && step.needsProof === true && !proven.has(step) && balance !== 0) {
      rows.balances.push({ line, day, amount: balance, text, isRow: true });
    } else rows.leftOut.push({ line, form: 'balance', day, amount: balance, text });
  }
  const { line = 0, day, text = '', balance } = ends.unproven ?? {};
  if (day !== undefined && balance !== undefined)
    rows.balances.push({ line, day, amount: balance, text, isRow: false });
}

/** Follows the balances of a file in its order, against it where its newest row is the first, or by the ends of its days. */
function proveBalances(steps: readonly BalanceStep[], ends: Ends, isNewestFirst: boolean) {
  const [usual, other] = isNewestFirst ? [steps.toReversed(), steps] : [steps, steps.toReversed()];
  const proofs = [usual, other, closedDays(usual)].map((list) =>
    follow([ends.opening, ...list, ends.closing].filter((step) => step !== undefined)),
  );
  return proofs.reduce((best, proof) => (proof.broken.length < best.broken.length ? proof : best));
}

/** The steps with the balance of a day behind its rows, where a file states it before them, or beside each. */
function closedDays(steps: readonly BalanceStep[]): readonly BalanceStep[] {
  let day = '';
  const days = grouped(steps, (step) => {
    // A balance before all rows is none of the first day's end.
    if (step !== steps[0] || step.isBalance !== true) day = step.day ?? day;
    return day;
  });
  return [...days]
    .toSorted(([one], [next]) => (one < next ? -1 : 1))
    .flatMap(([, list]) => {
      const rows = list.filter(({ isBalance }) => isBalance !== true);
      const [balance, ...others] = new Set(rows.flatMap((row) => row.balance ?? []));
      const isSame = balance !== undefined && others.length === 0;
      const placed = rows.map((row, at) => ({ ...row, balance: at === rows.length - 1 ? balance : undefined }));
      return [...(isSame ? placed : rows), ...list.filter(({ isBalance }) => isBalance === true)];
    });
}

/**
 * @returns `proven`: balances that are what the one before them and the rows in between come to; `expected`: what the rows
 *   before a broken one come to
 */
function follow(steps: readonly BalanceStep[]) {
  const proven = new Set<BalanceStep>();
  const broken: { readonly step: BalanceStep; readonly expected: Centavos }[] = [];
  /** Stated by a step that nothing proves yet: the next one does, or does not. */
  let first: BalanceStep | undefined;
  let running: Centavos | undefined;
  let sinceStart: Centavos | undefined = NOTHING;
  for (const step of steps) {
    const { amount, balance, isStart } = step;
    if (isStart === true) [first, running, sinceStart] = [undefined, undefined, undefined];
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
