import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';

/** Quit if the text fits on the screen, show colours, and leave the text on the screen. */
const LESS_OPTIONS = 'FRX';
const PAGER_DEFAULT = `less -${LESS_OPTIONS}`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The pager and its arguments: `PIX_PAGER`, otherwise `PAGER`, otherwise less. Undefined when the variable is empty or
 * `cat`, which means no pager.
 */
export function pagerCommand({ PIX_PAGER, PAGER }: Environment): readonly string[] | undefined {
  const command = commandWords(PIX_PAGER ?? PAGER ?? PAGER_DEFAULT) ?? [];
  return command.length === 0 || (command.length === 1 && command[0] === 'cat') ? undefined : command;
}

/**
 * Shows a text in a pager, and waits until it ends.
 *
 * @param prompt how to go on, and how to leave it, as less takes it: `?e` begins what is said at the end
 * @returns false when it cannot be started: nothing was shown
 */
export async function runPager(
  [program = '', ...options]: readonly string[],
  text: string,
  environment: Environment,
  prompt = '',
): Promise<boolean> {
  const pager = spawn(program, options, {
    // A pager needs no key.
    env: {
      ...environment,
      PIX_API_KEY: undefined,
      LESS: environment['LESS'] ?? `${LESS_OPTIONS}-P${prompt}$`,
      LV: environment['LV'] ?? '-c',
      // Where the locale that LANG names is not installed, less shows accents as <C3><A7>.
      LESSCHARSET: environment['LESSCHARSET'] ?? 'utf-8',
    },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  try {
    await once(pager, 'spawn');
  } catch {
    return false;
  }
  // A pager may be closed before the end.
  pager.stdin.on('error', () => undefined);
  // Ctrl-C is for the pager: ending ourselves would leave it behind in a broken terminal.
  const resume = takeSignals(['SIGINT']);
  try {
    pager.stdin.end(text);
    await once(pager, 'close');
  } finally {
    resume();
  }
  return true;
}

/**
 * The words of a command line that runs without a shell: `op read "op://bank/pix key"`, `get --secret='pix key'`. Undefined
 * if a quote is not closed.
 */
export function commandWords(line: string): readonly string[] | undefined {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? [];
  if (words.some((word) => word === '"' || word === "'")) return undefined;
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/**
 * Leaves signals to another program that runs in our place: ending ourselves would leave it behind.
 *
 * @param onSignal what happens instead of the end
 * @returns what takes them back
 */
export function takeSignals(
  signals: readonly NodeJS.Signals[],
  onSignal: (signal: NodeJS.Signals) => void = () => undefined,
): () => void {
  const taken = signals.map((signal) => ({ signal, listeners: process.listeners(signal) }));
  for (const { signal, listeners } of taken) {
    process.on(signal, onSignal);
    for (const listener of listeners) process.off(signal, listener);
  }
  return () => {
    for (const { signal, listeners } of taken) {
      for (const listener of listeners) process.on(signal, listener);
      process.off(signal, onSignal);
    }
  };
}

/**
 * The absolute path of a program, so that it is the same one wherever `pix` runs later. As a shell finds it, but in no
 * folder that is relative to the current one.
 */
export function programPath(program: string, { PATH = '', PATHEXT = '' }: Environment): string | undefined {
  const isWindows = process.platform === 'win32';
  const endings = isWindows ? ['', ...PATHEXT.split(';')] : [''];
  const isNamed = isAbsolute(program) || program.includes('/') || program.includes(sep);
  const folders = isNamed ? [''] : PATH.split(delimiter).filter(isAbsolute);
  const candidates = folders.flatMap((folder) => endings.map((ending) => resolve(join(folder, program) + ending)));
  return program === '' ? undefined : candidates.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** What opens an address, without a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a page in the browser. Where there is none, or no screen, nothing happens. */
export function openBrowser(url: string, environment: Environment): void {
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, url], {
    env: { ...environment, PIX_API_KEY: undefined },
    stdio: 'ignore',
    detached: true,
  });
  opener.on('error', () => undefined);
  opener.unref();
}
