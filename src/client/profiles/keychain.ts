import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { maskKey } from '../../contract/mask-key.ts';
import { systemClock, type Clock } from '../clock.ts';
import { SettingsError } from '../errors.ts';
import { fingerprintOf } from './key-fingerprint.ts';
import { linkSignals } from '../http/interruption.ts';
import type { HeldKey } from './profiles-file.ts';

/**
 * The operating system's store of secrets: the macOS Keychain, Windows' Credential Manager, the Secret Service of a
 * Linux desktop. Every method throws a {@link SettingsError} `keychain_failed` when it is locked, gone, or refuses.
 */
export interface Keychain {
  /** @returns undefined when there is no such entry */
  read(entry: string): Promise<string | undefined>;
  /** Adds or replaces. */
  write(entry: string, secret: string): Promise<void>;
  /** Removing a missing entry succeeds. */
  remove(entry: string): Promise<void>;
}

/** What is asked of the process that uses a keychain. */
export interface KeychainRequest {
  readonly work: 'read' | 'write' | 'remove';
  readonly entry: string;
  /** The value to write. */
  readonly secret?: string;
}

export interface KeychainReply {
  readonly secret?: string | undefined;
  /** Why it failed, in the keychain's own words. */
  readonly failure?: string | undefined;
}

/** Time for a person to read the dialog, find the password and type it. */
const TIME_LIMIT_MS = 120_000;

/**
 * The keychain of this system. It is used in a separate process, because it may never answer: while it waits for a
 * person or a missing desktop, nothing within its process can end the wait, not even ending the process.
 */
export class SystemKeychain implements Keychain {
  readonly #program: string;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  #helper: ReturnType<typeof startHelper> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param program the built `keychain-process.ts` @param signal stops waiting for a person to unlock it */
  constructor(program: string, signal: AbortSignal, clock: Clock = systemClock) {
    this.#program = program;
    this.#signal = signal;
    this.#clock = clock;
  }

  async read(entry: string): Promise<string | undefined> {
    return (await this.#ask({ work: 'read', entry })).secret;
  }

  async write(entry: string, secret: string): Promise<void> {
    await this.#ask({ work: 'write', entry, secret });
  }

  async remove(entry: string): Promise<void> {
    await this.#ask({ work: 'remove', entry });
  }

  /** Ends its process, which would otherwise last as long as this one. */
  close(): void {
    this.#helper?.child.kill('SIGKILL');
    this.#helper = undefined;
  }

  /** One request at a time: a person is asked once, and answers need no number. */
  #ask(request: KeychainRequest): Promise<KeychainReply> {
    const reply = this.#last.then(() => this.#exchange(request));
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  /** @throws the reason of the signal, and {@link SettingsError} `keychain_failed` */
  async #exchange(request: KeychainRequest): Promise<KeychainReply> {
    this.#signal.throwIfAborted();
    const { child, end } = (this.#helper ??= startHelper(this.#program));
    const timeLimit = new AbortController();
    const callOff = this.#clock.schedule(TIME_LIMIT_MS, () =>
      timeLimit.abort(failed(`no answer within ${TIME_LIMIT_MS / 1_000} s`)),
    );
    const stop = linkSignals([this.#signal, end, timeLimit.signal]);
    child.ref();
    child.channel?.ref();
    try {
      const answered = once(child, 'message', { signal: stop.signal });
      child.send(request);
      const [reply] = (await answered) as [KeychainReply];
      if (reply.failure !== undefined) throw failed(reply.failure);
      return reply;
    } catch (error) {
      this.close();
      stop.signal.throwIfAborted();
      throw error;
    } finally {
      callOff();
      stop.release();
      // The child ends with this process, and does not keep it alive.
      child.channel?.unref();
      child.unref();
    }
  }
}

/** @returns the process, and a signal that is aborted when it has ended, or could not be started */
function startHelper(program: string): { readonly child: ChildProcess; readonly end: AbortSignal } {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const end = new AbortController();
  child.on('exit', () => end.abort(failed('its process has ended')));
  child.on('error', (error) => end.abort(failed(error.message, error)));
  return { child, end: end.signal };
}

/**
 * Checks that a keychain can store: some can be read, and fail only when something is stored.
 *
 * @throws {SettingsError} `keychain_failed`
 */
export async function assertStores(keychain: Keychain): Promise<void> {
  const entry = `probe ${randomUUID()}`;
  await writeAndReadBack(keychain, entry, randomUUID());
  await keychain.remove(entry);
}

/**
 * Puts a key into the keychain, under an entry of its own, and looks whether it is there.
 *
 * @param label for people who look into their keychain
 * @throws {SettingsError} `keychain_failed`
 */
export async function addToKeychain(
  keychain: Keychain,
  label: string,
  key: string,
): Promise<HeldKey & { readonly entry: string }> {
  const entry = `${label} ${randomUUID().slice(0, 8)}`;
  await writeAndReadBack(keychain, entry, key);
  return { entry, masked: maskKey(key), fingerprint: fingerprintOf(key) };
}

/** A value that cannot be read back is removed: some keychains fail, but store it nevertheless. */
async function writeAndReadBack(keychain: Keychain, entry: string, secret: string): Promise<void> {
  try {
    await keychain.write(entry, secret);
    if ((await keychain.read(entry)) !== secret) throw failed('it does not give back what it was given');
  } catch (error) {
    await Promise.allSettled([keychain.remove(entry)]);
    throw error;
  }
}

/** @param cause has only the reason, for callers that name the keychain themselves */
function failed(reason: string, cause: unknown = new Error(reason)): SettingsError {
  return new SettingsError(`the keychain cannot be used: ${reason}`, { code: 'keychain_failed', cause });
}
