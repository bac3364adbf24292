/** One section of a number format: what it shows around the digits of a number. */
export interface FormatSection {
  /** `US$ `, without the spaces that only align. */
  readonly before: string;
  /** Between groups of digits. */
  readonly within: string;
  readonly after: string;
  /** The number of percent signs: each shows a hundred times the number. They are in the texts, too. */
  readonly percents: number;
  /** Whether the number itself is shown: not rounded to thousands, as a fraction, or not at all. */
  readonly showsNumber: boolean;
}

/** In this order: text in quotes, an escaped sign, room as wide as a sign, a sign that fills, brackets, digits, the rest. */
const TOKEN = /"([^"]*)"|\\(.)|_.|\*.|\[([^\]]*)\]|(general|geral|@|[0#?.,]*[0#?][0#?.,]*)|(.)/giu;
/** A comma behind the last digit, or before the decimals, divides by a thousand. */
const DIVIDES = /,(?:\.|$)/;
const CONDITION = /^\[[<>=]/;

/** The sections that may show a positive number: the first, or, with conditions, each for numbers. */
export function formatSections(code: string): readonly FormatSection[] {
  const sections = splitSections(code);
  const hasConditions = sections.some((section) => section.some((token) => CONDITION.test(token[0])));
  return (hasConditions ? sections.slice(0, 3) : sections.slice(0, 1)).map(sectionOf);
}

type Token = RegExpMatchArray;

function splitSections(code: string): readonly (readonly Token[])[] {
  const sections: Token[][] = [[]];
  for (const token of code.matchAll(TOKEN)) {
    if (token[0] === ';') sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections;
}

function sectionOf(tokens: readonly Token[]): FormatSection {
  const texts: string[] = [];
  let text = '';
  let [percents, digits, isFraction, divides] = [0, 0, false, false];
  for (const [, quoted, escaped, bracketed, number, sign] of tokens) {
    if (number !== undefined) {
      digits += 1;
      divides ||= DIVIDES.test(number);
      texts.push(text);
      text = '';
      continue;
    }
    if (sign === '%') percents += 1;
    if (sign === '/') isFraction = true;
    // `[$R$-416]` is a currency and a language; other brackets show nothing.
    const currency = /^\$([^-]*)/.exec(bracketed ?? '')?.[1];
    text += quoted ?? escaped ?? sign ?? currency ?? '';
  }
  const [before = text, ...within] = texts;
  return {
    before,
    within: within.join(''),
    after: digits === 0 ? '' : text,
    percents,
    showsNumber: digits > 0 && !isFraction && !divides,
  };
}
