import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Interruption } from '../../src/cli/context/host.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { jsonError, runCli, temporaryFolder, type CliOptions } from '../support/cli.ts';
import { HISTORY, startTestService } from '../support/service.ts';
import { root } from '../support/typed-page.ts';

const COMMAND = /`(pix [^`]+)`/g;
/** Rows of tables alone: what else a page shows is typed by pages.test.ts. */
const commandsOf = (page: string) =>
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...line.matchAll(COMMAND)].map(([, command = '']) => command));

const PAGES = ['docs/user/tour.md', 'docs/user/pt-br/tour.md'];
/** Without a person who answers, and with other payments than the page has, these end so; all others succeed. */
const ENDS: Readonly<Record<string, string>> = {
  'pix withdraw create': 'confirmation_required',
  'pix payouts run': 'confirmation_required',
  'pix payouts resolve': 'confirmation_required',
  'pix payouts policy init': 'confirmation_required',
  'pix find maria@example.com': 'nothing_found',
  'pix reconcile': 'not_reconciled',
};

describe.each(PAGES)("the day's tasks of %s", (page) => {
  it('are commands that pix knows, with their options and values', async () => {
    const tasks = commandsOf(page);
    expect(tasks.length).toBeGreaterThan(40);
    const [english = ''] = PAGES;
    const tried = page === english ? [] : commandsOf(english);
    const commands = [...new Set(tasks)].filter((command) => !tried.includes(command));
    const { pix, fill } = await office();
    const others: unknown[] = [];
    for (const command of commands) {
      const run = await pix(argvOf(fill(command)), command.includes(' --w') ? interrupted() : {});
      if (run.exitCode === 0 || run.exitCode === 130) continue;
      const [, expected] = Object.entries(ENDS).find(([start]) => command.startsWith(start)) ?? [];
      const { code, message } = jsonError(run);
      if (code !== expected) others.push({ command, code, message });
    }
    expect(others).toEqual([]);
  });
});

async function office() {
  const folder = temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  const service = await startTestService({ ...HISTORY, cache: false });
  const profiles = openProfiles({ configDirectory: join(folder, 'config') });
  for (const name of ['mock', 'shop', 'factory', 'loja', 'fabrica']) {
    profiles.set(name, { baseUrl: service.url, apiKey: service.keyOf() });
  }
  profiles.use('mock');
  const environment = { PIX_CONFIG_DIR: join(folder, 'config') };
  const pix = (argv: readonly string[], options: CliOptions = {}) =>
    runCli([...argv, '--json'], { ...options, environment });
  const json = async (argv: readonly string[]) => {
    const run = await pix(argv);
    expect(run, argv.join(' ')).toMatchObject({ exitCode: 0 });
    return JSON.parse(run.stdout);
  };
  const header = 'reference,pix_key,amount\n';
  writeFileSync('july.xlsx', `${header}A-1,ana@example.com,10.00\n`);
  const paying = ['payouts', 'run', 'july.xlsx', '--yes', '--confirm-total', '10,00'];
  const { run }: { run: string } = await json(paying);
  writeFileSync('july.xlsx', `${header}A-2,ana@example.com,11.00\n`);
  writeFileSync('julho.xlsx', `${header}A-2,ana@example.com,11.00\n`);
  for (const books of ['books.ofx', 'extrato.ofx']) await json(['export', 'statement', '--out', books]);
  const { withdraws } = await json(['withdraw', 'list', '--limit', '1']);
  const [{ id: sent }] = withdraws;
  const charged = async () => String((await json(['payments', 'create', '--value', '12,00'])).id);
  const [paid, unpaid] = [await charged(), await charged()];
  await json(['mock', 'pay', paid]);
  return {
    pix,
    fill: (command: string) =>
      command
        .replace(/\b(RUN|LOTE)\b/, run)
        .replace(/\b(LINE|LINHA)\b/, '2')
        .replace(/\bID\b/, command.includes('--qr') ? unpaid : command.includes('payments') ? paid : sent),
  };
}

function argvOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].slice(1).map(([, quoted, word = '']) => quoted ?? word);
}

/** Ends what waits, once it waits. */
function interrupted(): CliOptions {
  const controller = new AbortController();
  return {
    interruption: controller.signal,
    onSleep: () => {
      controller.abort(new Interruption('SIGINT'));
      controller.signal.throwIfAborted();
    },
  };
}
