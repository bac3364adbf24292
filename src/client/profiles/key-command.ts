import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { InterruptedError, SettingsError } from '../errors.ts';

/** Longer than any key: what prints more prints something else. */
const CHARACTERS_MAXIMUM = 4_096;
/** A person may have to unlock something. */
const PATIENCE_MS = 120_000;

/**
 * The key that a program prints, such as one that reads a password manager. It runs without a shell, gets no key of ours,
 * and may ask the person at the terminal; what is piped to `pix` is not for it.
 *
 * @throws {SettingsError} `key_command_failed`
 * @throws {InterruptedError} when the signal is aborted, or Ctrl-C has ended it
 */
export async function keyOfCommand(
  [program = '', ...options]: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  let printed = '';
  try {
    signal.throwIfAborted();
    const child = spawn(program, options, {
      stdio: [process.stdin.isTTY ? 'inherit' : 'ignore', 'pipe', 'inherit'],
      env: { ...process.env, PIX_API_KEY: undefined },
      signal: AbortSignal.any([signal, late]),
      killSignal: 'SIGKILL',
    });
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
      if (printed.length > CHARACTERS_MAXIMUM) child.kill('SIGKILL');
    });
    await once(child, 'close');
    if (printed.length > CHARACTERS_MAXIMUM) throw failed('printed something else');
    if (child.signalCode === 'SIGINT') throw new InterruptedError({ outcome: 'not-sent', cause: undefined });
    if (child.exitCode !== 0) throw failed(child.signalCode ?? `exit code ${child.exitCode}`);
  } catch (cause) {
    if (cause instanceof SettingsError || cause instanceof InterruptedError) throw cause;
    if (signal.aborted) throw new InterruptedError({ outcome: 'not-sent', cause: signal.reason });
    if (late.aborted) throw failed('took too long');
    throw failed(cause instanceof Error ? cause.message : String(cause));
  }
  const key = printed.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw failed(key === '' ? 'printed nothing' : 'printed something else');
}

function failed(reason: string): SettingsError {
  return new SettingsError(`the command has printed no key: ${reason}`, {
    code: 'key_command_failed',
    cause: new Error(reason),
  });
}
