import { fstatSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock, type Clock } from '../../client/clock.ts';
import type { Keychain } from '../../client/profiles/keychain.ts';
import type { Prompts, SpokenWords } from './prompts.ts';

export interface OutputStream {
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined without one. */
  readonly columns: number | undefined;
  /** Lines of the terminal; undefined without one. */
  readonly rows: number | undefined;
  /** @throws ClosedPipe when the reader of stdout has gone. A closed stderr is ignored. */
  write(output: string | Uint8Array): void;
}

/** Streams of the process are created on first use: each costs milliseconds, and few commands need all. */
const FILE_DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Characters. Longer than any expected input, so that endless input does not fill the memory. */
export const LINE_MAXIMUM = 4_096;

/** Only a device is examined further, because that loads all of Node's networking. */
function isTerminal(stream: keyof typeof FILE_DESCRIPTORS): boolean {
  const descriptor = FILE_DESCRIPTORS[stream];
  try {
    const mayBe = process.platform === 'win32' || fstatSync(descriptor).isCharacterDevice();
    return mayBe && process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    // The descriptor is closed.
    return false;
  }
}

interface InputStream {
  readonly isTerminal: boolean;
  /** The first line, without its break; empty if there is none. At most `LINE_MAXIMUM` characters and one more. */
  readLine(): Promise<string>;
  /** Everything on stdin. @throws the reason of the interruption as soon as it is requested */
  bytes(): AsyncIterable<Uint8Array>;
}

/** The environment of a command. Tests pass their own. */
export interface Host {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variables in it that come from `pix config`. */
  readonly configured?: readonly string[];
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted by Ctrl-C, SIGTERM and SIGHUP. */
  readonly interruption: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** For work that continues after an interruption. */
  readonly clock: Clock;
  /** @throws the reason of `interruption` as soon as that is aborted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** @param spoken the words of questions for a screen reader */
  readonly prompts: (spoken?: SpokenWords) => Promise<Prompts>;
  /** The operating system's store of secrets. @throws SettingsError keychain_failed if there is none */
  readonly keychain: () => Promise<Keychain>;
  /**
   * Shows a long text with another program, and waits until it ends.
   *
   * @param command the program and its arguments
   * @returns false when it cannot be run, and nothing was shown
   */
  readonly page: (command: readonly string[], text: string, prompt: string) => Promise<boolean>;
}

/** The reader of our output has gone (`pix … | head -1`): a reason to stop, not an error. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Ctrl-C, or a signal that requests the process to stop. */
export class Interruption extends Error {
  override readonly name: string = 'Interruption';
}

/** What is watched goes on until it is interrupted: that is no error. */
export class EndOfWatch extends Interruption {
  override readonly name = 'EndOfWatch';
}

/**
 * @param interruption aborted when the process should stop
 * @param onOutputLost called when stdout cannot be written, for another reason than a closed pipe (a full disk)
 */
export function processHost(interruption: AbortSignal, onOutputLost: (error: Error) => void): Host {
  let closedPipe: ClosedPipe | undefined;
  const onStdoutError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') onOutputLost(error);
    closedPipe ??= new ClosedPipe('nobody reads stdout any more', { cause: error });
  };
  return {
    environment: process.env,
    stdin: {
      get isTerminal() {
        return isTerminal('stdin');
      },
      readLine: () => readFirstLine(interruption),
      bytes: () => readBytes(interruption),
    },
    stdout: outputStream('stdout', onStdoutError, () => {
      if (closedPipe !== undefined) throw closedPipe;
    }),
    stderr: outputStream('stderr'),
    interruption,
    now: Date.now,
    clock: systemClock,
    async sleep(milliseconds) {
      interruption.throwIfAborted();
      const { setTimeout: delay } = await import('node:timers/promises');
      try {
        await delay(milliseconds, undefined, { signal: interruption });
      } catch (error) {
        interruption.throwIfAborted();
        throw error;
      }
    },
    async prompts(spoken) {
      const streams = { input: process.stdin, output: process.stderr, signal: interruption };
      const { spokenPrompts, terminalPrompts } = await import('./prompts.ts');
      return spoken === undefined ? terminalPrompts(streams) : spokenPrompts(streams, spoken);
    },
    async keychain() {
      const { SystemKeychain } = await import('../../client/profiles/keychain.ts');
      return new SystemKeychain(fileURLToPath(new URL('keychain-process.js', import.meta.url)), interruption);
    },
    async page(command, text, prompt) {
      const { runPager } = await import('./external-programs.ts');
      return runPager(command, text, process.env, prompt);
    },
  };
}

const COLUMNS_DEFAULT = 80;

function outputStream(
  name: 'stdout' | 'stderr',
  onError: (error: NodeJS.ErrnoException) => void = () => undefined,
  assertRead: () => void = () => undefined,
): OutputStream {
  let opened: NodeJS.WriteStream | undefined;
  let isKnownTerminal: boolean | undefined;
  const isShownToPerson = () => (isKnownTerminal ??= isTerminal(name));
  const stream = () => (opened ??= process[name].on('error', onError));
  return {
    get isTerminal() {
      return isShownToPerson();
    },
    get columns() {
      // A terminal that knows no width says 0.
      return isShownToPerson() ? stream().columns || COLUMNS_DEFAULT : undefined;
    },
    get rows() {
      return isShownToPerson() ? stream().rows : undefined;
    },
    write(output) {
      assertRead();
      const rest = opened === undefined && !isShownToPerson() ? writtenAtOnce(name, Buffer.from(output)) : output;
      if (rest.length > 0) stream().write(rest);
    },
  };
}

/**
 * Writes to a file or a pipe directly, without a stream, because that loads all of Node's networking.
 * @returns the rest that could not be written; the stream will report why
 */
function writtenAtOnce(name: 'stdout' | 'stderr', output: Buffer): Buffer {
  let rest = output;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(FILE_DESCRIPTORS[name], rest));
  } catch {
    // No reader, a full disk, or a full pipe.
  }
  return rest;
}

async function* readBytes(interruption: AbortSignal): AsyncGenerator<Uint8Array> {
  const { stdin } = process;
  const { addAbortSignal } = await import('node:stream');
  try {
    for await (const chunk of addAbortSignal(interruption, stdin)) yield Buffer.from(chunk);
  } catch (error) {
    interruption.throwIfAborted();
    throw error;
  } finally {
    stdin.destroy();
  }
}

async function readFirstLine(interruption: AbortSignal): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let read = '';
  for await (const chunk of readBytes(interruption)) {
    read += decoder.decode(chunk, { stream: true });
    if (/[\r\n]/.test(read) || read.length > LINE_MAXIMUM) break;
  }
  const [line = ''] = (read + decoder.decode()).split(/[\r\n]/, 1);
  return line.slice(0, LINE_MAXIMUM + 1);
}
