import type { Catalogue } from './en.ts';

export type { Catalogue };

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

export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return language === 'pt-BR' ? (await import('./pt-br.ts')).ptBr : (await import('./en.ts')).en;
}
