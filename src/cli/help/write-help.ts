import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFacts from '../../../package.json' with { type: 'json' };
import { globalOptions } from '../command/global-options.ts';
import { loadRoot, sectionsOf } from '../commands/table.ts';
import { buildProgram, type ProgramParts } from '../program.ts';
import { LANGUAGES, loadCatalogue, type Language } from '../text/translate.ts';
import type { FirstHelp } from './first-help.ts';
import { manPages } from './man-pages.ts';

/** On a narrower terminal, and on a wider one, help is laid out when it is asked for. */
const [NARROWEST, WIDEST] = [40, 240];

/** The program without what runs it. */
function programOf(parts: Pick<ProgramParts, 'root' | 'text' | 'columns'>) {
  const ignore = () => undefined;
  return buildProgram({
    ...parts,
    version: packageFacts.version,
    createContext: () => {
      throw new Error('help runs no command');
    },
    print: ignore,
    collectError: ignore,
    loadAll: () => Promise.reject(new Error('help is for people')),
  });
}

/** Lays the first help out for terminals of all usual widths, a file for each language. The build calls it. */
export async function writeFirstHelp(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const root = await loadRoot([]);
  for (const language of LANGUAGES) {
    const text = await loadCatalogue(language, []);
    const byWidth: [number, string][] = [];
    for (let columns = NARROWEST; columns <= WIDEST; columns += 1) {
      const help = programOf({ root, text, columns }).helpInformation();
      if (help !== byWidth.at(-1)?.[1]) byWidth.push([columns, help]);
    }
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(byWidth satisfies FirstHelp));
  }
}

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
  const program = programOf({ root, text, columns: undefined });
  const globals = new Set([...globalOptions(text).map(({ long }) => long ?? ''), '--help', '--version']);
  const pages = manPages(program, text, packageFacts.version, globals);
  mkdirSync(folder, { recursive: true });
  for (const [name, page] of pages) writeFileSync(join(folder, name), page);
  return [...pages.keys()];
}
