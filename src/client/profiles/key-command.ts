import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SettingsError } from '../errors.ts';

/** Longer than any key: what prints more prints something else. */
const CHARACTERS_MAXIMUM = 4_096;

/**
 * The key that a program prints, such as one that reads a password manager. It runs without a shell, may ask the person at
 * the terminal, and gets no key of ours.
 *
 * @throws {SettingsError} `key_command_failed`
 */
export async function keyOfCommand([program = '', ...options]: readonly string[]): Promise<string> {
  const child = spawn(program, options, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, PIX_API_KEY: undefined },
  });
  let printed: string;
  try {
    [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  } catch (cause) {
    throw failed(cause instanceof Error ? cause.message : String(cause));
  }
  const { exitCode, signalCode } = child;
  if (exitCode !== 0) throw failed(signalCode ?? `exit code ${exitCode}`);
  const key = printed.trim();
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= CHARACTERS_MAXIMUM) return key;
  throw failed(key === '' ? 'it has printed nothing' : 'it has printed something else than a key');
}

function failed(reason: string): SettingsError {
  return new SettingsError(`the command has printed no key: ${reason}`, {
    code: 'key_command_failed',
    cause: new Error(reason),
  });
}
