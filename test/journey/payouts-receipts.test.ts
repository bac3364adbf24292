import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractText } from 'unpdf';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../support/cli.ts';
import { openPayoutOffice, runOf, type PayoutOffice } from './payout-office.ts';

let office: PayoutOffice;
let run: string;
let folder: string;

beforeEach(async () => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  office = await openPayoutOffice();
  folder = join(office.folder, 'comprovantes');
  await office.control('account', 'set', '--instant', 'false');
  const path = office.file('folha.csv', [
    'referencia;nome;cpf_cnpj;chave_pix;valor;descricao',
    'F-1;João <b>Ação</b> & Filhos (ME) \\;529.982.247-25;joao@example.com;10,00;Salário de julho',
    'F-2;../../Őri László 李;;maria@example.com;11,00;',
    'F-3;Failed;;failed@example.com;12,00;',
    'F-4;Slow;;slow@example.com;13,00;',
  ]);
  ({ run } = runOf(await office.pay(path, '46,00')));
  const [first, second, third] = await office.sent();
  for (const paid of [first, second]) await office.control('settle', paid?.id ?? '');
  await office.control('fail', third?.id ?? '', '--reason', 'AC03');
  await office.refresh(run);
});

const receipts = (...flags: readonly string[]) =>
  office.run(['payouts', 'receipts', run, '--out', folder, '--lang', 'pt-BR', ...flags]);
const contents = () => readdirSync(folder).toSorted();
const fileOf = (row: string) => join(folder, contents().find((name) => name.startsWith(row)) ?? '');

describe('pix payouts receipts', () => {
  it('writes a PDF for each paid row, and none for what failed or is processing', async () => {
    const result = await receipts('--holder', 'Padaria Sol Ltda');
    const ids = (await office.sent()).map(({ id }) => id);
    expect(result).toMatchObject({ exitCode: 0, stdout: `${run}\t${folder}\tpdf\t2\t0\t0\t1\t1\n` });
    expect(result.stderr).toContain(`2 comprovantes gravados em ${folder}.`);
    expect(result.stderr).toContain('sem comprovante: 1. Repita este comando depois de:');
    expect(result.stderr).toContain('traz códigos como [U+0151]');
    expect(contents()).toEqual([
      `0002-Joao-b-Acao-b-Filhos-ME-${ids[0] ?? ''}.pdf`,
      `0003-Ori-Laszlo-${ids[1] ?? ''}.pdf`,
    ]);
    const { text, totalPages } = await extractText(new Uint8Array(readFileSync(fileOf('0002'))), { mergePages: true });
    expect(totalPages).toBe(1);
    for (const shown of [
      'Pagador Padaria Sol Ltda',
      'João <b>Ação</b> & Filhos (ME) \\',
      '***.982.247-**',
      'jo***@example.com',
      'R$ 10,00',
      'Salário de julho',
      '(UTC-03:00)',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toMatch(/E\d{8}\w{23}/);
    expect(text).not.toContain('joao@');
  });

  it('shows what the font lacks as its number, and hands on the text', async () => {
    await receipts();
    const pdf = readFileSync(fileOf('0003'), 'latin1');
    expect(pdf).toContain('(../../[U+0150]ri L\u00e1szl\u00f3 [U+674E]) Tj EMC');
    const original = Buffer.from('\ufeff../../Őri László 李', 'utf16le').swap16().toString('hex');
    expect(pdf).toContain(`/ActualText <${original}>`);
  });

  it('has a table of objects that points at each of them', async () => {
    await receipts();
    const pdf = readFileSync(fileOf('0002'), 'latin1');
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(start, start + 5)).toBe('xref\n');
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets.map((offset, index) => pdf.startsWith(`${index + 1} 0 obj\n`, offset))).not.toContain(false);
    const stream = /\/Length (\d+) >>\nstream\n([^]*?)\nendstream/.exec(pdf);
    expect(stream?.[2]?.length).toBe(Number(stream?.[1]));
  });

  it('keeps files that exist, and completes a folder that lacks one', async () => {
    await receipts('--format', 'html');
    writeFileSync(fileOf('0002'), 'mine');
    rmSync(fileOf('0003'));
    const again = await receipts('--format', 'html', '--json');
    expect(JSON.parse(again.stdout)).toEqual({
      ...{ run, folder, format: 'html', written: 1, existing: 1, differing: 0, left: 1, notPaid: 1 },
    });
    expect(readFileSync(fileOf('0002'), 'utf8')).toBe('mine');
    expect(readFileSync(fileOf('0003'), 'utf8')).toContain('../../Őri László 李');
    await receipts('--format', 'html', '--force');
    expect(readFileSync(fileOf('0002'), 'utf8')).toContain('João &lt;b&gt;Ação&lt;/b&gt; &amp; Filhos');
    expect(contents()).toHaveLength(2);
  });

  it('sends no request when nothing is missing, and asks for a folder', async () => {
    await receipts('--format', 'text');
    const { stderr } = await receipts('--format', 'text', '--verbose');
    expect(stderr).toContain('0 comprovantes gravados');
    expect(stderr).not.toContain('GET ');
    expect(failureOf(await office.run(['payouts', 'receipts', run, '--json']))).toEqual([2, 'missing_option']);
    const file = join(office.folder, 'file');
    writeFileSync(file, '');
    const notFolder = await office.run(['payouts', 'receipts', run, '--out', file, '--json']);
    expect(failureOf(notFolder)).toEqual([2, 'not_a_folder']);
  });

  it.runIf(process.platform !== 'win32')('closes a folder that it makes to others', async () => {
    await receipts();
    expect(statSync(folder).mode & 0o077).toBe(0);
    rmSync(folder, { recursive: true });
    mkdirSync(folder, { mode: 0o755 });
    await receipts();
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });
});
