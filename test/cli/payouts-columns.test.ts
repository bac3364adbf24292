import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONNECTED, runCli, temporaryFolder } from '../support/cli.ts';

async function check(header: string, rows: readonly string[], ...argv: readonly string[]) {
  const path = join(temporaryFolder(), 'file.csv');
  writeFileSync(path, [header, ...rows, ''].join('\n'));
  return runCli(['payouts', 'check', path, '--no-account', ...argv], { environment: CONNECTED });
}

it.each(['Fornecedor', 'Favorecido', 'Beneficiário', 'Empresa', 'Razão social', 'Nome', 'Nome do fornecedor'])(
  'reads the name from a column "%s"',
  async (column) => {
    const { stdout } = await check(`${column};Chave Pix;Valor`, ['Sol Ltda;sol@example.com;10,00'], '--rows', '--json');
    expect(JSON.parse(stdout).recipients).toMatchObject([{ name: 'Sol Ltda', reference: null }]);
    expect(JSON.parse(stdout).notices).toEqual([]);
  },
);

it.each([
  ['Referência;Nota;Fornecedor;Chave Pix;Valor', 'The column "Nota" is not used.'],
  ['Pedido;Nota;Empresa;Chave Pix;Valor', 'The column "Nota" is not used.'],
  ['Pedido;Nota;Nome;Empresa;Chave Pix;Valor', 'The columns "Nota", "Empresa" are not used.'],
  ['Nota;Nota;Chave Pix;Valor', 'The column "Nota (2)" is not used.'],
])('names once the columns of %s that are not used', async (header, said) => {
  const row = header
    .split(';')
    .map((name) => (name === 'Valor' ? '10,00' : name === 'Chave Pix' ? 'sol@example.com' : `${name} 1`))
    .join(';');
  const checked = await check(header, [row], '--rows', '--json');
  expect(checked.stderr.split('\n').filter((line) => line.includes('not used'))).toEqual([said]);
  const [first] = header.split(';');
  expect(JSON.parse(checked.stdout).recipients).toMatchObject([{ reference: `${first ?? ''} 1` }]);
});

it('says in Portuguese which column is not used', async () => {
  const { stderr } = await check('Chave Pix;Valor;Setor', ['sol@example.com;10,00;x'], '--lang', 'pt-BR');
  expect(stderr).toContain('A coluna "Setor" não é usada.\n');
});
