import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { Ofx } from 'ofx-data-extractor';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openProfiles } from '../../src/client/profiles/profiles.ts';
import { harmlessText } from '../../src/cli/output/records.ts';
import { API_KEY, BASE_URL, CONNECTED, jsonError, runCli, temporaryFolder } from '../support/cli.ts';
import { payment, range, serveLists, withdrawal } from './export-service.ts';
import { onlyNock } from '../support/nock-network.ts';

let folder: string;
onlyNock();
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  folder = temporaryFolder();
});

/** Exports, and returns the text of the file. */
async function exported(argv: readonly string[], file = 'rows.csv'): Promise<string> {
  const path = join(folder, file);
  const { exitCode, stderr } = await runCli(['export', ...argv, '--out', path], { environment: CONNECTED });
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('verified complete')]);
  return readFileSync(path, 'utf8');
}

describe('csv', () => {
  it('is RFC 4180 with header, centavos and UTC, oldest row first', async () => {
    serveLists({
      payments: [
        payment(0, { description: 'Café, "quente"\nsem açúcar' }),
        payment(1, { status: 'REVERSED', netValue: null, fee: null, description: null }),
      ],
    });
    expect(await exported(['payments'])).toBe(
      'id,correlationID,value,netValue,fee,status,description,createdAt,updatedAt\r\n' +
        'pay-0,corr-0,1000,950,50,COMPLETED,"Café, ""quente""\nsem açúcar",2026-07-01T12:00:00.000Z,2026-07-01T12:00:00.000Z\r\n' +
        'pay-1,corr-1,1001,,,REVERSED,,2026-07-01T12:01:00.000Z,2026-07-01T12:01:00.000Z\r\n',
    );
  });

  it('has the columns of --fields, and only a header without rows', async () => {
    serveLists({ withdraws: [withdrawal(0)] });
    expect(await exported(['withdraws', '--fields', 'metadata,id'])).toBe(
      'metadata.fee,metadata.sent,id\r\n50,450,wd-0\r\n',
    );
    expect(await exported(['payments', '--fields', 'id,value'], 'none.csv')).toBe('id,value\r\n');
  });
});

it('ndjson contains each row as the service sent it, in the order of the list', async () => {
  const rows = [payment(0, { novelty: { deep: [1] } }), payment(1)];
  serveLists({ payments: rows });
  const text = await exported(['payments'], 'rows.ndjson');
  expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
});

describe('excel-br', () => {
  it('opens in Excel in Brazil: semicolons, decimal commas, local times, words', async () => {
    serveLists({ payments: [payment(0, { value: 123456, description: 'Bolo; "grande"' }), payment(1)] });
    const text = await exported(['payments', '--format', 'excel-br']);
    expect(text.split('\r\n')).toEqual([
      '\ufeffID;ID de correlação;Valor;Valor líquido;Tarifa;Status;Descrição;Criado em;Atualizado em',
      'pay-0;corr-0;1234,56;9,50;0,50;Paga;"Bolo; ""grande""";01/07/2026 09:00:00;01/07/2026 09:00:00',
      'pay-1;corr-1;10,01;9,51;0,50;Paga;Pedido 1;01/07/2026 09:01:00;01/07/2026 09:01:00',
      '',
    ]);
  });

  it('keeps outgoing amounts negative, and sums', async () => {
    serveLists({ withdraws: [withdrawal(0)] });
    expect(await exported(['statement', '--format', 'excel-br', '--fields', 'type,netAmount,pixKey'])).toBe(
      '\ufeffTipo;Valor líquido;Chave Pix\r\nPix enviado;-5,00;maria@example.com\r\n',
    );
  });

  it('prevents a spreadsheet from running or rounding anything', async () => {
    const descriptions = ['=1+1', '+cmd|calc', '-2', '@SUM(A1)', '\t=1', "'=1", '01234567890', '1E10', 'fine - 1'];
    serveLists({ payments: descriptions.map((description, number) => payment(number, { description })) });
    const text = await exported(['payments', '--format', 'excel-br', '--fields', 'description']);
    expect(text.split('\r\n').slice(1, -1)).toEqual([
      "'=1+1",
      "'+cmd|calc",
      "'-2",
      "'@SUM(A1)",
      "' =1",
      "''=1",
      "'01234567890",
      "'1E10",
      'fine - 1',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(harmlessText(typed)).not.toMatch(/^\s*[=+\-@＝＋－＠]|^\d[\d.,]*$|[\r\n\t]/u);
      }),
    );
  });
});

