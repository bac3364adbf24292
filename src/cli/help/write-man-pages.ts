import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFacts from '../../../package.json' with { type: 'json' };
import { globalOptions } from '../command/global-options.ts';
import { loadRoot, sectionsOf } from '../commands/table.ts';
import { buildProgram } from '../program.ts';
import { loadCatalogue, type Language } from '../text/translate.ts';
import { manPages } from './man-pages.ts';

/**
 * Writes all man pages into a folder, during the build. npm installs pages without their language, so those in Portuguese
 * are not listed: `man` finds them below the folder once `MANPATH` names it.
 *
 * @returns the names of the files
 */
export async function writeManPages(folder: string): Promise<readonly string[]> {
  await writePages(join(folder, 'pt_BR', 'man1'), 'pt-BR');
  return writePages(folder, 'en');
}

async function writePages(folder: string, language: Language): Promise<readonly string[]> {
  const [root, text] = await Promise.all([loadRoot(), loadCatalogue(language, sectionsOf())]);
  const ignore = () => undefined;
  const program = buildProgram({
    root,
    text,
    version: packageFacts.version,
    columns: undefined,
    createContext: () => {
      throw new Error('the manual runs no command');
    },
    print: ignore,
    collectError: ignore,
    loadAll: () => Promise.reject(new Error('help is for people')),
  });
  const globals = new Set([...globalOptions(text).map(({ long }) => long ?? ''), '--help', '--version']);
  const pages = manPages(program, text, packageFacts.version, globals);
  mkdirSync(folder, { recursive: true });
  for (const [name, page] of pages) writeFileSync(join(folder, name), page);
  return [...pages.keys()];
}
