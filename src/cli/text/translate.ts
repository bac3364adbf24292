import type { en } from './en.ts';

export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Reads a language as people and locales write it: `pt`, `pt_BR.UTF-8`, `EN`. */
export function readLanguage(name: string): Language | undefined {
  if (/^pt\b|^pt_/i.test(name)) return 'pt-BR';
  return /^(en\b|en_|c\b|posix\b)/i.test(name) ? 'en' : undefined;
}

/** Flag, then `PIX_LANG`, then the locale; English where none says otherwise. */
export function chooseLanguage(
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Language {
  const { PIX_LANG, LC_ALL, LC_MESSAGES, LANG } = environment;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((name) => name !== undefined && name !== '');
  return readLanguage(flag ?? '') ?? readLanguage(PIX_LANG ?? '') ?? readLanguage(locale ?? '') ?? 'en';
}

type SharedTexts = typeof en;
type Labels = Readonly<Record<string, string>>;

/**
 * Everything that a person reads, in one language. English sets the shape: what Portuguese lacks does not compile. The
 * English texts of a command add themselves.
 */
export interface Catalogue extends SharedTexts {
  /** The words for every field: each command brings those of its own rows, and several share others. */
  readonly fields: Labels & SharedTexts['fields'];
}

type OfCommands = Readonly<Record<string, { readonly fields?: Labels }>>;
/** Where a command has its texts: modules that export its part of the catalogue. */
export type CommandTexts = Readonly<Record<Language, () => Promise<Partial<Catalogue> & OfCommands>>>;

export async function loadCatalogue(language: Language, commands: readonly CommandTexts[]): Promise<Catalogue> {
  const [shared, ...brought] = await Promise.all([
    language === 'pt-BR' ? import('./pt-br.ts').then(({ ptBr }) => ptBr) : import('./en.ts').then(({ en }) => en),
    ...commands.map((texts) => texts[language]()),
  ]);
  const own = brought.flatMap((texts: OfCommands) => Object.entries(texts));
  const labels = own.flatMap(([, { fields = {} }]) => Object.entries(fields));
  const fields = { ...Object.fromEntries(labels), ...shared.fields };
  // All commands have brought theirs.
  return { ...shared, ...Object.fromEntries(own), fields } as Catalogue;
}
