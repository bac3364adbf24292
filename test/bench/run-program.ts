import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../bin/pix.js', import.meta.url));
const NOTHING_FOUND = 6;

/** Runs `pix` in a process of its own. @returns its output; fails unless it succeeds, or finds nothing */
export function runProgram(argv: readonly string[], env: Record<string, string>, input = ''): string {
  const options = { env, input, encoding: 'utf8', maxBuffer: Infinity } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], options);
  if (status !== 0 && status !== NOTHING_FOUND) throw new Error(stderr);
  return stdout;
}
