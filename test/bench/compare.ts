import { readFileSync, writeFileSync } from 'node:fs';
import type { Measurement } from './measurement.ts';

/** A figure of an earlier run, and which way is better. */
interface KeptFigure {
  readonly value: number;
  readonly better: 'more' | 'less';
}

/** Figures by Node's major version, benchmark and name. */
export type KeptFigures = Readonly<
  Record<string, { readonly measured: string; readonly figures: Readonly<Record<string, KeptFigure>> }>
>;

/** By as much, a figure may differ from run to run. */
const TOLERANCE = 1.2;

/** Units of ratios within one run. Absolute figures say little about another machine or another day. */
const RATIOS = new Set(['times', 'times the processor time', '×', 'of the limit', 'for the slower one', 'MiB at most']);

const majorOf = (version: string) => version.slice(1).split('.')[0] ?? '';

/** What of a benchmark can be compared. */
function comparable(measurements: readonly Measurement[]): Record<string, KeptFigure> {
  const rows = measurements
    .filter(({ unit }) => RATIOS.has(unit))
    .map(({ name, value, unit, target }): [string, KeptFigure] => {
      const isLessBetter = target?.atMost !== undefined || (target === undefined && unit.startsWith('times'));
      return [`${name} (${unit})`, { value: Number(value.toPrecision(3)), better: isLessBetter ? 'less' : 'more' }];
    });
  return Object.fromEntries(rows);
}

/** A line for each figure that is worse by a fifth than the kept one of the same version of Node. */
export function changesForTheWorse(
  measurements: readonly Measurement[],
  kept: KeptFigures,
  version = process.version,
): readonly string[] {
  const before = kept[majorOf(version)]?.figures ?? {};
  return Object.entries(comparable(measurements)).flatMap(([name, { value, better }]) => {
    const earlier = before[name]?.value;
    if (earlier === undefined) return [];
    const isWorse = better === 'less' ? value > earlier * TOLERANCE : value * TOLERANCE < earlier;
    return isWorse ? [`${name}: ${value}, and was ${earlier}`] : [];
  });
}

export function readKept(path: string): KeptFigures {
  return JSON.parse(readFileSync(path, 'utf8')) as KeptFigures;
}

/** Keeps the figures of a run; those of what was not measured stay. */
export function keep(path: string, measurements: readonly Measurement[], machine: string): void {
  const kept = readKept(path);
  const major = majorOf(process.version);
  const measured = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${machine}`;
  const figures = { ...kept[major]?.figures, ...comparable(measurements) };
  writeFileSync(path, `${JSON.stringify({ ...kept, [major]: { measured, figures } }, undefined, 2)}\n`);
}
