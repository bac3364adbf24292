import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Refusal } from '../wallet/refusal.ts';

export const FOLDER_PREFIX = 'pix-state-';

/** Closed to other users: states contain names and money. */
function privateFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), FOLDER_PREFIX));
}

/** @param work is called with the path of a temporary file */
export async function withNewFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await privateFolder();
  try {
    return await work(join(folder, 'state'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A state that is complete before it is read: a reader that stands still keeps nothing of the store waiting.
 *
 * @param write writes the state into a file
 */
export async function snapshotStream(write: (file: string) => Promise<void>): Promise<ReadableStream<Uint8Array>> {
  const folder = await privateFolder();
  const file = join(folder, 'snapshot');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await write(file);
    const stream = (await open(file)).createReadStream();
    // An open file stays readable without its name, so that a kill leaves nothing. Windows keeps the name until the end.
    await remove().catch(() => undefined);
    stream.once('close', () => void remove().catch(() => undefined));
    return Readable.toWeb(stream);
  } catch (error) {
    await remove();
    throw error;
  }
}

export function refusedSnapshot(problem: string): Refusal {
  return new Refusal('validation_failed', `This is no snapshot that can be restored: ${problem}`);
}
