/** One figure of a benchmark. Targets are ratios within one run: absolute times depend on the machine. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: { readonly atLeast?: number; readonly atMost?: number };
}

export function meetsTarget({ value, target }: Measurement): boolean {
  return value >= (target?.atLeast ?? -Infinity) && value <= (target?.atMost ?? Infinity);
}

/** The median: unlike the mean, a short disturbance does not change it. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('there is no middle of nothing');
  return middle;
}

/** The median time of several times the same work. */
export function typicalMs(rounds: number, work: () => unknown): number {
  return median(
    Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      work();
      return performance.now() - startedAt;
    }),
  );
}
