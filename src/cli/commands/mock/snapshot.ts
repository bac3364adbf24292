import { createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { guardingFile } from '../../context/file-failure.ts';
import { openLevers } from '../../context/local-service.ts';
import { selectFields, type Field } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** The state holds the keys of the service. */
const FILE_MODE = 0o600;

export const FIELDS: readonly Field[] = [
  { path: 'file', kind: 'text' },
  { path: 'bytes', kind: 'text' },
];

export interface SnapshotOptions {
  readonly file: string;
  readonly force?: boolean;
}

/** `pix mock snapshot FILE` */
export async function run(context: Context, { file, force }: SnapshotOptions): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, FIELDS, text);
  if (force !== true && (await exists(file))) throw usageError('file_exists', text.errors.fileExists(file));
  const desk = await openLevers(context);
  let bytes = 0;
  await desk.snapshot((pieces) =>
    guardingFile(file, text, async () => {
      bytes = await writeWhole(file, pieces);
    }),
  );
  await printThing(context, { file, bytes }, selection, () => '');
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
