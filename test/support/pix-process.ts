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

/**
 * A real `pix` process, whose environment contains only the path.
 *
 * @param before what starts it, such as `prlimit`
 */
export function start(argv: readonly string[], environment: Environment, before: readonly string[] = []) {
  const [command = '', ...words] = [...before, process.execPath, bin, ...argv];
  const child = spawn(command, words, { env: { PATH: process.env['PATH'], ...environment } });
  onTestFinished(async () => {
    if (isRunning(child)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  return child;
}

/** A process from its start to its end, with what it reads. */
export function runProcess(...[argv, environment, stdin, before]: ProcessParts) {
  const child = start(argv, environment, before);
  child.stdin.end(stdin);
  return finish(child);
}

type ProcessParts = [argv: readonly string[], environment: Environment, stdin?: string, before?: readonly string[]];

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
