import { createHash } from 'node:crypto';
import { statSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { syncFolder } from './private-files.ts';

export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Characters per write. */
const CHUNK_LENGTH = 256 * 1024;

/** A file that is complete on the disk, under a temporary name. */
export interface PreparedFile extends WrittenFile {
  moveIntoPlace(): Promise<void>;
  /** Removes the file, unless it has been moved. */
  discard(): Promise<void>;
}

/**
 * Writes a file completely or not at all: first under a temporary name beside it, then onto the disk, then renamed.
 *
 * @param pieces in their order; at most some hundred kilobytes of text are buffered
 * @param signal once it is aborted, no file is left behind
 * @param mode the rights of the file; the system's default if left out
 */
export async function writeFileWhole(
  path: string,
  pieces: Pieces,
  signal: AbortSignal,
  mode?: number,
): Promise<WrittenFile> {
  const file = await prepareFile(path, pieces, signal, mode);
  try {
    await file.moveIntoPlace();
  } finally {
    await file.discard();
  }
  const { sha256, bytes } = file;
  return { sha256, bytes };
}

/** Writes a file onto the disk, under a temporary name in the folder of its final path. */
export async function prepareFile(
  path: string,
  pieces: Pieces,
  signal: AbortSignal,
  mode?: number,
): Promise<PreparedFile> {
  const temporaryPath = `${path}.part`;
  const discard = () => rm(temporaryPath, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  await discard();
  // Exclusive: a link with this name could point to another user's file.
  const file = await open(temporaryPath, 'wx', mode);
  try {
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
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    sha256: hash.digest('hex'),
    bytes,
    discard,
    async moveIntoPlace() {
      await replace(temporaryPath, path, signal);
      syncFolder(dirname(path));
    },
  };
}

/** The error codes of Windows for a file that another program has open, such as Excel or a virus scanner. */
const OPEN_ELSEWHERE = new Set(['EBUSY', 'EPERM', 'EACCES']);
const PAUSES_MS = [50, 100, 200, 400, 800];

/** Renames onto a file that may be open in another program. Only Windows refuses that. */
async function replace(temporaryPath: string, path: string, signal: AbortSignal): Promise<void> {
  if (process.platform !== 'win32') return rename(temporaryPath, path);
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    try {
      await rename(temporaryPath, path);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!OPEN_ELSEWHERE.has(code) || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) throw error;
      if (pauseMs === undefined) throw new FileOpenElsewhereError(path, { cause: error });
      await delay(pauseMs, undefined, { signal });
    }
  }
}

/** Has the code that Windows reports when it can distinguish an open file from missing rights. */
class FileOpenElsewhereError extends Error {
  readonly code = 'EBUSY';
  readonly syscall = 'rename';
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

/** Windows refuses to replace a file while a virus scanner reads it. */
const NOW_PAUSES_MS = process.platform === 'win32' ? [50, 100, 200, 400] : [];

/**
 * Replaces a small file completely or not at all, while the thread waits.
 *
 * @param temporaryPath in the same folder
 * @param write makes the new file at the temporary path
 */
export function replaceNow(path: string, temporaryPath: string, write: () => void): void {
  try {
    rmSync(temporaryPath, { force: true });
    write();
    const file = openSync(temporaryPath, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameNow(temporaryPath, path);
    syncFolder(dirname(path));
  } finally {
    rmSync(temporaryPath, { force: true });
  }
}

function renameNow(from: string, to: string): void {
  for (const pauseMs of NOW_PAUSES_MS) {
    try {
      renameSync(from, to);
      return;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
  renameSync(from, to);
}
