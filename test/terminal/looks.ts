import type { Language } from '../../src/cli/text/translate.ts';

/** The width and language of a terminal. */
export interface Look {
  readonly columns: number;
  readonly language: Language;
}

const WIDE = 120;
const NARROW = 40;

export const LOOKS: readonly Look[] = [WIDE, NARROW].flatMap((columns) =>
  (['en', 'pt-BR'] as const).map((language) => ({ columns, language })),
);

export const nameOf = ({ columns, language }: Look): string => `${columns}-${language}`;
