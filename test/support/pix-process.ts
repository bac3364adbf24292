import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built command line. */
export const PROGRAM = fileURLToPath(new URL('../../bin/pix.js', import.meta.url));

if (!existsSync(new URL('../../dist/cli/main.js', import.meta.url))) {
  throw new Error('these tests run the built command line: npm run build');
}

export type Environment = Readonly<Record<string, string>>;

/**
 * A real `pix` process, whose environment contains only the path.
 *
 * @param before what starts it, such as `prlimit`
 */
export function start(argv: readonly string[], environment: Environment, before: readonly string[] = []) {
  const [command = '', ...words] = [...before, process.execPath, PROGRAM, ...argv];
  const child = spawn(command, words, { env: { PATH: process.env['PATH'], ...environment } });
  onTestFinished(async () => {
    if (isRunning(child)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  return child;
}

/** What `pix serve --json` prints when it is ready, with the keys of its accounts. */
export async function readyOf({ stdout }: { readonly stdout: Readable }) {
  const [line] = await once(createInterface(stdout), 'line');
  const ready: Announcement = JSON.parse(String(line));
  const keyOf = (of = 'demo', named = 'main') =>
    ready.keys.find(({ account, name }) => account === of && name === named)?.key ?? '';
  return { ...ready, keyOf };
}

export type Ready = Awaited<ReturnType<typeof readyOf>>;

interface Announcement {
  readonly event: string;
  readonly url: string;
  readonly profile: string | null;
  readonly keys: readonly { account: string; name: string; key: string; permissions: readonly string[] }[];
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
