import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { SettingsError } from '../../src/client/errors.ts';
import type { Keychain } from '../../src/client/profiles/keychain.ts';
import type { Prompts } from '../../src/cli/context/prompts.ts';
import { ClosedPipe, type OutputStream, type Host } from '../../src/cli/context/host.ts';
import { seededRandom } from './random.ts';

/** A key in the form of real ones; no output may ever contain it unmasked. */
export const API_KEY = 'pk_TestKeyThatNobodyMaySeeWhole0000000a1b2';
export const BASE_URL = 'https://wallet.example';
/** Tuesday, 14 July 2026, 12:00 in São Paulo. */
export const NOON = Date.UTC(2026, 6, 14, 15);

/** When commands that follow each other start: each an hour after the one before, however long that took. */
export function hourly(): () => number {
  let hours = 0;
  return () => NOON + (hours += 1) * 3_600_000;
}

type Answer = string | (() => Promise<string>);

export interface CliOptions {
  /** Added to a configuration folder of its own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The contents of stdin. */
  readonly stdin?: string;
  /** Whether all three streams are a terminal. Default false. */
  readonly isTerminal?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** Receives the text for a pager; by default there is no pager. */
  readonly onPage?: (command: readonly string[], text: string) => void;
  /** The person's answers, in order; a function may act before it answers. */
  readonly answers?: readonly Answer[];
  readonly now?: number;
  /** By default there is none. */
  readonly keychain?: Promise<Keychain>;
  readonly interruption?: AbortSignal;
  /** Called instead of waiting, which only advances the clock. */
  readonly onSleep?: (milliseconds: number) => void;
  /** Called before each reading of the time of day: another process may act then. */
  readonly onTime?: () => void;
  /** Called for text that is printed for people. */
  readonly onStderr?: (text: string) => void;
  /** Called for all text, in the order in which a terminal shows it. */
  readonly onOutput?: (text: string) => void;
  /** Whether the reader of stdout has gone. */
  readonly isStdoutClosed?: boolean;
  /** The error of writing to stdout. */
  readonly stdoutFailure?: Error;
}

export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The questions, and the messages about invalid answers. */
  readonly questions: readonly string[];
  /** The last list of choices. */
  readonly offers: readonly string[];
}

/** A folder for the files of one test, removed after it. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'pix-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An environment with a key and an address, and without a profile. */
export const CONNECTED = { PIX_API_KEY: API_KEY, PIX_BASE_URL: BASE_URL };

const noKeychain = () => new SettingsError('no keychain here', { code: 'keychain_failed' });

/** Runs the whole program in this process, as `pix …argv` would. */
export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const { isTerminal = false, answers = [], onSleep = () => undefined } = options;
  const written = { stdout: '', stderr: '' };
  const questions: string[] = [];
  const offers: string[] = [];
  const prompts = scriptedPrompts([...answers], questions, offers);
  let time = options.now ?? NOON;
  const progress = new ProgressLine();
  const stream = (name: 'stdout' | 'stderr'): OutputStream => ({
    isTerminal,
    columns: isTerminal ? (options.columns ?? 120) : undefined,
    rows: isTerminal ? (options.rows ?? 40) : undefined,
    write(output) {
      const text = typeof output === 'string' ? output : Buffer.from(output).toString('latin1');
      if (name === 'stdout' && options.isStdoutClosed === true) throw new ClosedPipe('the reader has gone');
      if (name === 'stdout' && options.stdoutFailure !== undefined) throw options.stdoutFailure;
      written[name] += text;
      if (isTerminal) progress.pass(text);
      if (name === 'stderr') options.onStderr?.(text);
      options.onOutput?.(text);
    },
  });
  const exitCode = await main(argv, {
    environment: {
      PIX_CONFIG_DIR: options.environment?.['PIX_CONFIG_DIR'] ?? temporaryFolder(),
      ...options.environment,
    },
    stdin: {
      isTerminal,
      readLine: () => Promise.resolve((options.stdin ?? '').split('\n')[0] ?? ''),
      bytes: () => Readable.from([Buffer.from(options.stdin ?? '')]),
    },
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    interruption: options.interruption ?? new AbortController().signal,
    now: () => Math.floor(time),
    clock: skippingClock(
      () => {
        options.onTime?.();
        return time;
      },
      (until) => (time = Math.max(time, until)),
    ),
    sleep: async (milliseconds) => {
      time += milliseconds;
      onSleep(milliseconds);
      return Promise.resolve();
    },
    prompts: () => Promise.resolve(prompts),
    keychain: () => options.keychain ?? Promise.reject(noKeychain()),
    page(command, text) {
      options.onPage?.(command, text);
      return Promise.resolve(options.onPage !== undefined);
    },
  });
  progress.assertCleared(argv);
  return { exitCode, ...written, questions, offers };
}

