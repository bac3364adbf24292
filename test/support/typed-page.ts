import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { startService } from '../../src/service/start.ts';
import { temporaryFolder } from './cli.ts';
import { runScript } from './page-shell.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The commands in a block of a page, and their expected output. */
export interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The sections of a page with blocks of `console`. */
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

/** A folder with a configuration that is logged in to a service of its own. */
export async function folderWithService(): Promise<string> {
  const folder = temporaryFolder();
  // A reader types more slowly than ten requests a second.
  const service = await startService({ port: 0, rateLimit: false });
  onTestFinished(() => service.stop());
  const profiles = openProfiles({ configDirectory: join(folder, 'config') });
  profiles.set('mock', { baseUrl: service.url, apiKey: service.keys[0]?.key ?? '' });
  profiles.use('mock');
  return folder;
}

/** Runs the commands in one shell, one after the other. @returns the output of each */
async function typed(commands: readonly string[], folder: string, language: string): Promise<string[]> {
  const mark = (step: number) => `\u0001${step}\u0001`;
  // Printing the marker must preserve the exit code for the next command.
  const script = commands.map(
    (command, step) => `__code=$?; printf '%s' '${mark(step)}'; __again $__code\n${command}\n`,
  );
  const shown = await runScript(`__again() { return $1; }\n${script.join('')}`, folder, {
    PIX_CONFIG_DIR: join(folder, 'config'),
    PIX_LANG: language,
    LANG: 'C',
    TZ: 'America/Sao_Paulo',
  });
  return commands.map((_, step) => {
    const [, after = ''] = shown.split(mark(step));
    return after.split('\u0001')[0] ?? '';
  });
}

/** Columns may be wider; `…` matches anything, and on a line of its own any number of lines. */
function expression(output: readonly string[]): RegExp {
  const lines = output.map((line) =>
    line === '…' ? '(?:.*\\n)*?' : `${narrow(line).split('…').map(escaped).join('.*')}\\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const narrow = (text: string) => text.replaceAll(/^ +/gm, '').replaceAll(/ {2,}/g, '  ');

/** Runs the commands of a section, and compares the output. */
export async function expectAsShown(steps: readonly Step[], folder: string, language = 'en'): Promise<void> {
  const commands = steps.map(({ command }) => command);
  const shown = await typed(commands, folder, language);
  for (const [index, { command, output }] of steps.entries()) {
    expect(narrow(shown[index] ?? ''), command).toMatch(expression(output));
  }
}
