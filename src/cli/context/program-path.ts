import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import type { Host } from './host.ts';

/**
 * The absolute path of a program, so that it is the same one wherever `pix` runs later. As a shell finds it, but in no
 * folder that is relative to the current one.
 */
export function programPath(program: string, { PATH = '', PATHEXT = '' }: Host['environment']): string | undefined {
  const isWindows = process.platform === 'win32';
  const endings = isWindows ? ['', ...PATHEXT.split(';')] : [''];
  const isNamed = isAbsolute(program) || program.includes('/') || program.includes(sep);
  const folders = isNamed ? [''] : PATH.split(delimiter).filter(isAbsolute);
  const candidates = folders.flatMap((folder) => endings.map((ending) => resolve(join(folder, program) + ending)));
  return program === '' ? undefined : candidates.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
