import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { maskKey } from '../../contract/mask-key.ts';
import { systemClock, type Clock } from '../clock.ts';
import { ConfigurationError } from '../errors.ts';
import type { KeychainPlace } from '../rate-limit/key-facts.ts';
import { replyIn, type KeychainReply, type KeychainRequest } from './keychain-messages.ts';
import { fingerprintOf } from './key-fingerprint.ts';
import { linkSignals } from '../http/interruption.ts';

/**
 * The operating system's store of secrets: the macOS Keychain, Windows' Credential Manager, the Secret Service of a Linux
 * desktop. Every method throws a {@link ConfigurationError} `keychain_failed` when it is locked, gone, or refuses.
 */
export interface Keychain {
  /** @returns undefined when there is no such entry */
  read(entry: string): Promise<string | undefined>;
  /** Adds or replaces. */
  write(entry: string, secret: string): Promise<void>;
  /** An entry that is not there is as good as removed. */
  remove(entry: string): Promise<void>;
}

/** For a person to read what the dialog wants, to find the password, and to type it. */
const PATIENCE_MS = 120_000;

/**
 * Opens the keychain of this system. It is used in a process of its own, for it answers when it likes: while it waits for
 * a person to unlock it, or for a desktop that has gone, nothing within a process ends that, not even the process itself.
 *
 * @param program the built `keychain-process.ts`
 * @param signal stops waiting for a person who is asked to unlock it
 */
export function openKeychain(program: string, signal: AbortSignal, clock: Clock = systemClock): Keychain {
  let helper: Helper | undefined;
  let last: Promise<unknown> = Promise.resolve();
  // One after the other: a person is asked once, and what is answered needs no number.
  const use = (request: KeychainRequest): Promise<KeychainReply> => {
    const reply = last.then(async () => {
      signal.throwIfAborted();
      helper ??= startHelper(program);
      try {
        return await exchange(helper, request, signal, clock);
      } catch (error) {
        helper.child.kill('SIGKILL');
        helper = undefined;
        throw error;
      }
    });
    last = reply.catch(() => undefined);
    return reply;
  };
  return {
    read: async (entry) => (await use({ work: 'read', entry })).secret,
    async write(entry, secret) {
      await use({ work: 'write', entry, secret });
    },
    async remove(entry) {
      await use({ work: 'remove', entry });
    },
  };
}

interface Helper {
  readonly child: ChildProcess;
  /** Aborted when it has ended, or could not be started. */
  readonly end: AbortSignal;
}

function startHelper(program: string): Helper {
  const end = new AbortController();
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.on('exit', () => {
    end.abort(failed('its process has ended'));
  });
  child.on('error', (error) => {
    end.abort(failed(error.message, error));
  });
  return { child, end: end.signal };
}

/** @throws the reason of `signal`, and {@link ConfigurationError} `keychain_failed` */
async function exchange(
  { child, end }: Helper,
  request: KeychainRequest,
  signal: AbortSignal,
  clock: Clock,
): Promise<KeychainReply> {
  const patience = new AbortController();
  const callOff = clock.schedule(PATIENCE_MS, () => {
    patience.abort(failed(`no answer within ${PATIENCE_MS / 1_000} s`));
  });
  const stop = linkSignals([signal, end, patience.signal]);
  child.ref();
  child.channel?.ref();
  try {
    const answered = once(child, 'message', { signal: stop.signal });
    child.send(request);
    const message: unknown = (await answered).at(0);
    const reply = replyIn(message);
    if (reply.failure !== undefined) throw failed(reply.failure);
    return reply;
  } catch (error) {
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    callOff();
    stop.release();
    // It ends with this process, and does not keep it.
    child.channel?.unref();
    child.unref();
  }
}

/**
 * Whether a keychain keeps what it is given: some answer to reading alone, and throw once there is something to keep.
 *
 * @throws {ConfigurationError} `keychain_failed`
 */
export async function assertKeeps(keychain: Keychain): Promise<void> {
  const entry = `probe ${randomUUID()}`;
  await writeAndReadBack(keychain, entry, randomUUID());
  await keychain.remove(entry);
}

/**
 * Puts a key into the keychain, under an entry of its own, and looks whether it is there.
 *
 * @param label for people who look into their keychain
 * @throws {ConfigurationError} `keychain_failed`
 */
export async function keepInKeychain(keychain: Keychain, label: string, key: string): Promise<KeychainPlace> {
  const entry = `${label} ${randomUUID().slice(0, 8)}`;
  await writeAndReadBack(keychain, entry, key);
  return { entry, masked: maskKey(key), fingerprint: fingerprintOf(key) };
}

/** What can't be read back is not left behind, either: some keychains throw, and have kept it all the same. */
async function writeAndReadBack(keychain: Keychain, entry: string, secret: string): Promise<void> {
  try {
    await keychain.write(entry, secret);
    if ((await keychain.read(entry)) !== secret) throw failed('it does not give back what it was given');
  } catch (error) {
    await Promise.allSettled([keychain.remove(entry)]);
    throw error;
  }
}

/** @param cause tells the reason alone, for those who have said before what could not be used */
function failed(reason: string, cause: unknown = new Error(reason)): ConfigurationError {
  return new ConfigurationError(`the keychain cannot be used: ${reason}`, { code: 'keychain_failed', cause });
}
