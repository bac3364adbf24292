import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { startService } from '../../src/service/start.ts';
import { temporaryFolder } from './cli.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a block of a page tells to type, and what then appears. */
export interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The sections of a page that have blocks of `console`. */
export function sectionsOf(page: string): Section[] {
  return readFileSync(join(root, page), 'utf8')
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [title = ''] = section.split('\n');
      const steps = [...section.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = '']) => stepsOf(block));
      return steps.length === 0 ? [] : [{ title, steps }];
    });
}

function stepsOf(block: string): Step[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...output] = step.trimEnd().split('\n');
      return { command, output };
    });
}

export function assertBuilt(): void {
  if (!existsSync(join(root, 'dist/cli/main.js'))) {
    throw new Error('these tests run the built command line: npm run build');
  }
}

/** A folder with `pix` in it, logged in to a service of its own. */
export async function folderWithService(): Promise<string> {
  const folder = temporaryFolder();
  installPix(folder);
  const service = await startService({ port: 0 });
  onTestFinished(() => service.stop());
  const profiles = openProfiles({ configDirectory: join(folder, 'config') });
  profiles.set('mock', { baseUrl: service.url, apiKey: service.keys[0]?.key ?? '' });
  profiles.use('mock');
  return folder;
}

/** `pix` as it is at a terminal: what nobody else reads is a table. */
function installPix(folder: string): void {
  const pix = `exec '${process.execPath}' '${join(root, 'bin/pix.js')}' "$@"`;
  const script = `#!/usr/bin/env bash
case " $* " in *" --json "* | *" -o "* | " serve "*) ${pix} ;; esac
if [[ /dev/stdout -ef /dev/stderr ]]; then ${pix} -o table; else ${pix}; fi
`;
  writeFileSync(join(folder, 'pix'), script, { mode: 0o755 });
}

/** Types the commands into one shell, one after the other. @returns what appeared after each */
async function typed(commands: readonly string[], folder: string): Promise<string[]> {
  const mark = (step: number) => `\u0001${step}\u0001`;
  // The mark must not take away the exit code that the next command may ask for.
  const script = commands.map(
    (command, step) => `__code=$?; printf '%s' '${mark(step)}'; (exit $__code)\n${command}\n`,
  );
  const shell = spawn('bash', ['-c', `exec 2>&1\n${script.join('')}`], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      PIX_CONFIG_DIR: join(folder, 'config'),
      LANG: 'C',
      TZ: 'America/Sao_Paulo',
    },
    detached: true,
  });
  onTestFinished(() => {
    try {
      // What it has left in the background goes with it.
      if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // All of it has ended, as it should.
    }
  });
  let shown = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  shell.stdin.end();
  await once(shell, 'close');
  return commands.map((_, step) => {
    const [, after = ''] = shown.split(mark(step));
    return after.split('\u0001')[0] ?? '';
  });
}

/** Columns may be wider; `…` stands for anything, and on a line of its own for any number of lines. */
function expression(output: readonly string[]): RegExp {
  const lines = output.map((line) =>
    line === '…' ? '(?:.*\\n)*?' : `${narrow(line).split('…').map(escaped).join('.*')}\\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const narrow = (text: string) => text.replaceAll(/^ +/gm, '').replaceAll(/ {2,}/g, '  ');

/** Types the commands of a section, and compares what appears. */
export async function expectAsShown(steps: readonly Step[], folder: string): Promise<void> {
  const shown = await typed(
    steps.map(({ command }) => command),
    folder,
  );
  for (const [index, { command, output }] of steps.entries()) {
    expect(narrow(shown[index] ?? ''), command).toMatch(expression(output));
  }
}
