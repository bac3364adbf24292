import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../files/system-error.ts';
import { homeFolder } from '../../files/folders.ts';
import { parseSshKey, type SshKey } from '../../payouts/approval/ssh-key.ts';
import type { Namespace } from '../../payouts/approval/statement.ts';
import { commandError, usageError, EXIT } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';
import type { Context } from './context.ts';

const PROGRAM = 'ssh-keygen';
/** A key itself instead of a file, as git accepts it: its private half is in an agent. */
const LITERAL_KEY = /^(?:key::)?((?:ssh|ecdsa|sk)-\S+ \S+.*)$/;

/**
 * Signs a text with the person's SSH key, as git does: `ssh-keygen` asks for its password, an agent or a hardware key.
 *
 * @returns the signature in its armour
 * @throws CommandError no_signing_key, ssh_keygen_missing, signing_failed
 */
export async function sign(context: Context, namespace: Namespace, text: string): Promise<string> {
  const { literal, path } = signingKey(context);
  if (literal === undefined) return signWith(context, path, namespace, text);
  const folder = await mkdtemp(join(tmpdir(), 'pix-key-'));
  try {
    const file = join(folder, 'key.pub');
    await writeFile(file, `${literal}\n`, { mode: 0o600 });
    return await signWith(context, file, namespace, text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The public half of the signing key; undefined where no file has it. @throws CommandError no_signing_key */
export function ownKey(context: Context): SshKey | undefined {
  const { literal, path } = signingKey(context);
  if (literal !== undefined) return parseSshKey(literal);
  try {
    return parseSshKey(readFileSync(path.endsWith('.pub') ? path : `${path}.pub`, 'utf8'));
  } catch (error) {
    if (isSystemError(error)) return undefined;
    throw error;
  }
}

function signingKey({ host, screen }: Context) {
  const key = host.environment['PIX_SIGNING_KEY'] ?? '';
  if (key === '') throw usageError('no_signing_key', screen.text.payouts.approval.noSigningKey);
  return { literal: LITERAL_KEY.exec(key)?.[1], path: expanded(key) };
}

/** A path with the home folder for `~/`. */
export function expanded(path: string): string {
  return path.startsWith('~/') ? join(homeFolder(), path.slice(2)) : path;
}

async function signWith({ host, screen }: Context, keyFile: string, namespace: Namespace, text: string) {
  const { approval } = screen.text.payouts;
  const child = spawn(PROGRAM, ['-q', '-Y', 'sign', '-n', namespace, '-f', keyFile], {
    env: { ...host.environment, PIX_API_KEY: undefined },
    // A hardware key asks on stderr to be touched.
    stdio: ['pipe', 'pipe', screen.isInteractive ? 'inherit' : 'pipe'],
  });
  await started(child, screen.text);
  const written = { out: '', error: '' };
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (written.out += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (written.error += part));
  // It may end before it has read everything: its exit code says why.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(text);
  await once(child, 'close');
  if (child.exitCode === 0 && written.out.includes('BEGIN SSH SIGNATURE')) return written.out;
  const reason = written.error.trim().split('\n').at(-1) ?? '';
  throw commandError(EXIT.failed, 'signing_failed', approval.signingFailed(keyFile, reason), {
    details: { key: keyFile },
  });
}

/**
 * Makes a pair of keys; `ssh-keygen` asks for a password itself.
 *
 * @param file of the private half; the public one is `file.pub`
 * @returns false when the person has ended it
 * @throws CommandError ssh_keygen_missing
 */
export async function makeKey({ host, screen }: Context, file: string, name: string): Promise<boolean> {
  const env = { ...host.environment, PIX_API_KEY: undefined };
  const child = spawn(PROGRAM, ['-q', '-t', 'ed25519', '-C', name, '-f', file], { env, stdio: 'inherit' });
  await started(child, screen.text);
  await once(child, 'close');
  return child.exitCode === 0;
}

async function started(child: ChildProcess, { payouts }: Catalogue): Promise<void> {
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw commandError(EXIT.failed, 'ssh_keygen_missing', payouts.approval.noSshKeygen, { cause: error });
  }
}