describe('what an accountant reads', () => {
  it('protects what Excel would convert', async () => {
    const converted = [
      ...['1/2', '2026-01-02', '02/01/2026 10:30', '1-2', 'jan/26', '2 de maio de 2026', 'Maio 2026', '3-mar', '10:30'],
      ...['TRUE', 'verdadeiro', 'R$ 10', 'R$ 1.234,56', '10%', '(5)', '1 1/2', '=A1', '#N/D', 'US$ 3'],
    ];
    const unchanged = ['Pedido 1/2', 'maio', 'R$', '1/2 do pedido', 'verdade', '2026-01-02: pão', 'a1-b2', '#12 bolos'];
    const descriptions = [...converted, ...unchanged];
    serveLists({ payments: descriptions.map((description, number) => payment(number, { description })) });
    const text = await exported(['payments', '--format', 'excel-br', '--fields', 'description']);
    expect(text.split('\r\n').slice(1, -1)).toEqual([...converted.map((typed) => `'${typed}`), ...unchanged]);
  });

  const returned = { status: 'FAILED', createdAt: '2026-07-01T14:00:00.000Z', updatedAt: '2026-07-02T14:00:00.000Z' };
  const lists = () => ({
    payments: [payment(0), payment(1, { status: 'ACTIVE' })],
    withdraws: [
      withdrawal(0, { description: 'Aluguel #px7k2m9qh' }),
      withdrawal(1, { description: '#px7k2m9qj' }),
      withdrawal(2, returned),
    ],
  });

  it('has statuses and headings in Portuguese, and no mark', async () => {
    serveLists(lists());
    const fields = 'type,status,endToEndId,description';
    const text = await exported(['statement', '--format', 'excel-br', '--fields', fields]);
    expect(text.slice(1).split('\r\n')).toEqual([
      'Tipo;Status;ID da transação (EndToEndId);Descrição',
      'Pix recebido;Paga;;Pedido 0',
      'Pix enviado;Concluído;;Aluguel',
      'Pix enviado;Concluído;;',
      'Pix enviado;Não concluído;;',
      'Pix devolvido;Não concluído;;',
      '',
    ]);
    const ofx = await exported(['statement'], 'marks.ofx');
    expect([ofx.includes('Aluguel'), ofx.includes('#px')]).toEqual([true, false]);
    expect(await exported(['statement', '--fields', fields], 'marks.csv')).toContain('Aluguel #px7k2m9qh');
  });

  it('has totals only of what was paid, and of what has a sign', async () => {
    serveLists(lists());
    const lastRow = async (kind: string, fields: string) => {
      const path = join(folder, `${kind}.xlsx`);
      await runCli(['export', kind, '--fields', fields, '--out', path], { environment: CONNECTED });
      const rows = (await readXlsx(readFileSync(path))).sheets[0]?.rows ?? [];
      return rows.find(([label]) => String(label).startsWith('Total'));
    };
    expect(await lastRow('payments', 'id,value,netValue')).toEqual(['Total of paid charges', 10, 9.5]);
    expect(await lastRow('withdraws', 'id,value')).toEqual(['Total of completed withdrawals', 10.01]);
    expect(await lastRow('statement', 'id,netAmount,value,fee')).toEqual(['Total', -0.51, null, 1.5]);
  });
});

