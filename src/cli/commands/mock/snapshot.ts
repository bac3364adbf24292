import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { guardingFile } from '../../context/file-failure.ts';
import { openLevers } from '../../context/local-service.ts';
import type { Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';

/** The state holds the keys of the service. */
const FILE_MODE = 0o600;

interface SavedState {
  readonly file: string;
  readonly bytes: number;
}

export const FIELDS: Fields<SavedState> = [
  { path: 'file', kind: 'text' },
  { path: 'bytes', kind: 'text' },
];

interface SnapshotFlags {
  readonly file: string;
  readonly force?: boolean;
}

/** `pix mock snapshot FILE` */
export async function run(context: Context, { file, force }: SnapshotFlags, output: Output<SavedState>): Promise<void> {
  const { text } = context.screen;
  if (force !== true && (await exists(file))) throw usageError('file_exists', text.errors.fileExists(file));
  const desk = await openLevers(context);
  let bytes = 0;
  await desk.snapshot((pieces) =>
    guardingFile(file, text, async () => {
      bytes = await writeWhole(file, pieces);
    }),
  );
  await output.one({ file, bytes }, () => '');
  context.screen.notify(text.mock.saved(file));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Under another name first, so that half a snapshot never stands where a whole one did.
 *
 * @returns how many bytes it has
 */
async function writeWhole(file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const partial = `${file}.${process.pid}.part`;
  try {
    const output = createWriteStream(partial, { mode: FILE_MODE, flush: true });
    await pipeline(pieces, output);
    await rename(partial, file);
    return output.bytesWritten;
  } finally {
    await rm(partial, { force: true });
  }
}