/** The last line of a terminal, as far as it is to be replaced: nothing may follow it there. */
class ProgressLine {
  static readonly #ERASE = '\r\u001b[2K';
  #drawn = '';
  #followed = '';

  pass(text: string): void {
    if (this.#drawn !== '' && !text.startsWith(ProgressLine.#ERASE)) this.#followed ||= `${this.#drawn}${text}`;
    const isDrawn = text.startsWith(ProgressLine.#ERASE) && !text.endsWith('\n');
    this.#drawn = isDrawn ? (text.split(ProgressLine.#ERASE).at(-1)?.split('\n').at(-1) ?? '') : '';
  }

  assertCleared(argv: readonly string[]): void {
    expect(this.#followed || this.#drawn, `the progress line of pix ${argv.join(' ')} is cleared`).toBe('');
  }
}

/** Waits end at once, in order of time. Random numbers are the same on every run. */
function skippingClock(now: () => number, skipTo: (time: number) => void): Host['clock'] {
  const timers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const wakeNext = () => {
    const [next] = [...timers].sort((one, other) => one.at - other.at);
    if (next === undefined) return;
    timers.delete(next);
    skipTo(next.at);
    next.wake();
  };
  return {
    now,
    epochMs: () => Math.floor(now()),
    random: seededRandom(1),
    schedule(delayMs, wake) {
      const timer = { at: now() + delayMs, wake };
      timers.add(timer);
      setImmediate(wakeNext);
      return () => timers.delete(timer);
    },
  };
}

/** A person who gives the answers in order, and the next one when one is invalid. */
function scriptedPrompts(answers: Answer[], questions: string[], offers: string[]): Prompts {
  const next = async (question: string): Promise<string> => {
    questions.push(question);
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`no answer was given for: ${question}`);
    return typeof answer === 'string' ? answer : await answer();
  };
  const text: Prompts['text'] = async (question, problemWith) => {
    for (;;) {
      const answer = await next(question);
      const errorText = problemWith?.(answer);
      if (errorText === undefined) return answer;
      questions.push(errorText);
    }
  };
  return {
    text,
    consent: text,
    secret: (question) => next(question),
    async choose(question, choices) {
      offers.splice(0, offers.length, ...choices.map(({ name }) => name));
      const answer = await next(question);
      const choice = choices.find(({ name }) => name.startsWith(answer));
      if (choice === undefined) throw new Error(`"${answer}" is not offered by: ${question}`);
      return choice.value;
    },
  };
}

interface ToldError {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  readonly hint?: string;
  readonly details?: unknown;
}

/** The error in JSON on stderr. */
export function jsonError({ stderr }: Pick<CliRun, 'stderr'>): ToldError {
  const line = stderr.split('\n').find((candidate) => candidate.startsWith('{"error":')) ?? '{}';
  const { error }: { error: ToldError } = JSON.parse(line);
  return error;
}

/** How a command or a process failed: its exit code, and the code of its error in JSON. */
export function failureOf(run: { readonly exitCode: number | null; readonly stderr: string }) {
  return [run.exitCode, jsonError(run).code] as const;
}

/** All that a failure tells, beside the exit code. */
export function refusalOf(run: { readonly exitCode: number | null; readonly stderr: string }) {
  return { exitCode: run.exitCode, ...jsonError(run) };
}

/** What a refusal prints to allow a kind of thing: `['--allow', 'repeated:3f9a2c']`. */
export function allowedBy({ stderr }: Pick<CliRun, 'stderr'>, kind: string): readonly string[] {
  const [, word] = new RegExp(`--allow\\s+(${kind}:[\\da-f]{6})`).exec(stderr) ?? [];
  if (word === undefined) throw new Error(`nothing of the kind ${kind} is to be allowed: ${stderr}`);
  return ['--allow', word];
}
