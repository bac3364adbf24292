import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Quits when all fits on the screen, shows colours, and leaves on the screen what was read. */
const LESS_OPTIONS = 'FRX';
const PAGER_DEFAULT = `less -${LESS_OPTIONS}`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The program that a person reads long output with, and its arguments: `PIX_PAGER`, else `PAGER`, else less. Undefined
 * when they want none: the variable is empty, or `cat`.
 */
export function pagerCommand({ PIX_PAGER, PAGER }: Environment): readonly string[] | undefined {
  const typed = PIX_PAGER ?? PAGER ?? PAGER_DEFAULT;
  const words = typed.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const command = words.map((word) => word.replaceAll(/^["']|["']$/g, ''));
  return command.length === 0 || (command.length === 1 && command[0] === 'cat') ? undefined : command;
}

/** Shows a text by a pager, and waits until that ends. @returns false when it can't be started: nothing was shown */
export async function runPager(
  [program = '', ...options]: readonly string[],
  text: string,
  environment: Environment,
): Promise<boolean> {
  const pager = spawn(program, options, {
    // A pager has no use for the key.
    env: {
      ...environment,
      PIX_API_KEY: undefined,
      LESS: environment['LESS'] ?? LESS_OPTIONS,
      LV: environment['LV'] ?? '-c',
    },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  try {
    await once(pager, 'spawn');
  } catch {
    return false;
  }
  // A pager may be left before the end: the rest is not needed.
  pager.stdin.on('error', () => undefined);
  const resume = leaveInterruptsToPager();
  try {
    pager.stdin.end(text);
    await once(pager, 'close');
  } finally {
    resume();
  }
  return true;
}

/** While a pager has the terminal, Ctrl-C stops what that does, not us: it would be left behind in a broken terminal. */
function leaveInterruptsToPager(): () => void {
  const listeners = process.listeners('SIGINT');
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  for (const listener of listeners) process.off('SIGINT', listener);
  return () => {
    for (const listener of listeners) process.on('SIGINT', listener);
    process.off('SIGINT', ignore);
  };
}
