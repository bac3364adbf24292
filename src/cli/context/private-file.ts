import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Writes a file that is closed to others, and its folder if there is none. Whoever reads it meanwhile sees it whole. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const next = `${path}.${process.pid}`;
  await writeFile(next, text, { mode: FILE_MODE });
  await rename(next, path);
}
