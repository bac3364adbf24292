import type { Language } from '../../src/cli/text/translate.ts';

/** How somebody's terminal is set. */
export interface Look {
  readonly columns: number;
  readonly language: Language;
  readonly isColoured: boolean;
}

const WIDE = 120;
const NARROW = 40;

/** Every pair of settings meets in one of them: enough for a whole day. */
export const FOUR_LOOKS: readonly Look[] = [
  { columns: WIDE, language: 'en', isColoured: true },
  { columns: WIDE, language: 'pt-BR', isColoured: false },
  { columns: NARROW, language: 'pt-BR', isColoured: true },
  { columns: NARROW, language: 'en', isColoured: false },
];

/** Every setting is in one of them. */
export const TWO_LOOKS: readonly Look[] = [
  { columns: WIDE, language: 'en', isColoured: true },
  { columns: NARROW, language: 'pt-BR', isColoured: false },
];

/** All there are, for the screens that matter most. */
export const EIGHT_LOOKS: readonly Look[] = [WIDE, NARROW].flatMap((columns) =>
  (['en', 'pt-BR'] as const).flatMap((language) =>
    [true, false].map((isColoured) => ({ columns, language, isColoured })),
  ),
);

export const nameOf = ({ columns, language, isColoured }: Look): string =>
  `${columns}-${language}-${isColoured ? 'colour' : 'plain'}`;
