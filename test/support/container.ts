import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './cli.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const EXAMPLES = join(ROOT, 'docs/integrate/examples');
/** `.ci/run` names the package as it is installed from its archive. */
const PACKAGE = process.env['PIX_TEST_PACKAGE'] ?? ROOT;

/**
 * A folder with the package as npm installs it, and with packages of the checkout. It is copied: Vitest would transform
 * what is not in a folder of packages.
 *
 * @returns its `bin/pix.js`
 */
export function installPackage(folder: string, others: readonly string[]): string {
  const modules = join(folder, 'node_modules');
  for (const part of ['package.json', 'bin', 'dist']) {
    cpSync(join(PACKAGE, part), join(modules, 'pix-wallet', part), { recursive: true });
  }
  for (const name of others) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  return join(modules, 'pix-wallet/bin/pix.js');
}

const isRoot = process.getuid?.() === 0;

/** A folder that stands for a container of the example: it runs what the files say, as a user without a home folder. */
export class Container {
  readonly #pix: string;
  readonly #data: string;
  readonly #file = readFileSync(join(EXAMPLES, 'Containerfile'), 'utf8');

  constructor() {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    this.#pix = installPackage(folder, ['pg', '@photostructure']);
    this.#data = join(folder, 'data');
    mkdirSync(this.#data);
    // As in the file: of the group 0.
    chmodSync(this.#data, 0o770);
  }

  /** The words of an instruction of the file, or of a line of a compose file. */
  words(instruction: string, file = this.#file): string[] {
    const [, list = ''] = new RegExp(`${instruction} (\\[.*\\])$`, 'm').exec(file) ?? [];
    const words: unknown = JSON.parse(list.startsWith('["') ? list : list.replaceAll("'", '"'));
    if (!Array.isArray(words)) throw new Error(`no list of words follows ${instruction}`);
    return words.map((word) => String(word).replaceAll('/data', this.#data));
  }

  /** Starts the command on a free port. @returns the process, and its address once it listens */
  async start(
    command: readonly string[],
    environment: Readonly<Record<string, string>>,
    within: readonly string[] = [],
  ) {
    const [entry] = this.words('ENTRYPOINT');
    if (entry !== 'pix') throw new Error('another program');
    const child = this.#run([...within, process.execPath, this.#pix, ...command, '--port', '0'], environment);
    onTestFinished(() => void child.kill('SIGKILL'));
    let [stdout, stderr] = ['', ''];
    child.stderr.on('data', (text) => (stderr += String(text)));
    for await (const text of child.stdout) {
      stdout += String(text);
      const [url] = /http:\S+/.exec(stdout) ?? [];
      if (url !== undefined && stdout.includes('Ctrl-C')) return { child, url };
    }
    throw new Error(stderr);
  }

  /** Whether the health check, as it is written, passes. */
  async isHealthy(url: string): Promise<boolean> {
    const [, , script = ''] = this.words(String.raw`HEALTHCHECK .* CMD`);
    const child = this.#run([process.execPath, '-e', script.replace('http://127.0.0.1:4010', url)], {});
    await once(child, 'exit');
    return child.exitCode === 0;
  }

  #run([program = '', ...words]: readonly string[], environment: Readonly<Record<string, string>>) {
    const fixed = [...this.#file.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('/data', this.#data),
    ]);
    return spawn(program, words, {
      cwd: '/',
      env: { PATH: process.env['PATH'], HOME: '/', ...Object.fromEntries(fixed), ...environment },
      ...(isRoot && { uid: 54_321, gid: 0 }),
    });
  }
}

/** How a process ends that is asked to stop, as an engine does. */
export async function stopped(child: ChildProcessWithoutNullStreams, pid = child.pid): Promise<number | null> {
  if (pid === undefined) throw new Error('it has not started');
  process.kill(pid, 'SIGTERM');
  await once(child, 'exit');
  return child.exitCode;
}
