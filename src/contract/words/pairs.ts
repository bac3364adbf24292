/** Texts by their names, each in English and in Portuguese. */
export interface Pairs {
  readonly [name: string]: Pairs | Pair;
}

export type Pair = readonly [english: Text, portuguese: Text];
type Text = string | ((...facts: never[]) => string);

type InOneLanguage<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends readonly [infer Told, Text] ? Told : InOneLanguage<Of[Name]>;
};

export const inEnglish = <Of extends Pairs>(pairs: Of) => inOneLanguage(pairs, 0);
export const inPortuguese = <Of extends Pairs>(pairs: Of) => inOneLanguage(pairs, 1);

function inOneLanguage<Of extends Pairs>(pairs: Of, language: 0 | 1): InOneLanguage<Of> {
  const entries = Object.entries(pairs).map(([name, text]) => [
    name,
    isPair(text) ? text[language] : inOneLanguage(text, language),
  ]);
  return Object.fromEntries(entries) as InOneLanguage<Of>;
}

const isPair = (text: Pairs | Pair): text is Pair => Array.isArray(text);
