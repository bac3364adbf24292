import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { fingerprintOfKey, parseSshKey, signerOf } from '../../src/payouts/approval/ssh-key.ts';
import { newSshKey } from '../support/ssh-keys.ts';
import { temporaryFolder } from './support/journals.ts';

const TEXT = 'pix payouts approval 1\nrun: "r-20261121-k7m2"\nsum: 123456\n';

it.each([
  ['ed25519', ['-t', 'ed25519']],
  ['ECDSA on P-256', ['-t', 'ecdsa', '-b', '256']],
  ['ECDSA on P-384', ['-t', 'ecdsa', '-b', '384']],
  ['ECDSA on P-521', ['-t', 'ecdsa', '-b', '521']],
  ['RSA', ['-t', 'rsa', '-b', '2048']],
])('a signature of ssh-keygen is verified for its text and namespace alone: %s', (_name, type) => {
  const key = newSshKey(temporaryFolder(), 'key', ...type);
  const argv = ['-q', '-Y', 'sign', '-n', 'pix-payout', '-f', key.path];
  const signature = spawnSync('ssh-keygen', argv, { input: TEXT }).stdout.toString();
  const signer = signerOf(signature, TEXT, 'pix-payout');
  expect(signer?.blob).toEqual(parseSshKey(key.publicKey)?.blob);
  const listed = spawnSync('ssh-keygen', ['-l', '-f', `${key.path}.pub`]).stdout.toString();
  expect(listed).toContain(signer === undefined ? '' : fingerprintOfKey(signer));

  expect(signerOf(signature, `${TEXT} `, 'pix-payout')).toBeUndefined();
  expect(signerOf(signature, TEXT, 'pix-policy')).toBeUndefined();
  const [head = '', ...lines] = signature.trimEnd().split('\n');
  const end = lines.pop() ?? '';
  const bytes = Buffer.from(lines.join(''), 'base64');
  for (let at = 0; at < bytes.length; at += 7) {
    const other = Buffer.from(bytes);
    other.writeUInt8((other[at] ?? 0) ^ 1, at);
    const armoured = `${head}\n${other.toString('base64')}\n${end}\n`;
    expect(
      signerOf(armoured, TEXT, 'pix-payout')?.blob.equals(signer?.blob ?? Buffer.alloc(0)) ?? false,
      `byte ${at}`,
    ).toBe(false);
  }
});

it('what is no supported public key is refused', () => {
  for (const line of [
    '',
    'ssh-ed25519',
    'ssh-ed25519 AAAA',
    'ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIA==',
    'ssh-dss AAAAB3NzaC1kc3MAAACBAA==',
  ]) {
    expect(parseSshKey(line), line).toBeUndefined();
  }
});
