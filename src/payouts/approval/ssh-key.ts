import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

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
export function sshKeyOf(blob: Buffer): SshKey | undefined {
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
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
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

/** The length of each of the two numbers in a signature of a curve. */
export function curveBytes({ type }: Pick<SshKey, 'type'>): number | undefined {
  return Object.hasOwn(CURVES, type) ? CURVES[type]?.bytes : undefined;
}

/** What is read is not of the expected form. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Reads the fields of SSH's binary form, RFC 4251 section 5. */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** @throws {WireError} */
  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new WireError('the data ends early');
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  /** @throws {WireError} */
  uint32(): number {
    return this.take(4).readUInt32BE();
  }

  /** @throws {WireError} */
  bytes(): Buffer {
    return this.take(this.uint32());
  }

  /** @throws {WireError} */
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
    if (this.#at < this.#bytes.length) throw new WireError('more data follows than expected');
  }
}

/** The opposite: the length, and the bytes. */
export function wireBytes(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
