import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFacts from '../../../package.json' with { type: 'json' };
import { loadRoot } from '../commands/table.ts';
import { buildProgram } from '../program.ts';
import { LANGUAGES, loadCatalogue } from '../text/translate.ts';
import type { FirstHelp } from './first-help.ts';

/** On a narrower terminal, and on a wider one, help is laid out when it is asked for. */
const [NARROWEST, WIDEST] = [40, 240];

/** Lays the first help out for terminals of all usual widths, a file for each language. The build calls it. */
export async function writeFirstHelp(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const root = await loadRoot([]);
  const ignore = () => undefined;
  for (const language of LANGUAGES) {
    const text = await loadCatalogue(language, []);
    const helpAt = (columns: number) =>
      buildProgram({
        root,
        text,
        version: packageFacts.version,
        columns,
        createContext: () => {
          throw new Error('help runs no command');
        },
        print: ignore,
        collectError: ignore,
        loadAll: () => Promise.reject(new Error('help is for people')),
      }).helpInformation();
    const byWidth: [number, string][] = [];
    for (let columns = NARROWEST; columns <= WIDEST; columns += 1) {
      const help = helpAt(columns);
      if (help !== byWidth.at(-1)?.[1]) byWidth.push([columns, help]);
    }
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(byWidth satisfies FirstHelp));
  }
}
