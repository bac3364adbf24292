import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { runCli, type CliOptions } from '../support/cli.ts';
import { drawn, written } from './screen.ts';
import { HANG_MS } from '../support/hang.ts';
import { PROGRAM } from '../support/pix-process.ts';

const setDate = fileURLToPath(new URL('set-date.cjs', import.meta.url));

/** An operating system command that terminals ignore, with the exit code. */
const END_MARK = 7777;

/**
 * node-pty drops what was not read 200 ms after the end of its process. The shell therefore outlives `pix`, and writes
 * the exit code behind everything else.
 */
const UNTIL_READ = `trap : INT; "$@"; printf '\\033]${END_MARK};%d\\007' $?; read -r _`;

export interface TerminalSettings {
  readonly columns: number;
  readonly rows: number;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A running command, and a person's actions. */
export interface TerminalSession {
  /** Everything on the screen and above it, as `drawn` shows it. */
  screen(): string;
  /** The same at the time when an expected text appeared; later output may be incomplete. */
  screenShown(): string;
  /** Resolves as soon as the screen, or the lines above it, contain the text. */
  shows(expected: string | RegExp): Promise<void>;
  type(text: string): void;
  /** Resolves with the exit code, once everything is on the screen. */
  ended(): Promise<number>;
}

export const ENTER = '\r';
/** The terminal drops output that is on its way: wait for the end of a text before. */
export const CTRL_C = '\u0003';
/** Clears the typed line (Ctrl-U). */
export const CLEAR = '\u0015';

/** What a terminal shows of a command that asks nothing, when it runs in this process. */
export async function shownInProcess(
  argv: readonly string[],
  { columns, rows, ...options }: CliOptions & Pick<TerminalSettings, 'columns' | 'rows'>,
): Promise<{ readonly screen: string; readonly exitCode: number }> {
  // A pseudo-terminal returns the carriage itself.
  const terminal = new xterm.Terminal({ ...kindOf(columns, rows), convertEol: true });
  let output = '';
  const onOutput = (text: string) => (output += text);
  const { exitCode } = await runCli(argv, { ...options, isTerminal: true, columns, rows, onOutput });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const screen = drawn(terminal);
  terminal.dispose();
  return { screen, exitCode };
}

const kindOf = (columns: number, rows: number) => ({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });

/** Runs the built `pix` in a pseudo-terminal of its own. */
export function openTerminal(argv: readonly string[], settings: TerminalSettings): TerminalSession {
  const { columns, rows, folder, environment } = settings;
  const terminal = new xterm.Terminal(kindOf(columns, rows));
  const process_ = spawn('sh', ['-c', UNTIL_READ, 'sh', process.execPath, PROGRAM, ...argv], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TZ: 'America/Sao_Paulo',
      NODE_OPTIONS: `--require ${JSON.stringify(setDate)}`,
      ...environment,
    },
  });
  let exitCode: number | undefined;
  const listeners = new Set<() => void>();
  const notifyWaiting = () => {
    for (const listener of listeners) listener();
  };
  process_.onData((data) => terminal.write(data, notifyWaiting));
  terminal.parser.registerOscHandler(END_MARK, (code) => {
    exitCode = Number(code);
    process_.kill('SIGKILL');
    return true;
  });
  onTestFinished(() => {
    if (exitCode === undefined) process_.kill('SIGKILL');
    terminal.dispose();
  });

  /** Checks again after every change. */
  function until<Found>(look: () => Found | undefined, wanted: string): Promise<Found> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        listeners.delete(check);
        clearTimeout(timer);
        finish();
      };
      const timer = setTimeout(() => {
        settle(() => reject(new Error(`pix ${argv.join(' ')}: ${wanted} was waited for in vain:\n${drawn(terminal)}`)));
      }, HANG_MS);
      const check = () => {
        const found = look();
        if (found !== undefined) settle(() => resolve(found));
        else if (exitCode !== undefined)
          settle(() => reject(new Error(`pix ${argv.join(' ')} ended before ${wanted} appeared:\n${drawn(terminal)}`)));
      };
      listeners.add(check);
      check();
    });
  }

  let screenShown = '';
  return {
    screen: () => drawn(terminal),
    screenShown: () => screenShown,
    async shows(expected) {
      const matches = (text: string) => (typeof expected === 'string' ? text.includes(expected) : expected.test(text));
      screenShown = await until(() => (matches(written(terminal)) ? drawn(terminal) : undefined), String(expected));
    },
    type(text) {
      process_.write(text);
    },
    ended: () => until(() => exitCode, 'the end'),
  };
}
