import type * as english from './en.ts';
import { SECTIONS, type SectionName, type Sections } from './sections.ts';

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

/**
 * Everything that a person reads, in one language. English sets the shape: what Portuguese lacks does not compile. A
 * command sees its own sections and those that `COMMANDS` names for it, which `test/cli/text-sections.test.ts` holds.
 */
export interface Catalogue extends Sections, Readonly<typeof english> {}

/** The texts that all commands share, and these sections. */
export async function loadCatalogue(language: Language, names: readonly SectionName[]): Promise<Catalogue> {
  const shared: Promise<typeof english> = language === 'pt-BR' ? import('./pt-br.ts') : import('./en.ts');
  const parts = await Promise.all([shared, ...names.map((name): Promise<object> => SECTIONS[name][language]())]);
  // The command uses no other sections.
  return Object.assign({}, ...parts) as Catalogue;
}
