import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Prompts } from './prompts.ts';

export interface OutputStream {
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined where there is none. */
  readonly columns: number | undefined;
  /** @throws ClosedPipe when nobody reads any more. */
  write(text: string): void;
}

export interface InputStream {
  readonly isTerminal: boolean;
  /** The first line, without its break; empty when there is none. */
  readLine(): Promise<string>;
}

/** What a command meets outside of the program. Tests hand in their own. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly interruption: AbortSignal;
  /** Milliseconds since 1970. */
  now(): number;
  /** @throws the reason of `interruption` as soon as that is aborted. */
  sleep(milliseconds: number): Promise<void>;
  prompts(): Promise<Prompts>;
}

/** Whoever read our output has gone (`pix … | head -1`): a reason to stop, not a failure. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** The person, or whoever runs the machine, asked to stop. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/** @param interruption aborted when the process is asked to stop */
export function processSurroundings(interruption: AbortSignal): Surroundings {
  return {
    environment: process.env,
    stdin: { isTerminal: isatty(process.stdin.fd), readLine: readFirstLine },
    stdout: outputStream(process.stdout),
    stderr: outputStream(process.stderr),
    interruption,
    now: Date.now,
    async sleep(milliseconds) {
      interruption.throwIfAborted();
      try {
        await delay(milliseconds, undefined, { signal: interruption });
      } catch (error) {
        interruption.throwIfAborted();
        throw error;
      }
    },
    async prompts() {
      const { terminalPrompts } = await import('./prompts.ts');
      return terminalPrompts({ input: process.stdin, output: process.stderr, signal: interruption });
    },
  };
}

function outputStream(stream: NodeJS.WriteStream & { readonly fd: number }): OutputStream {
  let failure: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= error.code === 'EPIPE' ? new ClosedPipe('the reader has gone', { cause: error }) : error;
  });
  return {
    isTerminal: isatty(stream.fd),
    get columns() {
      return isatty(stream.fd) ? stream.columns : undefined;
    },
    write(text) {
      if (failure !== undefined) throw failure;
      stream.write(text);
    },
  };
}

async function readFirstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  try {
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])]);
    return String(line);
  } finally {
    lines.close();
    process.stdin.destroy();
  }
}
