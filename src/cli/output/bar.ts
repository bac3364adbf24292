/** A share from 0 to 1 as a bar. Only 0 is drawn empty, and only 1 full. */
export function bar(share: number, columns: number): string {
  const filled =
    share <= 0 ? 0 : share >= 1 ? columns : Math.min(columns - 1, Math.max(1, Math.round(share * columns)));
  return '█'.repeat(filled) + '░'.repeat(columns - filled);
}

/** Whole per cent by the same rule: above 0 at least 1, and below 1 at most 99. */
export function wholePercent(share: number): number {
  const percent = Math.round(share * 100);
  return share <= 0 ? 0 : share < 1 ? Math.min(99, Math.max(1, percent)) : percent;
}
