import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

export interface SshKeyFile {
  /** Of the private key. */
  readonly path: string;
  /** The line of the `.pub` file. */
  readonly publicKey: string;
}

const keys = new Map<string, { readonly privateKey: string; readonly publicKey: string }>();

/** A person's key without a password, as `ssh-keygen` makes it: the same in all tests of a process. */
export function createSshKey(folder: string, name: string): SshKeyFile {
  const path = join(folder, name);
  const known = keys.get(name);
  if (known === undefined) {
    const made = newSshKey(folder, name);
    keys.set(name, { privateKey: readFileSync(path, 'utf8'), publicKey: made.publicKey });
    return made;
  }
  writeFileSync(path, known.privateKey, { mode: 0o600 });
  writeFileSync(`${path}.pub`, `${known.publicKey}\n`);
  return { path, publicKey: known.publicKey };
}

export function skipWithoutSshKeygen(): void {
  const isMissing = spawnSync('ssh-keygen', ['-?']).error !== undefined;
  if (isMissing) getCurrentTest()?.context.skip('OpenSSH is not installed');
}

/** A new key; without OpenSSH, the test is skipped. @param type `-t rsa` and the like, ed25519 if not given */
export function newSshKey(folder: string, name: string, ...type: readonly string[]): SshKeyFile {
  skipWithoutSshKeygen();
  const path = join(folder, name);
  const made = spawnSync('ssh-keygen', [
    '-q',
    ...(type.length === 0 ? ['-t', 'ed25519'] : type),
    '-N',
    '',
    '-C',
    name,
    '-f',
    path,
  ]);
  expect(made.status).toBe(0);
  return { path, publicKey: readFileSync(`${path}.pub`, 'utf8').trim() };
}
