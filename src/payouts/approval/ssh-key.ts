import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { Namespace } from './statement.ts';

/** A public key of SSH, with which `pix` verifies signatures. */
export interface SshKey {
  /** As in the key itself: `ssh-ed25519`. */
  readonly type: string;
  /** The key in SSH's binary form. Two keys are the same when these are. */
  readonly blob: Buffer;
  readonly publicKey: KeyObject;
  /** Of a hardware key: what it signs for. Each of its signatures contains it. */
  readonly application: string | undefined;
}

const CURVES: Readonly<Record<string, { readonly name: string; readonly curve: string; readonly bytes: number }>> = {
  'ecdsa-sha2-nistp256': { name: 'nistp256', curve: 'P-256', bytes: 32 },
  'ecdsa-sha2-nistp384': { name: 'nistp384', curve: 'P-384', bytes: 48 },
  'ecdsa-sha2-nistp521': { name: 'nistp521', curve: 'P-521', bytes: 66 },
  'sk-ecdsa-sha2-nistp256@openssh.com': { name: 'nistp256', curve: 'P-256', bytes: 32 },
};
const RSA_BITS_MINIMUM = 2_048;
const UNCOMPRESSED = 4;

/**
 * Reads a line of a `.pub` file: `ssh-ed25519 AAAA… comment`.
 *
 * @returns undefined for another form, a type that is not supported (certificates, DSA), and RSA below 2048 bits
 */
export function parseSshKey(line: string): SshKey | undefined {
  const [type = '', encoded = ''] = line.trim().split(/\s+/);
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) return undefined;
  const key = sshKeyOf(Buffer.from(encoded, 'base64'));
  return key?.type === type ? key : undefined;
}

/** Reads the binary form. @returns undefined likewise */
function sshKeyOf(blob: Buffer): SshKey | undefined {
  try {
    const reader = new WireReader(blob);
    const type = reader.text();
    const publicKey = publicKeyOf(type, reader);
    if (publicKey === undefined) return undefined;
    const application = type.startsWith('sk-') ? reader.text() : undefined;
    reader.end();
    return { type, blob, publicKey, application };
  } catch (error) {
    // Node's crypto refuses a point that is not on its curve.
    if (error instanceof WireError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/** `SHA256:` and base64, as `ssh-keygen -l` prints it. */
export function fingerprintOfKey({ blob }: Pick<SshKey, 'blob'>): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace('=', '')}`;
}

function publicKeyOf(type: string, reader: WireReader): KeyObject | undefined {
  if (type === 'ssh-ed25519' || type === 'sk-ssh-ed25519@openssh.com') {
    return jwk({ kty: 'OKP', crv: 'Ed25519', x: reader.bytes().toString('base64url') });
  }
  if (type === 'ssh-rsa') return rsaKey(reader);
  const known = Object.hasOwn(CURVES, type) ? CURVES[type] : undefined;
  if (known === undefined || reader.text() !== known.name) return undefined;
  const point = reader.bytes();
  if (point[0] !== UNCOMPRESSED || point.length !== 1 + 2 * known.bytes) return undefined;
  const x = point.subarray(1, 1 + known.bytes).toString('base64url');
  const y = point.subarray(1 + known.bytes).toString('base64url');
  return jwk({ kty: 'EC', crv: known.curve, x, y });
}

function rsaKey(reader: WireReader): KeyObject | undefined {
  const exponent = reader.integer();
  const modulus = reader.integer();
  if (modulus.length * 8 < RSA_BITS_MINIMUM) return undefined;
  return jwk({ kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') });
}

function jwk(key: Readonly<Record<string, string>>): KeyObject {
  return createPublicKey({ key, format: 'jwk' });
}

/** The data ends early, or more follows than is expected. */
class WireError extends Error {}

/** Reads the fields of SSH's binary form, RFC 4251 section 5. */
class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new WireError();
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  uint32(): number {
    return this.take(4).readUInt32BE();
  }

  bytes(): Buffer {
    return this.take(this.uint32());
  }

  text(): string {
    return this.bytes().toString('latin1');
  }

  /** A number without the zero that says that it is not negative. @throws {WireError} */
  integer(): Buffer {
    const bytes = this.bytes();
    return bytes[0] === 0 ? bytes.subarray(1) : bytes;
  }

  /** @throws {WireError} when more follows */
  end(): void {
    if (this.#at < this.#bytes.length) throw new WireError();
  }
}

/** The opposite: the length, and the bytes. */
function wireBytes(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const MAGIC = 'SSHSIG';
const VERSION = 1;
const ARMOR = /^-----BEGIN SSH SIGNATURE-----\s+([A-Za-z\d+/=\s]+)-----END SSH SIGNATURE-----\s*$/;
const MESSAGE_HASHES = ['sha256', 'sha512'];
const RSA_HASHES: Readonly<Record<string, string>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };
const CURVE_HASHES: Readonly<Record<number, string>> = { 32: 'sha256', 48: 'sha384', 66: 'sha512' };
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
  // Of each of the two numbers.
  const length = Object.hasOwn(CURVES, key.type) ? CURVES[key.type]?.bytes : undefined;
  if (length === undefined) return verify(null, message, key.publicKey, content);
  const numbers = fixedNumbers(content, length);
  const signer = { key: key.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  return numbers !== undefined && verify(CURVE_HASHES[length], message, signer, numbers);
}

/** A hardware key signs what it is for, whether it was touched, and how often it has signed. */
function messageOfHardwareKey(application: string, signed: Buffer, raw: WireReader): Buffer | undefined {
  const flags = raw.take(1);
  const counter = raw.take(4);
  if ((flags.readUInt8() & USER_PRESENT) === 0) return undefined;
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
