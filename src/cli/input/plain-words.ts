/** Prepares typed text for comparison: lower case, without accents, with single spaces. */
export function plainWords(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, ' ');
}
