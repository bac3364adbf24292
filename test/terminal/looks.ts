import type { Language } from '../../src/cli/text/translate.ts';

/** The width and language of a terminal. */
export interface Look {
  readonly columns: number;
  readonly language: Language;
}

/** A wide terminal, the usual one, and one so narrow that columns have to go. */
export const LOOKS: readonly Look[] = [
  { columns: 120, language: 'en' },
  { columns: 80, language: 'pt-BR' },
  { columns: 40, language: 'pt-BR' },
];

export const nameOf = ({ columns, language }: Look): string => `${columns}-${language}`;
