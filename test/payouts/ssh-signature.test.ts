import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import { fingerprintOfKey, parseSshKey, signerOf } from '../../src/payouts/approval/ssh-key.ts';
import { newSshKey } from '../support/ssh-keys.ts';
import { temporaryFolder } from './support/journals.ts';
import { signer, wire } from './support/signers.ts';

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
  const signedBy = signerOf(signature, TEXT, 'pix-payout');
  expect(signedBy?.blob.toString('base64')).toBe(key.publicKey.split(' ')[1]);
  expect(parseSshKey(` ${key.publicKey.replace(' ', '  ')}\n`)).toMatchObject({ blob: signedBy?.blob });
  const listed = spawnSync('ssh-keygen', ['-l', '-f', `${key.path}.pub`]).stdout.toString();
  expect(listed).toContain(` ${signedBy && fingerprintOfKey(signedBy)} `);

  expect(signerOf(signature, `${TEXT} `, 'pix-payout')).toBeUndefined();
  expect(signerOf(signature, TEXT, 'pix-policy')).toBeUndefined();
  const [head = '', ...lines] = signature.trimEnd().split('\n');
  const end = lines.pop() ?? '';
  const bytes = Buffer.from(lines.join(''), 'base64');
  for (let at = 0; at < bytes.length; at += 7) {
    const other = Buffer.from(bytes);
    other.writeUInt8((other[at] ?? 0) ^ 1, at);
    const armoured = `${head}\n${other.toString('base64')}\n${end}\n`;
    const isSame = signerOf(armoured, TEXT, 'pix-payout')?.blob.equals(signedBy?.blob ?? Buffer.alloc(0));
    expect(isSame ?? false, `byte ${at}`).toBe(false);
  }
});

const ed25519 = signer();
const [, encoded = ''] = ed25519.publicKey.split(' ');
const rsaOf = (bits: number) => wire('ssh-rsa', Buffer.from([1, 0, 1]), Buffer.alloc(bits / 8, 0x81));
const pointOf = (key: KeyObject, part: 'x' | 'y') =>
  Buffer.from(key.export({ format: 'jwk' })[part] ?? '', 'base64url');
