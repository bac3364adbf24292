import { access, rename, rm, writeFile } from 'node:fs/promises';
import { usageError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { guardingFile } from '../../export/file-failure.ts';
import { openLevers } from '../../local-service.ts';
import { selectFields, type Field } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** The state holds the keys of the service. */
const FILE_MODE = 0o600;

const FIELDS: readonly Field[] = [
  { path: 'file', kind: 'text' },
  { path: 'bytes', kind: 'text' },
];

export interface SnapshotOptions {
  readonly file: string;
  readonly force?: boolean;
}

/** `pix mock snapshot FILE` */
export async function run(context: Context, { file, force }: SnapshotOptions): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, FIELDS, text);
  if (force !== true && (await exists(file))) throw usageError('file_exists', text.exports.fileExists(file));
  const desk = await openLevers(context);
  const snapshot = await desk.snapshot();
  await guardingFile(file, text, () => writeWhole(file, snapshot));
  await printThing(context, { file, bytes: snapshot.byteLength }, selection, () => '');
  context.notify(text.mock.saved(file));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}

/** Under another name first, so that half a snapshot never stands where a whole one did. */
async function writeWhole(file: string, snapshot: Uint8Array): Promise<void> {
  const partial = `${file}.${process.pid}.part`;
  try {
    await writeFile(partial, snapshot, { mode: FILE_MODE });
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}
