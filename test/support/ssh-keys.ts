import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export interface SshKeyFile {
  /** Of the private key. */
  readonly path: string;
  /** The line of the `.pub` file. */
  readonly publicKey: string;
}

/** A new key without a password, as `ssh-keygen` makes it. */
export function createSshKey(folder: string, name: string, ...type: readonly string[]): SshKeyFile {
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
