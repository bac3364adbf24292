import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** Text, or bytes, in pieces. */
type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Enough text for one write. */
const CHUNK_LENGTH = 256 * 1024;

/**
 * Writes a file whole or not at all: under a temporary name beside it, onto the disk, then into place.
 *
 * @param pieces in their order; not more than some hundred kilobytes of text are held at a time
 * @param signal once it is aborted, nothing is left behind
 */
export async function writeFileWhole(
  path: string,
  pieces: Pieces,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const temporaryPath = `${path}.part`;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(temporaryPath, 'w');
    try {
      for await (const chunk of chunksOf(pieces)) {
        signal.throwIfAborted();
        const data = Buffer.from(chunk);
        hash.update(data);
        bytes += data.length;
        await file.writeFile(data);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  return { sha256: hash.digest('hex'), bytes };
}

async function* chunksOf(pieces: Pieces): AsyncGenerator<string | Uint8Array> {
  let chunk = '';
  for await (const piece of pieces) {
    if (typeof piece !== 'string') {
      yield chunk;
      yield piece;
      chunk = '';
      continue;
    }
    chunk += piece;
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

/** Makes the new name durable. Where folders can't be opened (Windows), that is the system's own business. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}
