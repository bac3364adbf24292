import { writeFile } from 'node:fs/promises';
import { CommandError, type Complaint } from './command-error.ts';
import { EXIT } from './exit-code.ts';

/** Writes a file that was asked for. @throws CommandError file_unwritable */
export async function writeOutput(
  path: string,
  data: string | Uint8Array,
  unwritable: (path: string, reason: string) => Complaint,
): Promise<void> {
  try {
    await writeFile(path, data);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError({ ...unwritable(path, reason), code: 'file_unwritable', exitCode: EXIT.failed, cause });
  }
}
