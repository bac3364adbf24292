/** `João` → `Joao` */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Prepares typed text for comparison: lower case, without accents, with single spaces. */
export function plainWords(typed: string): string {
  return withoutAccents(typed.trim().toLowerCase()).replaceAll(/\s+/g, ' ');
}
