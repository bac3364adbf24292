import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { usageError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import { guardingFile } from '../context/file-failure.ts';
import { writeFileWhole } from '../../files/write-whole.ts';
import type { Catalogue } from '../text/translate.ts';

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
