import { isSystemError } from '../../files/system-error.ts';
import { CommandError } from '../errors/command-error.ts';
import { EXIT } from '../errors/exit-code.ts';
import { plainCause } from '../errors/plain-cause.ts';
import type { Catalogue } from '../text/translate.ts';
import { SHEET_ROWS_MAXIMUM, TooManyRows } from '../../xlsx/sheet-form.ts';

/** The error for a file that cannot be written to its path. */
export function unwritable(path: string, cause: Error, text: Catalogue): CommandError {
  return new CommandError({
    ...text.errors.fileUnwritable(path, plainCause(cause, text, { ENOENT: text.errors.folderNotFound })),
    code: 'file_unwritable',
    exitCode: EXIT.failed,
    details: { file: path },
    cause,
  });
}

/** Turns errors of the file system, and a sheet that is full, into errors with texts. */
export async function guardingFile<Value>(path: string, text: Catalogue, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (isSystemError(error)) throw unwritable(path, error, text);
    if (error instanceof TooManyRows) {
      const complaint = text.errors.tooManyRows(SHEET_ROWS_MAXIMUM);
      throw new CommandError({ ...complaint, code: 'too_many_rows', exitCode: EXIT.failed, cause: error });
    }
    throw error;
  }
}
