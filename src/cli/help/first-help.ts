import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { withPreferences } from '../context/preferences.ts';
import { chooseLanguage } from '../text/translate.ts';

/** The help from each width on at which it differs, the narrowest first. */
export type FirstHelp = readonly (readonly [fromColumns: number, help: string])[];

const STDOUT = 1;
const COLUMNS_DEFAULT = 80;

/**
 * Answers `pix`, `pix --help` and `pix help` with what the build has laid out (`writeFirstHelp`), before commander, the
 * declarations and the texts of all commands are loaded.
 *
 * @param folder of what the build has laid out
 * @returns false when that is not there or cannot be written: the program itself answers then
 */
export function printFirstHelp(folder: string): boolean {
  const { env } = process;
  const language = chooseLanguage(undefined, withPreferences(env));
  try {
    const isTerminal = fstatSync(STDOUT).isCharacterDevice() && process.getBuiltinModule('node:tty').isatty(STDOUT);
    // A terminal that knows no width says 0.
    const columns = isTerminal ? process.stdout.columns || COLUMNS_DEFAULT : COLUMNS_DEFAULT;
    const byWidth = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as FirstHelp;
    const help = Buffer.from(byWidth.findLast(([from]) => from <= columns)?.[1] ?? '');
    if (help.length === 0) return false;
    if (isTerminal) process.stdout.write(help);
    else return writeSync(STDOUT, help) === help.length;
    return true;
  } catch {
    return false;
  }
}
