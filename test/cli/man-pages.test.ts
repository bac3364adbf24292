import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeManPages } from '../../src/cli/help/write-help.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';

const KNOWN_REQUESTS = ['TH', 'nh', 'SH', 'TP', 'PP', 'nf', 'fi'];

it('has a page for pix and for each command, with the texts of its help', async () => {
  const folder = temporaryFolder();
  const names = await writeManPages(folder);
  expect(names).toEqual(expect.arrayContaining(['pix.1', 'pix-withdraw-create.1', 'pix-mock-faults-add.1']));
  expect(names.filter((name) => name.includes('__') || name.includes('help'))).toEqual([]);
  const inPortuguese = names.map((name) => join('pt_BR', 'man1', name));
  for (const name of [...names, ...inPortuguese]) {
    const page = readFileSync(join(folder, name), 'utf8');
    const requests = page.match(/^\.\w+/gm)?.map((request) => request.slice(1)) ?? [];
    expect(requests.filter((request) => !KNOWN_REQUESTS.includes(request))).toEqual([]);
    expect(requests.filter((request) => request === 'nf')).toHaveLength(
      requests.filter((request) => request === 'fi').length,
    );
    expect(page).toMatch(/^\.TH "PIX\S*" 1 .*\n\.nh\n\.SH "(NAME|NOME)"\npix/);
    // Nothing is left that roff would read as an escape.
    expect(page.replaceAll(/\\(fB|fR|-|e|&|\(dq|\[u[\dA-F]{4,6}\])/g, '')).not.toContain('\\');
  }
  const { stdout } = await runCli(['withdraw', 'create', '--help']);
  const page = readFileSync(join(folder, 'pix-withdraw-create.1'), 'utf8').replaceAll('\\-', '-');
  const options =
    stdout
      .split('Options:')[1]
      ?.split('\n\n')[0]
      ?.match(/--[a-z-]+/g) ?? [];
  expect(options.length).toBeGreaterThan(5);
  for (const option of options) expect(page).toContain(option);
});

it.runIf(spawnSync('groff', ['--version']).status === 0)('is read by groff without a warning', async () => {
  const folder = temporaryFolder();
  await writeManPages(folder);
  for (const name of ['pix.1', 'pix-withdraw-create.1']) {
    const { stderr, stdout } = spawnSync('groff', ['-man', '-Tutf8', '-ww', join(folder, name)]);
    expect(stderr.toString()).toBe('');
    expect(stdout.length).toBeGreaterThan(500);
  }
  const shown = execFileSync('groff', ['-man', '-Tascii', '-P-cbou', join(folder, 'pix-withdraw-create.1')]).toString();
  expect(shown).toContain('pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run');
});

it('has the same pages in Portuguese, where man looks for them in a Portuguese locale', async () => {
  const folder = temporaryFolder();
  const names = await writeManPages(folder);
  const portuguese = join(folder, 'pt_BR', 'man1');
  expect(readdirSync(portuguese).toSorted()).toEqual([...names].toSorted());
  const page = readFileSync(join(portuguese, 'pix-payouts-run.1'), 'utf8');
  expect(page.match(/^\.SH ".*"$/gm)).toEqual([
    '.SH "NOME"',
    '.SH "SINOPSE"',
    '.SH "EXEMPLOS"',
    '.SH "ARGUMENTOS"',
    `.SH "OP\\[u00C7]\\[u00D5]ES"`,
    `.SH "VEJA TAMB\\[u00C9]M"`,
  ]);
  expect(page).toContain('pix payouts run julho.csv');
  expect(page).toContain('\\fBpix payouts run [op\\[u00E7]\\[u00F5]es] <arquivo>\\fR');
});

it.runIf(spawnSync('man', ['--version']).status === 0)('is shown by man in the language of the locale', async () => {
  const folder = temporaryFolder();
  await writeManPages(folder);
  const shown = execFileSync('man', ['-L', 'pt_BR', 'pix-balance'], {
    env: { PATH: process.env['PATH'], MANPATH: `${folder}:`, MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
  }).toString();
  expect(shown).toContain('Mostra quanto pode ser enviado e quanto resta dos limites');
});
