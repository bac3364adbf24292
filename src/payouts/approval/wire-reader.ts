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
