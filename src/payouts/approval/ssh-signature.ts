import { createHash, verify } from 'node:crypto';
import type { Namespace } from './statement.ts';
import { curveBytes, sshKeyOf, wireBytes, WireError, WireReader, type SshKey } from './ssh-key.ts';

const MAGIC = 'SSHSIG';
const VERSION = 1;
const ARMOR = /^-----BEGIN SSH SIGNATURE-----\s+([A-Za-z\d+/=\s]+)-----END SSH SIGNATURE-----\s*$/;
const MESSAGE_HASHES = ['sha256', 'sha512'];
const RSA_HASHES: Readonly<Record<string, string>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };
const CURVE_HASHES: Readonly<Record<number, string>> = { 32: 'sha256', 48: 'sha384', 66: 'sha512' };
/** A hardware key was touched. */
const USER_PRESENT = 1;

/**
 * Verifies a signature that `ssh-keygen -Y sign` wrote, in the form of OpenSSH's PROTOCOL.sshsig.
 *
 * @returns the key that signed exactly this text, for this namespace; undefined when it is not such a signature
 */
export function signerOf(signature: string, text: string, namespace: Namespace): SshKey | undefined {
  try {
    return verifiedKey(signature, text, namespace);
  } catch (error) {
    if (error instanceof WireError) return undefined;
    throw error;
  }
}

function verifiedKey(signature: string, text: string, namespace: Namespace): SshKey | undefined {
  const [, encoded] = ARMOR.exec(signature) ?? [];
  if (encoded === undefined) return undefined;
  const reader = new WireReader(Buffer.from(encoded, 'base64'));
  if (reader.take(MAGIC.length).toString('latin1') !== MAGIC || reader.uint32() !== VERSION) return undefined;
  const key = sshKeyOf(reader.bytes());
  const signedFor = reader.text();
  const reserved = reader.bytes();
  const hash = reader.text();
  const raw = new WireReader(reader.bytes());
  reader.end();
  if (key === undefined || signedFor !== namespace || !MESSAGE_HASHES.includes(hash)) return undefined;
  const digest = createHash(hash).update(text).digest();
  const parts = [wireBytes(namespace), wireBytes(reserved), wireBytes(hash), wireBytes(digest)];
  const signed = Buffer.concat([Buffer.from(MAGIC), ...parts]);
  return isSignedBy(key, signed, raw) ? key : undefined;
}

function isSignedBy(key: SshKey, signed: Buffer, raw: WireReader): boolean {
  const algorithm = raw.text();
  const content = raw.bytes();
  if (key.type === 'ssh-rsa') {
    raw.end();
    const hash = Object.hasOwn(RSA_HASHES, algorithm) ? RSA_HASHES[algorithm] : undefined;
    return hash !== undefined && verify(hash, signed, key.publicKey, content);
  }
  if (algorithm !== key.type) return false;
  const message = key.application === undefined ? signed : messageOfHardwareKey(key.application, signed, raw);
  raw.end();
  if (message === undefined) return false;
  const length = curveBytes(key);
  if (length === undefined) return verify(null, message, key.publicKey, content);
  const numbers = fixedNumbers(content, length);
  const signer = { key: key.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return numbers !== undefined && verify(CURVE_HASHES[length], message, signer, numbers);
}

/** A hardware key signs what it is for, whether it was touched, and how often it has signed. */
function messageOfHardwareKey(application: string, signed: Buffer, raw: WireReader): Buffer | undefined {
  const flags = raw.take(1);
  const counter = raw.take(4);
  if (((flags[0] ?? 0) & USER_PRESENT) === 0) return undefined;
  const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();
  return Buffer.concat([sha256(application), flags, counter, sha256(signed)]);
}

/** The two numbers of a signature on a curve, each in its full length. */
function fixedNumbers(content: Buffer, length: number): Buffer | undefined {
  const reader = new WireReader(content);
  const numbers = [reader.integer(), reader.integer()];
  reader.end();
  if (numbers.some((number) => number.length > length)) return undefined;
  return Buffer.concat(numbers.flatMap((number) => [Buffer.alloc(length - number.length), number]));
}
