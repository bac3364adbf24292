/** What was typed, for comparison with words of ours: without case, accents and spaces around, and one space within. */
export function plainWords(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, ' ');
}
