import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { Archive } from '../../src/xlsx/read-workbook.ts';
import { STYLES } from '../../src/xlsx/write-workbook.ts';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import {
  allowedBy,
  API_KEY,
  BASE_URL,
  CONNECTED,
  failureOf,
  jsonError,
  runCli,
  temporaryFolder,
} from '../support/cli.ts';
import { balance, noWithdrawals, refusal } from '../support/bodies.ts';
import { nock, onlyNock } from '../support/nock-network.ts';

let folder: string;

onlyNock();
beforeEach(() => {
  folder = temporaryFolder();
});

const run = (argv: readonly string[], options: Parameters<typeof runCli>[1] = {}) =>
  runCli(argv, { ...options, environment: { ...CONNECTED, PIX_CONFIG_DIR: folder, ...options.environment } });

function file(text: string): string {
  const path = join(folder, 'payouts.csv');
  writeFileSync(path, text);
  return path;
}

const ROWS = 'reference,pix_key,amount\nA-1,ana@example.com,10.00\nA-2,bia@example.com,20.50\n';

describe('pix payouts template', () => {
  it('writes a file in either convention, without rows', async () => {
    const brazilian = await run(['payouts', 'template', '--format', 'excel-br']);
    expect(brazilian.stdout).toBe(
      '\ufeffreferencia;nome;cpf_cnpj;tipo_chave;chave_pix;valor;descricao;cobrir_tarifa\r\n',
    );
    expect(await run(['payouts', 'template', '--lang', 'pt-BR'])).toMatchObject({ stdout: brazilian.stdout });
    const english = await run(['payouts', 'template']);
    expect(await run(['payouts', 'template', '--lang', 'pt-BR', '-o', 'csv'])).toMatchObject({
      stdout: english.stdout,
    });
    for (const { stdout } of [brazilian, english]) {
      const checked = await run(['payouts', 'check', file(stdout), '--no-account', '--json']);
      expect([checked.exitCode, jsonError(checked).code]).toEqual([2, 'rows_invalid']);
      expect(jsonError(checked).message).toContain('no rows below the header');
    }
  });

  it('has examples that are refused, and replaces no file without --force', async () => {
    const path = join(folder, 'my template.csv');
    const argv = ['payouts', 'template', '--examples', '--out', path];
    const made = await run(argv);
    expect(made.exitCode).toBe(0);
    expect(made.stderr).toBe(`Template written to ${path}. Fill it in, then: pix payouts check '${path}'\n`);
    expect(jsonError(await run([...argv, '--json'])).code).toBe('file_exists');
    expect((await run([...argv, '--force'])).exitCode).toBe(0);
    const checked = await run(['payouts', 'check', path, '--no-account', '-o', 'ndjson']);
    expect(checked.stdout.match(/"code":"example_row"/g)).toHaveLength(3);
  });
});

describe('pix payouts template as a workbook', () => {
  it.each([
    ['en', ['reference', 'name', 'tax_id', 'pix_key_type', 'pix_key', 'amount', 'description', 'cover_fee']],
    ['pt-BR', ['referencia', 'nome', 'cpf_cnpj', 'tipo_chave', 'chave_pix', 'valor', 'descricao', 'cobrir_tarifa']],
  ])(
    'keeps keys as text and amounts as numbers, with headings in the language of the screen: %s',
    async (language, header) => {
      const path = join(folder, 'payroll.xlsx');
      const environment = { PIX_LANG: language };
      expect(await run(['payouts', 'template', '--examples', '--out', path], { environment })).toMatchObject({
        exitCode: 0,
      });
      const { sheets } = await readXlsx(readFileSync(path));
      const [first = [], maria] = sheets[0]?.rows ?? [];
      expect([first, maria?.[4], maria?.[5]]).toEqual([header, '529.982.247-25', 1234.56]);
      const checked = await run(['payouts', 'check', path, '--no-account', '-o', 'ndjson']);
      expect(checked.stdout.match(/"code":"example_row"/g)).toHaveLength(3);
    },
  );

  it('is empty without examples, and what is typed into it below the header keeps its zeros', async () => {
    const path = join(folder, 'payroll.xlsx');
    expect(await run(['payouts', 'template', '--out', path])).toMatchObject({ exitCode: 0 });
    const bytes = readFileSync(path);
    expect((await readXlsx(bytes)).sheets[0]?.rows).toHaveLength(1);
    // Excel formats a typed cell as its column is: as text, or as an amount in reais.
    const archive = await Archive.open(bytes);
    const sheet = await text(archive.part('xl/worksheets/sheet1.xml'));
    const styles = Array.from(sheet.matchAll(/<col [^>]*style="(\d+)"/g), ([, style]) => Number(style));
    const { text: asText, money } = STYLES;
    expect(styles).toEqual([asText, asText, asText, asText, asText, money, asText, asText]);
  });
});

