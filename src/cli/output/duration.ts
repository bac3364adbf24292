const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** In the largest unit that leaves no fraction, as durations are typed: `90s`, `2h`, `1500ms`. */
export function formatDuration(durationMs: number): string {
  const [unit, unitMs] = UNITS.find(([, length]) => durationMs > 0 && durationMs % length === 0) ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}
