import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFacts from '../../../package.json' with { type: 'json' };
import { globalOptions } from '../command/global-options.ts';
import { loadRoot, sectionsOf } from '../commands/table.ts';
import { buildProgram } from '../program.ts';
import { loadCatalogue } from '../text/translate.ts';
import { manPages } from './man-pages.ts';

/** Writes all man pages into a folder, during the build. @returns the names of the files */
export async function writeManPages(folder: string): Promise<readonly string[]> {
  const [root, en] = await Promise.all([loadRoot(), loadCatalogue('en', sectionsOf())]);
  const ignore = () => undefined;
  const program = buildProgram({
    root,
    text: en,
    version: packageFacts.version,
    columns: undefined,
    createContext: () => {
      throw new Error('the manual runs no command');
    },
    print: ignore,
    collectError: ignore,
    loadAll: () => Promise.reject(new Error('help is for people')),
  });
  const globals = new Set([...globalOptions(en).map(({ long }) => long ?? ''), '--help', '--version']);
  const pages = manPages(program, en, packageFacts.version, globals);
  mkdirSync(folder, { recursive: true });
  for (const [name, page] of pages) writeFileSync(join(folder, name), page);
  return [...pages.keys()];
}
