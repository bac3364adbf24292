import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandWords } from './command-words.ts';
import { takeSignals } from './take-signals.ts';

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