describe('xlsx', () => {
  /** Exports, and reads the workbook with a parser that is not ours. */
  async function exportedWorkbook(argv: readonly string[]) {
    const path = join(folder, 'rows.xlsx');
    const { exitCode, stderr } = await runCli(['export', ...argv, '--out', path], { environment: CONNECTED });
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/verified complete|completa e conferida/)]);
    const workbook = await readXlsx(readFileSync(path), { readStyles: true });
    const manifest: unknown = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8'));
    return { workbook, sheet: workbook.sheets[0], manifest };
  }

  it('has numbers, dates and text of their own types, a frozen header, filters and exact totals', async () => {
    serveLists({ payments: [payment(0, { value: 123456, description: 'Bolo' }), payment(1, { fee: null })] });
    const { workbook, sheet, manifest } = await exportedWorkbook(['payments']);
    expect(workbook.sheets.map(({ name }) => name)).toEqual(['Charges']);
    expect(sheet?.rows).toEqual([
      ['ID', 'Correlation ID', 'Value', 'Net value', 'Fee', 'Status', 'Description', 'Created', 'Updated'],
      [
        'pay-0',
        'corr-0',
        1234.56,
        9.5,
        0.5,
        'Paid',
        'Bolo',
        onClock('2026-07-01T09:00:00'),
        onClock('2026-07-01T09:00:00'),
      ],
      [
        'pay-1',
        'corr-1',
        10.01,
        9.51,
        null,
        'Paid',
        'Pedido 1',
        onClock('2026-07-01T09:01:00'),
        onClock('2026-07-01T09:01:00'),
      ],
      ['Total of paid charges', null, 1244.57, 19.01, 0.5, null, null, null, null],
    ]);
    expect([sheet?.freezePane, sheet?.autoFilter?.range]).toEqual([{ rows: 1 }, 'A1:I3']);
    expect(sheet?.cells?.get('3,2')?.formula).toBeUndefined();
    const formats = [0, 2, 7].map((column) => sheet?.cells?.get(`1,${column}`)?.style?.numFmt);
    expect(formats).toEqual(['@', '[$R$-416]\\ #,##0.00;[Red]\\-[$R$-416]\\ #,##0.00', 'yyyy\\-mm\\-dd\\ hh:mm:ss']);
    expect(manifest).toMatchObject({ format: 'xlsx', rows: 2, proven: true, sums: { value: 124457 } });
  });

  it('is in the language of the screen', async () => {
    serveLists({ payments: [payment(0)], withdraws: [withdrawal(0)] });
    const { sheet } = await exportedWorkbook(['statement', '--lang', 'pt-BR', '--fields', 'type,netAmount,postedAt']);
    expect(sheet?.name).toBe('Extrato');
    expect(sheet?.rows.map((row) => row.slice(0, 2))).toEqual([
      ['Tipo', 'Valor líquido'],
      ['Pix recebido', 9.5],
      ['Pix enviado', -5],
      ['Total', 4.5],
      ['Saldo inicial', 1230.06],
      ['Saldo final', 1234.56],
    ]);
    expect(sheet?.cells?.get('1,2')?.style?.numFmt).toBe('dd\\/mm\\/yyyy\\ hh:mm:ss');
  });

  it('keeps text as text, whatever it looks like, and runs no formula', async () => {
    const descriptions = [
      '=1+1',
      '@SUM(A1)',
      '01234567890',
      '1E10',
      'a <b> & "c"',
      '_x0041_',
      'two\nlines',
      '\u0007bell',
    ];
    serveLists({ payments: descriptions.map((description, number) => payment(number, { description })) });
    const { sheet } = await exportedWorkbook(['payments', '--fields', 'description']);
    const told = sheet?.rows.slice(1).map(([cell]) => cell);
    expect(told).toEqual([...descriptions.slice(0, -1), 'bell']);
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
  });

  it('has only a header when there are no rows', async () => {
    serveLists({ payments: [] });
    const { sheet } = await exportedWorkbook(['payments', '--fields', 'id,value']);
    expect(sheet?.rows).toEqual([['ID', 'Value']]);
  });

  /** How a date of a workbook is read: as local time, without a time zone. */
  function onClock(local: string): Date {
    return new Date(`${local}.000Z`);
  }
});

