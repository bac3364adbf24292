import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { commandError, usageError, EXIT, type CommandError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import { writeFileWhole, type WrittenFile } from '../../files/write-whole.ts';
import type { Catalogue } from '../text/translate.ts';
import { isSystemError } from '../../files/system-error.ts';
import { plainCause } from '../errors/plain-cause.ts';
import { SHEET_ROWS_MAXIMUM, TooManyRows } from '../../xlsx/sheet-form.ts';
import { allFields, ofKind, type Field } from './fields.ts';
import { Output } from './output.ts';
import type { CommandSession } from '../context/session.ts';
import type { OutputFormat } from '../text/topic-names.ts';

/**
 * Call it before any work for a file: an existing one is only replaced with `--force`.
 *
 * @throws CommandError file_exists
 */
export function assertReplaceable(path: string, force: boolean | undefined, text: Catalogue): void {
  if (force !== true && existsSync(path) && !isStream(path)) {
    throw usageError('file_exists', text.errors.fileExists(path));
  }
}

/** Writes a requested file, completely or not at all. @throws CommandError file_unwritable */
export async function writeOutput(
  { host: { interruption }, screen: { text } }: Context,
  path: string,
  data: string | Uint8Array,
): Promise<void> {
  await guardingFile(path, text, async () => {
    if (isStream(path)) await writeFile(path, data);
    else await writeFileWhole(path, [data], interruption);
  });
}

/** A device or a pipe (`/dev/stdout`), which cannot be replaced by a file. */
function isStream(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

export function unwritable(path: string, cause: Error, text: Catalogue): CommandError {
  return commandError(
    EXIT.failed,
    'file_unwritable',
    text.errors.fileUnwritable(path, plainCause(cause, text, { ENOENT: text.errors.folderNotFound })),
    { details: { file: path }, cause },
  );
}

/** Turns errors of the file system, and a sheet that is full, into errors with texts. */
export async function guardingFile<Value>(path: string, text: Catalogue, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (isSystemError(error)) throw unwritable(path, error, text);
    if (error instanceof TooManyRows) {
      const complaint = text.errors.tooManyRows(SHEET_ROWS_MAXIMUM);
      throw commandError(EXIT.failed, 'too_many_rows', complaint, { cause: error });
    }
    throw error;
  }
}

const FIELDS: readonly Field[] = [
  ...ofKind('text', 'file', 'format'),
  { path: 'bytes', kind: 'count' },
  { path: 'sha256', kind: 'text' },
];

/** Prints the result of writing a document, for programs. @param written undefined when there was nothing to write */
export async function printWritten(context: Context, path: string, format: string, written: WrittenFile | undefined) {
  const { bytes, sha256 } = written ?? { bytes: 0, sha256: null };
  const row = { file: written === undefined ? null : path, format, bytes, sha256 };
  await new Output(context.screen, allFields(FIELDS)).one(row, () => '');
}

/** Writes a document as a whole, and prints what was written. */
export async function writeDocument(
  context: Context,
  path: string,
  format: string,
  pieces: Parameters<typeof writeFileWhole>[1],
): Promise<void> {
  const { host, screen } = context;
  const written = await guardingFile(path, screen.text, () => writeFileWhole(path, pieces, host.interruption));
  await printWritten(context, path, format, written);
}

/** The requested format; undefined when the default applies. */
export function askedFormat({ flags }: Pick<CommandSession, 'flags'>): OutputFormat | undefined {
  return flags.output ?? (flags.json === true ? 'json' : undefined);
}

/**
 * For documents with a format of their own: other formats are refused rather than ignored.
 *
 * @param forms values of `--output` that match
 * @throws CommandError (usage) conflicting_options
 */
export function refuseOtherForms(context: Context, forms: readonly OutputFormat[]): void {
  const { flags } = context.session;
  const { text } = context.screen;
  const format = askedFormat(context.session);
  const isOther = format !== undefined && !forms.includes(format);
  if (!isOther && flags.fields === undefined) return;
  const asked = isOther ? `--output ${format}` : '--fields';
  throw usageError('conflicting_options', text.usage.ownForm(asked, isOther ? forms : []));
}
