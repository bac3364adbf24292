import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { folderNameOf } from '../../src/cli/context/state-folder.ts';
import { writeFileWhole } from '../../src/files/write-whole.ts';
import { runCli, temporaryFolder } from '../support/cli.ts';

/* What other systems do differently. */

vi.mock('node:fs/promises', { spy: true });
vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

const { signal } = new AbortController();

function pretendToBe(platform: string): void {
  const { platform: own } = process;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: own });
  });
}

it.each([
  [String.raw`payroll\july.csv`, ''],
  [String.raw`Folha de julho\julho.csv`, '"'],
])('a command that is to be pasted on Windows has the path %s', async (name, mark) => {
  pretendToBe('win32');
  const path = join(temporaryFolder(), name);
  const { stderr } = await runCli(['payouts', 'template', '--out', path]);
  expect(stderr).toContain(`pix payouts check ${mark}${path}${mark}\n`);
});

describe('a file that another program has open on Windows', () => {
  let path = '';
  beforeEach(() => {
    path = join(temporaryFolder(), 'payments.csv');
    writeFileSync(path, 'earlier');
    pretendToBe('win32');
  });

  const refused = () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM', syscall: 'rename' }));

  it('is replaced as soon as that program has closed it', async () => {
    vi.mocked(files.rename).mockImplementationOnce(refused).mockImplementationOnce(refused);
    await writeFileWhole(path, ['later'], signal);
    expect(readFileSync(path, 'utf8')).toBe('later');
  });

  it('stays as it is, and nothing is left beside it', async () => {
    vi.mocked(files.rename).mockImplementation(refused);
    await expect(writeFileWhole(path, ['later'], signal)).rejects.toMatchObject({ code: 'EBUSY', syscall: 'rename' });
    expect([readFileSync(path, 'utf8'), readdirSync(join(path, '..'))]).toEqual(['earlier', ['payments.csv']]);
  });

  it.each([
    ['en', 'another program has it open; close it there'],
    ['pt-BR', 'está aberto em outro programa; feche-o lá'],
  ])('is named as such in %s', async (language, words) => {
    vi.mocked(files.rename).mockImplementation(refused);
    const argv = ['payouts', 'template', '--out', path, '--force', '--lang', language];
    const run = await runCli(argv);
    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain(words);
  });
});

describe('the folder of a profile', () => {
  /** Where nothing is yet. */
  const states = '/nonexistent';

  it.each(['work', 'loja-2', 'a.b_c', 'console'])('has the name of %j, which is one on every disk', (name) => {
    expect(folderNameOf(name, states)).toBe(name);
  });

  it.each([
    ['Loja', 'loja'],
    ['LOJA', 'Loja'],
    ['São', 'Sao'],
    ['a.', 'a'],
  ])('of %j is another one than that of %j, on every disk', (one, other) => {
    const names = [one, other].map((name) =>
      folderNameOf(name, states)
        .toLowerCase()
        .replace(/[. ]+$/, ''),
    );
    expect(new Set(names).size).toBe(2);
  });

  it.each(['con', 'NUL', 'com1', 'lpt9.txt', 'services', 'key-1'])('%j has not that very name', (name) => {
    expect(folderNameOf(name, states)).toMatch(/^profile-[a-z\d_-]+-[\da-f]{16}$/);
  });

  it('that an earlier version has made is still used', () => {
    const own = temporaryFolder();
    writeFileSync(join(own, 'Loja'), '');
    expect([folderNameOf('Loja', own), folderNameOf('LOJA', own)]).toEqual([
      'Loja',
      expect.stringMatching(/^profile-loja-/),
    ]);
  });
});
