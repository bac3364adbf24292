import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));
const bundle = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export function assertBuilt(): void {
  if (!existsSync(bundle)) throw new Error('these tests run the built command line: npm run build');
}

/** A real `pix` process, whose environment contains only the path. */
export function start(argv: readonly string[], environment: Environment): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [bin, ...argv], { env: { PATH: process.env['PATH'], ...environment } });
  onTestFinished(async () => {
    if (isRunning(child)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  return child;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

export async function finish(child: ChildProcessWithoutNullStreams) {
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  await once(child, 'close');
  return { ...output, exitCode: child.exitCode, signal: child.signalCode };
}
