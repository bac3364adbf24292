import { CommandError } from '../errors/command-error.ts';
import { EXIT } from '../errors/exit-code.ts';
import { plainCause } from '../errors/plain-cause.ts';
import type { Catalogue } from '../text/translate.ts';

/** For a file that can't be written where it was asked for. */
export function unwritable(path: string, cause: Error, text: Catalogue): CommandError {
  return new CommandError({
    ...text.errors.fileUnwritable(path, plainCause(cause, text)),
    code: 'file_unwritable',
    exitCode: EXIT.failed,
    details: { file: path },
    cause,
  });
}

/** Names failures of the file system. */
export async function guardingFile<Value>(path: string, text: Catalogue, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw unwritable(path, error, text);
    throw error;
  }
}