describe('ofx', () => {
  const settled = [
    payment(0, { description: 'Pães & <frios> – João', updatedAt: '2026-07-01T13:00:00.000Z' }),
    payment(1, { status: 'ACTIVE' }),
    payment(2, { status: 'FAILED' }),
    payment(3, { netValue: null }),
  ];

  it('is accepted by a parser, with what changed the balance, its ids, signs and fees', async () => {
    const failed = { status: 'FAILED', createdAt: '2026-07-01T14:00:00.000Z', updatedAt: '2026-07-02T14:00:00.000Z' };
    const transactionId = 'E1234567820260701120112345678901';
    serveLists({
      payments: settled,
      withdraws: [withdrawal(0, { transactionId }), withdrawal(1, { status: 'PENDING' }), withdrawal(2, failed)],
    });
    const text = await exported(['statement'], 'july.ofx');
    expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
    const statement = new Ofx(text).toJson().OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS;
    expect(statement.CURDEF).toBe('BRL');
    expect(statement.BANKTRANLIST.STRTTRN).toEqual([
      {
        TRNTYPE: 'DEBIT',
        DTPOSTED: '2026-07-01',
        TRNAMT: '-5.00',
        FITID: 'wd-0',
        NAME: 'Pix enviado maria@example.com',
        MEMO: 'valor R$ 5,00, tarifa R$ 0,50',
        REFNUM: transactionId,
      },
      expect.objectContaining({ TRNTYPE: 'DEBIT', TRNAMT: '-5.01', FITID: 'wd-1' }),
      expect.objectContaining({ TRNTYPE: 'CREDIT', TRNAMT: '9.53', FITID: 'pay-3', NAME: 'Pix recebido' }),
      expect.objectContaining({
        FITID: 'pay-0',
        MEMO: 'Paes &amp; &lt;frios&gt; - Joao - valor R$ 10,00, tarifa R$ 0,50',
      }),
      expect.objectContaining({ TRNTYPE: 'DEBIT', TRNAMT: '-5.02', FITID: 'wd-2' }),
      expect.objectContaining({
        TRNTYPE: 'CREDIT',
        TRNAMT: '5.02',
        FITID: 'wd-2-return',
        NAME: 'Pix devolvido maria@example.com',
      }),
    ]);
    expect(statement.LEDGERBAL).toEqual({ BALAMT: '1234.56', DTASOF: '2026-07-14' });
    expect(text).toContain('<DTPOSTED>20260701100000[-3:BRT]</DTPOSTED>');
    expect(text).toContain('<DTSTART>20260701090030[-3:BRT]</DTSTART>');
  });

  it('names the account by the profile, and covers the requested span', async () => {
    serveLists({ payments: range(3, payment) });
    openProfiles({ configDirectory: folder }).set('padaria', { baseUrl: BASE_URL, apiKey: API_KEY });
    const path = join(folder, 'day.ofx');
    const argv = ['export', 'statement', '-p', 'padaria', '--since', '2026-07-02', '--until', '2026-07-03'];
    expect((await runCli([...argv, '--out', path], { environment: { PIX_CONFIG_DIR: folder } })).exitCode).toBe(0);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('<ACCTID>padaria</ACCTID>');
    expect(text).toContain('<DTSTART>20260702000000[-3:BRT]</DTSTART>\r\n<DTEND>20260703235959[-3:BRT]</DTEND>');
    expect(text).not.toContain('<STMTTRN>');
  });

  it('is refused early for a key that may not read the balance, which the format requires', async () => {
    const service = serveLists({ payments: settled });
    service.mayReadBalance = false;
    const path = join(folder, 'july.ofx');
    const run = await runCli(['export', 'statement', '--out', path, '--json'], { environment: CONNECTED });
    expect([run.exitCode, jsonError(run).code, service.asked]).toEqual([4, 'permission_missing', []]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
