import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { FILE_MODE } from '../../files/private-files.ts';

/** The identity of a journal, and how many commits that move money it contains. */
export interface StampFacts {
  readonly journal: string;
  readonly generation: number;
}

/** The stamp could not be written: the payments that it would prove must not be sent. */
export class StampError extends Error {
  override readonly name = 'StampError';
}

/** Disks write at least this much at once, so writing one slot never damages the other. */
const SLOT_BYTES = 512;
const SLOTS = 2;
const DIGEST_LENGTH = 16;
const FORM = /^pix-journal ([0-9a-f]{32}) (\d{1,15}) ([0-9a-f]{16})\n/;

/**
 * Facts about a journal outside its database, so that a database that is missing, older, or without its log is
 * detected. It is written after the commit that it proves: it may be behind the database, and is never ahead of it.
 */
export class Stamp {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The newest intact slot; undefined if there is none. */
  read(): StampFacts | undefined {
    const bytes = readIfThere(this.#path);
    const slots = Array.from({ length: SLOTS }, (_, slot) => {
      return factsIn(bytes.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES).toString('latin1'));
    });
    return slots.reduce(
      (newest, facts) => (facts !== undefined && facts.generation >= (newest?.generation ?? 0) ? facts : newest),
      undefined,
    );
  }

  /** On the disk when it returns. @throws {StampError} */
  write(facts: StampFacts): void {
    try {
      const file = (this.#file ??= openForWriting(this.#path));
      writeSync(file, slotOf(facts), (facts.generation % SLOTS) * SLOT_BYTES);
      fdatasyncSync(file);
    } catch (error) {
      throw new StampError(`${this.#path} can't be written: ${String(error)}`, { cause: error });
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

function openForWriting(path: string): number {
  const file = openSync(path, 'a', FILE_MODE);
  const isNew = fstatSync(file).size === 0;
  closeSync(file);
  const opened = openSync(path, 'r+');
  // Unused slots are blank, not a hole in the file.
  if (isNew) writeSync(opened, ' '.repeat(SLOTS * SLOT_BYTES), 0);
  return opened;
}

function slotOf({ journal, generation }: StampFacts): string {
  const facts = `pix-journal ${journal} ${generation}`;
  return `${facts} ${digestOf(facts)}\n`.padEnd(SLOT_BYTES);
}

function factsIn(slot: string): StampFacts | undefined {
  const [, journal = '', generation = '', digest] = FORM.exec(slot) ?? [];
  if (digest !== digestOf(`pix-journal ${journal} ${generation}`)) return undefined;
  return { journal, generation: Number(generation) };
}

function digestOf(facts: string): string {
  return createHash('sha256').update(facts).digest('hex').slice(0, DIGEST_LENGTH);
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