/** On its curve. */
const { publicKey: P256_KEY } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [X, Y] = [pointOf(P256_KEY, 'x'), pointOf(P256_KEY, 'y')];
const pointOf256 = (form: number, ...numbers: readonly Buffer[]) =>
  wire('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([form]), ...numbers])).toString('base64');

it.each([
  ['nothing', '', ''],
  ['no key', 'ssh-ed25519', ''],
  ['a key that ends early', 'ssh-ed25519', 'AAAA'],
  ['one and more behind', 'ssh-ed25519', Buffer.concat([Buffer.from(encoded, 'base64'), wire('x')]).toString('base64')],
  ['text behind it', 'ssh-ed25519', `${encoded}!`],
  ['text before it', 'ssh-ed25519', `!${encoded}`],
  ['another type than it has', 'ssh-rsa', encoded],
  ['DSA', 'ssh-dss', 'AAAAB3NzaC1kc3MAAACBAA=='],
  ['RSA of few bits', 'ssh-rsa', rsaOf(2_040).toString('base64')],
  ['a compressed point', 'ecdsa-sha2-nistp256', pointOf256(2, X)],
  ['a point of another form', 'ecdsa-sha2-nistp256', pointOf256(6, X, Y)],
  ['a point of another length', 'ecdsa-sha2-nistp256', pointOf256(4, X, Buffer.alloc(1), Y)],
  ['a point beside its curve', 'ecdsa-sha2-nistp256', pointOf256(4, X, X)],
  ['a point of another curve', 'ecdsa-sha2-nistp384', wire('ecdsa-sha2-nistp384', 'nistp256', 'x').toString('base64')],
])('what is no supported public key is refused: %s', (_, type, key) => {
  expect(parseSshKey(`${type} ${key}`)).toBeUndefined();
});

it('a point of a curve is supported', () => {
  expect(parseSshKey(`ecdsa-sha2-nistp256 ${pointOf256(4, X, Y)}`)).toBeDefined();
});

it('RSA of 2048 bits is supported', () => {
  expect(parseSshKey(`ssh-rsa ${rsaOf(2_048).toString('base64')}`)).toBeDefined();
});

it.each<[string, (text: string) => string, boolean]>([
  ['as it is', (text) => text, true],
  ['with spaces behind it', (text) => `${text} \n`, true],
  ['with text before it', (text) => `x${text}`, false],
  ['with text behind it', (text) => `${text}x`, false],
  ['of nothing', () => '', false],
  ['without its end', (text) => text.slice(0, -9), false],
])('a signature in its armour is read %s', (_, change, isRead) => {
  const signature = change(ed25519.sign(TEXT, 'pix-payout'));
  expect(signerOf(signature, TEXT, 'pix-payout') !== undefined).toBe(isRead);
});

it.each([
  ['sha256', true],
  ['sha512', true],
  ['sha384', false],
])('a signature may be of a digest by %s, or not', (hash, may) => {
  expect(signerOf(ed25519.sign(TEXT, 'pix-payout', hash), TEXT, 'pix-payout') !== undefined).toBe(may);
});

const APPLICATION = 'ssh:';
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();
const ED25519 = 'sk-ssh-ed25519@openssh.com';
const P256 = 'sk-ecdsa-sha2-nistp256@openssh.com';

const RSA = generateKeyPairSync('rsa', { modulusLength: 2_048 });

function armoured(blob: Buffer, signature: Buffer): string {
  const version = Buffer.from([0, 0, 0, 1]);
  const all = Buffer.concat([Buffer.from('SSHSIG'), version, wire(blob, 'pix-payout', '', 'sha512', signature)]);
  return `-----BEGIN SSH SIGNATURE-----\n${all.toString('base64')}\n-----END SSH SIGNATURE-----\n`;
}

/** A hardware key, after PROTOCOL.u2f of OpenSSH: there is none in a test. */
function hardwareKey(type: typeof ED25519 | typeof P256) {
  const { publicKey, privateKey } =
    type === ED25519 ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = Buffer.concat([Buffer.from([4]), pointOf(publicKey, 'x'), pointOf(publicKey, 'y')]);
  const parts = type === ED25519 ? [type, pointOf(publicKey, 'x')] : [type, 'nistp256', point];
  const blob = wire(...parts, APPLICATION);
  const signed = (flags: number, before = Buffer.alloc(0)) => {
    const digest = createHash('sha512').update(TEXT).digest();
    const content = Buffer.concat([Buffer.from('SSHSIG'), wire('pix-payout', '', 'sha512', digest)]);
    const state = Buffer.from([flags, 0, 0, 0, 7]);
    const message = Buffer.concat([sha256(APPLICATION), state, sha256(content)]);
    const raw = sign(type === ED25519 ? null : 'sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const numbers = [raw.subarray(0, 32), raw.subarray(32)].map((number, at) =>
      Buffer.concat([Buffer.from([0]), at === 0 ? before : Buffer.alloc(0), number]),
    );
    const signature = Buffer.concat([wire(type, type === ED25519 ? raw : wire(...numbers)), state]);
    return armoured(blob, signature);
  };
  return { blob, signed };
}

it.each([ED25519, P256] as const)('a hardware key signs only when it was touched: %s', (type) => {
  const { blob, signed } = hardwareKey(type);
  expect(parseSshKey(`${type} ${blob.toString('base64')}`)?.application).toBe(APPLICATION);
  expect(signerOf(signed(1), TEXT, 'pix-payout')?.blob).toEqual(blob);
  expect(signerOf(signed(0), TEXT, 'pix-payout')).toBeUndefined();
  expect(signerOf(signed(1), `${TEXT} `, 'pix-payout')).toBeUndefined();
});

it('a signature with a number longer than its curve is none', () => {
  expect(signerOf(hardwareKey(P256).signed(1, Buffer.from([1])), TEXT, 'pix-payout')).toBeUndefined();
});

it.each([
  ['rsa-sha2-256', 'sha256', true],
  ['rsa-sha2-512', 'sha512', true],
  ['rsa-sha2-512', 'sha256', false],
  ['ssh-rsa', 'sha1', false],
  ['ssh-rsa', 'sha256', false],
])('an RSA key signs with %s and %s, or not', (algorithm, hash, may) => {
  const { publicKey, privateKey } = RSA;
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const modulus = Buffer.concat([Buffer.alloc(1), Buffer.from(n, 'base64url')]);
  const blob = wire('ssh-rsa', Buffer.from(e, 'base64url'), modulus);
  const digest = createHash('sha512').update(TEXT).digest();
  const content = Buffer.concat([Buffer.from('SSHSIG'), wire('pix-payout', '', 'sha512', digest)]);
  const signature = wire(algorithm, sign(hash, content, privateKey));
  expect(signerOf(armoured(blob, signature), TEXT, 'pix-payout') !== undefined).toBe(may);
});
