import type { Context } from '../context/context.ts';
import type { WrittenFile } from '../../files/write-whole.ts';
import { allFields, type Field } from './fields.ts';
import { Output } from './output.ts';

const FIELDS: readonly Field[] = (['file', 'format', 'bytes', 'sha256'] as const).map((path) => ({
  path,
  kind: 'text',
}));

/** Prints the result of writing a document, for programs. @param written undefined when there was nothing to write */
export async function printWritten(
  context: Context,
  path: string,
  format: string,
  written: WrittenFile | undefined,
): Promise<void> {
  const { bytes, sha256 } = written ?? { bytes: 0, sha256: null };
  const row = { file: written === undefined ? null : path, format, bytes, sha256 };
  await new Output(context, allFields(FIELDS)).one(row, () => '');
}