describe('pix payouts check', () => {
  it('sends no request with --no-account', async () => {
    const { exitCode, stdout } = await run(['payouts', 'check', file(ROWS), '--no-account', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 2, amount: 3_050, value: 3_050, balance: null, problems: [] });
    expect(existsSync(join(folder, 'state'))).toBe(false);
  });

  /** The newest withdrawals, which the rows are compared with. */
  function answerNoWithdrawals() {
    nock(BASE_URL).get('/api/v1/withdraw/list').query(true).reply(200, noWithdrawals);
  }

  it('compares the file with the account', async () => {
    answerNoWithdrawals();
    nock(BASE_URL).get('/api/v1/user/balance').reply(200, { success: true, data: balance });
    const { exitCode, stdout } = await run(['payouts', 'check', file(ROWS), '--cover-fee', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ fees: 100, sent: 3_050, value: 3_150, balanceAfter: 123_456 - 3_150 });
  });

  it('reports what it could not check', async () => {
    answerNoWithdrawals();
    nock(BASE_URL)
      .get('/api/v1/user/balance')
      .reply(403, refusal('Forbidden', 'permission_missing', { requiredPermission: 'read:balance' }));
    const { exitCode, stderr, stdout } = await run(['payouts', 'check', file(ROWS)], { isTerminal: true });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('may not read the balance');
    expect(stdout).toMatch(/Fees.*unknown/);
  });

  it('allows rows with the same key and amount, as they were seen', async () => {
    const twice = file(`${ROWS}A-3,ana@example.com,10.00\n`);
    const argv = ['payouts', 'check', twice, '--no-account', '--json'];
    const refused = await run(argv);
    const words = allowedBy(refused, 'equal');
    expect([refused.exitCode, jsonError(refused).details]).toMatchObject([2, { allow: words[1] }]);
    expect((await run([...argv, ...words])).exitCode).toBe(0);
    const more = file(`${ROWS}A-3,ana@example.com,10.00\nA-4,ana@example.com,10.00\n`);
    const other = await run(['payouts', 'check', more, '--no-account', '--json', ...words]);
    expect([other.exitCode, jsonError(other).code]).toEqual([2, 'not_allowed']);
    for (const wrong of ['equal', 'equal:', 'equal:xyz', 'all:123456', '']) {
      expect(failureOf(await run([...argv, '--allow', wrong]))).toEqual([2, 'invalid_permission']);
    }
  });

  it('names a problem of the whole file once, and the other rows only where there are some', async () => {
    const person = async (text: string) =>
      (await run(['payouts', 'check', file(text), '--no-account', '-o', 'table'])).stderr;
    const example = 'hint: see an example: pix payouts template --examples\n';
    expect(await person('')).toBe(`error: invalid file: the file is empty; nothing was sent\n${example}`);
    expect(await person('a,b\n1,2\n')).toBe(
      `error: invalid file: no row has the titles of the columns, such as pix_key and amount; nothing was sent\n${example}`,
    );
    expect(await person('PAGO\npix_key,amount\nana@example.com,10.00\n')).toMatch(
      /delete the note; nothing was sent\n$/,
    );
    const remittance = '00100000         2'.padEnd(240);
    expect(await person(`${remittance}\n\nX\n`)).toMatch(/requires 240; nothing was sent\n$/);
    const wrong = 'reference,pix_key,amount\nA-1,ana@example,10.00\n';
    expect(await person(wrong)).toContain('1 of 1 row is invalid; nothing was sent\n');
    expect(await person(`${wrong}A-2,bia@example.com,20.50\n`)).toContain('The others: --only-valid');
    // A payment is missing, or has another amount: to leave the total out would pay the wrong sum.
    const unequal = await person('reference,pix_key,amount\nA-1,ana@example.com,10.00\nTotal,,30.00\n');
    expect(unequal).toMatch(/do not add up to the total in the file; nothing was sent\nhint: add the row/);
    expect(unequal).not.toContain('--only-valid');
  });

  it.each(['A-2,"ana@example.com,20.00\nA-3,bia@example.com,30.00\n', `A-2,"${'x'.repeat(1 << 18)}\n`])(
    'leaves no lines out with --only-valid that were not read as rows',
    async (rest) => {
      const path = file(`reference,pix_key,amount\nA-1,ana@example.com,10.00\n${rest}`);
      const argv = ['payouts', 'check', path, '--no-account', '--only-valid'];
      expect(failureOf(await run([...argv, '--json']))).toEqual([2, 'rows_invalid']);
      const { stderr } = await run([...argv, '-o', 'table']);
      expect(stderr).toMatch(/^error: invalid file: .* not read( as rows)?; nothing was sent\n$/m);
      expect(stderr).not.toContain('hint:');
    },
  );

  it('accepts keys with wrong check digits with --force-key', async () => {
    const path = file('pix_key,key_type,amount\n529.982.247-24,CPF,10.00\n');
    const argv = ['payouts', 'check', path, '--no-account'];
    expect([(await run(argv)).exitCode, (await run([...argv, '--force-key'])).exitCode]).toEqual([2, 0]);
  });

  it('reports to a person in their language, and to a spreadsheet nothing that it would run', async () => {
    const path = file('chave_pix;valor;descricao\nana@example.com;1.234;\n');
    const { stdout, stderr } = await run(['payouts', 'check', path, '--no-account', '--lang', 'pt-BR'], {
      isTerminal: true,
    });
    expect(stdout).toContain('pode ser R$ 1.234,00 ou R$ 1,23');
    expect(stderr).toContain('1 de 1 linha tem erro; nada foi enviado');
  });

  it.each([
    ['a file that is not there', ['nowhere.csv'], 'file_unreadable'],
    ['a folder', ['.'], 'file_unreadable'],
    ['something that is no digest', ['nowhere.csv', '--digest', 'sha256:1'], 'invalid_digest'],
  ])('refuses %s', async (_name, argv, code) => {
    const result = await run(['payouts', 'check', ...argv, '--no-account', '--json']);
    expect([result.exitCode, jsonError(result).code, result.stdout]).toEqual([2, code, '']);
  });
});

describe('the state of an account', () => {
  const folders = () => readdirSync(join(folder, 'state', 'services'));

  it('is stored per service, private', async () => {
    const { exitCode, stderr } = await run(['payouts', 'list'], { isTerminal: true });
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('No runs yet. Start with: pix payouts check FILE\n'),
    ]);
    expect(folders()).toEqual([expect.stringMatching(/^wallet\.example-[\da-f]{8}$/)]);
    for (const path of ['', 'services', join('services', String(folders()[0]))]) {
      expect(statSync(join(folder, 'state', path)).mode & 0o077).toBe(0);
    }
  });

  it('is stored once per service, whichever profile contains the key', async () => {
    const profiles = openProfiles({ configDirectory: folder });
    profiles.set('elsewhere', { baseUrl: 'https://other.example', apiKey: API_KEY });
    await run(['payouts', 'list']);
    profiles.set('work', { baseUrl: BASE_URL, apiKey: API_KEY });
    await run(['payouts', 'list']);
    expect(folders()).toEqual([expect.stringMatching(/^wallet\.example-/)]);
    await run(['payouts', 'list'], { environment: { PIX_BASE_URL: 'https://other.example' } });
    expect(folders()).toHaveLength(2);
  });
});
