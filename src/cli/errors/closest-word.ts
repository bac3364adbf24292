/** The word that was probably meant: at most two letters changed, added or left out. */
export function closestWord(typed: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, slips: slipsBetween(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, slips }) => slips <= 2 && slips < word.length)
    .sort((one, other) => one.slips - other.slips);
  return best?.word;
}

function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [fromIndex, letter] of Array.from(from).entries()) {
    const next = [fromIndex + 1];
    for (const [toIndex, other] of Array.from(to).entries()) {
      const changed = (row[toIndex] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[toIndex + 1] ?? 0) + 1, (next[toIndex] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
