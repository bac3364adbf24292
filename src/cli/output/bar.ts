/** A share from 0 to 1 as a bar of whole blocks: only 1 is drawn full. */
export function bar(share: number, columns: number): string {
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * columns);
  return '█'.repeat(filled) + '░'.repeat(columns - filled);
}

/** Whole per cent, of which only 1 is 100; below one per cent exact, since neither 0 nor 1 would be true. */
export function wholePercent(share: number): number {
  if (share < 0.01) return Math.max(0, share * 100);
  const percent = Math.round(share * 100);
  return share < 1 ? Math.min(99, percent) : percent;
}
