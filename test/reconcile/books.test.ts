import { readFileSync } from 'node:fs';
import { parseCamt053 } from 'camt-parser';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readBooks, readDecisions } from '../../src/reconcile/books/read-books.ts';
import { StatementWriter } from '../../src/cnab/statement.ts';
import { PAYMENT, put, remittanceLines } from '../support/remittance.ts';
import { rowFile, workbookFile, type WorkbookFile } from '../support/workbook-file.ts';
import { BookError } from '../../src/reconcile/books/stated-row.ts';

async function* bytesOf(contents: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(typeof contents === 'string' ? Buffer.from(contents) : contents);
}

async function rowsOf(contents: string | Uint8Array) {
  const { form, rows } = await readBooks(bytesOf(contents));
  const read = rows.read.map(({ day, amount, identifiers: { reference, endToEndId, id } }) => [
    ...[day, amount],
    ...[reference, endToEndId, id],
  ]);
  return { form, read, unread: rows.unread.map(({ line, flaw }) => [line, flaw]) };
}

describe('a midnight with the offset of a zone', () => {
  const ofx = (posted: string) =>
    `OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${posted}<TRNAMT>-5.00<FITID>1</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;

  it.each([
    [ofx('20260701000000[-3:BRT]'), '2026-07-01'],
    [ofx('20260701000000.000[0:GMT]'), '2026-07-01'],
    [ofx('20260701003000[-3:BRT]'), '2026-06-30'],
    ['Data;Valor\n2026-07-01T00:00:00-03:00;-5,00', '2026-07-01'],
    ['Data;Valor\n2026-07-01T00:30:00-03:00;-5,00', '2026-06-30'],
    // A moment of our own exports.
    ['Data;Valor\n2026-07-01T00:00:00.000Z;-5,00', '2026-06-30'],
  ])('is a day of the bank, also to a machine of another time zone, west of Brasília: %s', async (books, day) => {
    vi.stubEnv('TZ', 'America/Manaus');
    expect((await rowsOf(books)).read.map(([read]) => read)).toEqual([day]);
  });
});

const E2E = 'E9999900420260714150700aBcDeFgH1';

describe('camt.053', () => {
  const statement = (entries: string, open = 'Document', prefix = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>
    <${open}><${prefix}BkToCstmrStmt><${prefix}Stmt>${entries}</${prefix}Stmt></${prefix}BkToCstmrStmt></${open.split(' ')[0] ?? ''}>`;
  const entry = (more: string, amount = '1234.56', currency = 'BRL') =>
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-07-14</Dt></BookgDt>${more}</Ntry>`;

  it('is read with its references, whatever prefix its elements have', async () => {
    const details = `<NtryDtls><TxDtls><Refs><EndToEndId>${E2E}</EndToEndId><TxId>wd-1</TxId></Refs></TxDtls></NtryDtls>`;
    const plain = statement(entry(details), 'Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"');
    const expected = { form: 'camt', read: [['2026-07-14', -123_456, null, E2E, 'wd-1']], unread: [] };
    expect(await rowsOf(plain)).toEqual(expected);
    const prefixed = plain.replaceAll(/<(\/?)([A-Z])/g, '<$1c:$2').replace('xmlns=', 'xmlns:c=');
    expect(await rowsOf(prefixed)).toEqual(expected);
  });

  it('is one row for each transaction of an entry, if their amounts come to it', async () => {
    const part = (reference: string, amount: string) =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="BRL">${amount}</Amt></TxDtls>`;
    const whole = (second: string) =>
      statement(entry(`<NtryDtls>${part('A-1', '1000')}${part('A&amp;2', second)}</NtryDtls>`));
    expect((await rowsOf(whole('234.56'))).read).toEqual([
      ['2026-07-14', -100_000, 'A-1', null, null],
      ['2026-07-14', -23_456, 'A&2', null, null],
    ]);
    expect((await rowsOf(whole('234.57'))).read).toEqual([['2026-07-14', -123_456, null, null, null]]);
  });

  it.each([
    ['<Cd>BOOK</Cd>', 'BOOK', [], 1],
    ['<Sts><Cd>BOOK</Cd></Sts>', '', [], 1],
    ['<Dt>2026-07-14</Dt>', '<DtTm>2026-07-14T12:00:00</DtTm>', [], 1],
    ['<BookgDt><Dt>2026-07-14</Dt></BookgDt>', '', [[1, 'day']], 0],
  ])('may have, for %s, "%s"', async (usual, other, unread, count) => {
    const balance = (day: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="BRL">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${day}</Bal>`;
    const balances = [balance('<Dt><DtTm>2026-07-31T00:00:00</DtTm></Dt>'), balance('')];
    const rows = await rowsOf(statement(`${balances.join('')}${entry('').replace(usual, other)}`));
    expect(rows.unread).toEqual(unread);
    expect(rows.read).toEqual(Array.from({ length: count }, () => ['2026-07-14', -123_456, null, null, null]));
  });

  it('leaves out what is not booked, and refuses another currency and what is not XML', async () => {
    const pending = entry('').replace('BOOK', 'PDNG');
    expect((await rowsOf(statement(pending + entry('', '.50')))).read).toEqual([['2026-07-14', -50, null, null, null]]);
    await expect(rowsOf(statement(entry('', '1.00', 'USD')))).rejects.toMatchObject({ flaw: 'foreign_currency' });
    await expect(rowsOf(statement(entry('')).replace('</Stmt>', ''))).rejects.toMatchObject({ flaw: 'damaged' });
  });
});

/** A statement in the words of this test: `+1000.00`, `-99.90`, `OPBD +500.00`, `TtlNtries/Sum=1.00`, or its own XML. */
function statementXml(words: string): string {
  const side = (sign: string) => `<CdtDbtInd>${sign === '-' ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const parts = words.split(' | ').map((part) => {
    const [, code, sign = '', amount = '', status = 'BOOK', more = ''] =
      /^(?:([A-Z]{4}) )?([+-])(\S+)(?: (PDNG))?(?: (<.*))?$/.exec(part) ?? [];
    const money = `<Amt Ccy="BRL">${amount}</Amt>${side(sign)}`;
    if (code !== undefined) {
      return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money}<Dt><Dt>2026-07-31</Dt></Dt></Bal>`;
    }
    if (sign !== '') {
      return `<Ntry>${money}<Sts>${status}</Sts><BookgDt><Dt>2026-07-14</Dt></BookgDt>${more}</Ntry>`;
    }
    const [path = '', value = ''] = part.split('=');
    if (value === '' || part.startsWith('<')) return part;
    const names = path.split('/');
    const open = names.map((name) => `<${name}>`).join('');
    return `<TxsSummry>${open}${value}${names
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')}</TxsSummry>`;
  });
  // One summary has all of its values.
  const xml = parts.join('').replaceAll('</TxsSummry><TxsSummry>', '');
  return `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${xml}</Stmt></BkToCstmrStmt></Document>`;
}

describe('what a camt.053 states of itself', () => {
  const MOVED = '+1000.00 | -99.90';
  it.each([
    [`OPBD +500.00 | ${MOVED} | CLBD +1400.10`, ''],
    [`PRCD +500.00 | ${MOVED} | CLBD +1400.10`, ''],
    [`OPBD +500.00 | ${MOVED} | CLBD +1400.11`, 'CLBD 140011, not 140010'],
    [`OPBD -500.00 | ${MOVED} | CLBD +400.10`, ''],
    [`OPBD +500.00 | ${MOVED} | CLAV +7.00 | CLBD +1400.10`, ''],
    [`${MOVED} | CLBD +1400.10`, 'open 140010'],
    [`OPBD +500.00 | <Intrst><Rate>1</Rate></Intrst> | ${MOVED} | CLBD +1400.11`, 'CLBD 140011, not 140010'],
    [`OPBD +500.00 | ${MOVED} | -7.00 PDNG | CLBD +1400.10`, ''],
    [`${MOVED} | TtlNtries/NbOfNtries=2 | TtlNtries/Sum=1099.90`, ''],
    [`${MOVED} | TtlNtries/NbOfNtries=3`, 'count TtlNtries: 3 (2)'],
    [`${MOVED} | TtlNtries/Sum=900.10`, 'TtlNtries 90010, not 109990'],
    [`${MOVED} | TtlCdtNtries/NbOfNtries=1 | TtlCdtNtries/Sum=1000`, ''],
    [`${MOVED} | TtlCdtNtries/NbOfNtries=2`, 'count TtlCdtNtries: 2 (1)'],
    [`${MOVED} | TtlCdtNtries/Sum=99.90`, 'TtlCdtNtries 9990, not 100000'],
    [`${MOVED} | TtlDbtNtries/NbOfNtries=1 | TtlDbtNtries/Sum=99.9`, ''],
    [`${MOVED} | TtlDbtNtries/Sum=1000.00`, 'TtlDbtNtries 100000, not 9990'],
    [`${MOVED} | +0.00 | TtlNtries/NbOfNtries=2 | TtlCdtNtries/NbOfNtries=1 | TtlDbtNtries/NbOfNtries=1`, ''],
    [`${MOVED} | -7.00 PDNG | TtlNtries/NbOfNtries=3 | TtlNtries/Sum=1106.90`, ''],
    [`${MOVED} | -7.00 PDNG | TtlNtries/NbOfNtries=2`, ''],
    [`${MOVED} | TtlNtries/TtlNetNtry/Amt=900.10 | TtlNtries/TtlNetNtry/CdtDbtInd=CRDT`, ''],
    [`${MOVED} | TtlNtries/TtlNetNtry/Amt=900.10 | TtlNtries/TtlNetNtry/CdtDbtInd=DBIT`, 'TtlNtries -90010, not 90010'],
    [`${MOVED} | TtlNtries/TtlNetNtryAmt=900.10 | TtlNtries/CdtDbtInd=CRDT`, ''],
    [`${MOVED} | TtlNtries/TtlNetNtryAmt=900.11 | TtlNtries/CdtDbtInd=CRDT`, 'TtlNtries 90011, not 90010'],
    [`${MOVED} | +x | TtlNtries/NbOfNtries=9 | TtlNtries/Sum=9.00`, 'amount'],
    [`OPBD +500.00 | ${MOVED} | CLBD +1400.10 | </Stmt><Stmt> | OPBD +7.00 | +1.00 | CLBD +8.00`, ''],
    [`OPBD +500.00 | ${MOVED} | CLBD +1400.10 | </Stmt><Stmt> | OPBD +7.00 | +1.00 | CLBD +8.01`, 'CLBD 801, not 800'],
  ])('is compared with its entries: %s', async (words, expected) => {
    const { unread, balances } = (await readBooks(bytesOf(statementXml(words)))).rows;
    const found = unread.map(({ flaw, text, stated, expected: known }) =>
      flaw === 'sum' ? `${text} ${stated}, not ${known}` : `${flaw} ${text}`.trim(),
    );
    expect([...found, ...balances.map(({ amount }) => `open ${amount}`)].join()).toBe(expected);
  });

  it.each([
    ['+10.500', 1_050],
    ['-.5', -50],
    ['+10.5000', 1_050],
    ['+10.505', undefined],
    ['+<![CDATA[10.00]]>', 1_000],
  ])('an amount is %s: %s', async (words, amount) => {
    const { read, unread } = await rowsOf(statementXml(words));
    expect([read.map((row) => row[1]), unread]).toEqual(amount === undefined ? [[], [[1, 'amount']]] : [[amount], []]);
  });

  it('has a row for each transaction of an entry, however many there are', async () => {
    const count = 150_000;
    const transactions = '<TxDtls><Amt>0.01</Amt></TxDtls>'.repeat(count);
    const { read, unread } = await rowsOf(statementXml(`+1500.00 <NtryDtls>${transactions}</NtryDtls>`));
    expect([read.length, unread]).toEqual([count, []]);
  });

  const details = (xml: string) => `<NtryDtls><TxDtls>${xml}</TxDtls></NtryDtls>`;
  it.each([
    ['<AcctSvcrRef>bank-1</AcctSvcrRef><NtryRef>n-1</NtryRef>', { id: 'bank-1' }, ''],
    ['<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef><NtryRef>n-1</NtryRef>', { id: 'n-1' }, ''],
    [details('<Refs><AcctSvcrRef>b-2</AcctSvcrRef></Refs>'), { id: 'b-2' }, ''],
    [details('<Refs><TxId>t-1</TxId><AcctSvcrRef>b-2</AcctSvcrRef></Refs>'), { id: 't-1' }, ''],
    [details('<Refs><InstrId>i-1</InstrId></Refs>'), { reference: 'i-1' }, ''],
    [details('<Refs><EndToEndId>NOTPROVIDED</EndToEndId><InstrId>i-1</InstrId></Refs>'), { reference: 'i-1' }, ''],
    [
      details(`<Refs><EndToEndId>${E2E}</EndToEndId><InstrId>i-1</InstrId></Refs>`),
      { reference: 'i-1', endToEndId: E2E },
      '',
    ],
    [details('<Refs><EndToEndId>e-1</EndToEndId><InstrId>i-1</InstrId></Refs>'), { reference: 'e-1' }, ''],
    [
      `${details('<RmtInf><Ustrd> Nota 7 </Ustrd></RmtInf><AddtlTxInf>Pix</AddtlTxInf>')}<AddtlNtryInf>Banco</AddtlNtryInf>`,
      {},
      'Nota 7 - Pix - Banco',
    ],
    [`${details('<AddtlTxInf>Pix</AddtlTxInf>')}<AddtlNtryInf>NOTPROVIDED</AddtlNtryInf>`, {}, 'Pix'],
    [details('<Amt Ccy="USD">2.00</Amt>'), {}, ''],
    [details('<RmtInf><Ustrd>first</Ustrd><Ustrd>second</Ustrd></RmtInf>'), {}, 'first'],
    ['<Chrgs><Bal><Amt Ccy="BRL">1.00</Amt></Bal></Chrgs><NtryRef>n-1</NtryRef>', { id: 'n-1' }, ''],
    [`<NtryRef>n-1</NtryRef>${details('<Amt Ccy="BRL">10.00</Amt>')}`, { id: 'n-1' }, ''],
    [`<NtryRef>n-1</NtryRef>${details('<Amt Ccy="BRL">10.00</Amt>')}${details('<Refs/>')}`, { id: 'n-1' }, ''],
  ])('an entry has the names and texts of its transaction: %s', async (more, names, text) => {
    const { read } = (await readBooks(bytesOf(statementXml(`-10.00 ${more}`)))).rows;
    const identifiers = { reference: null, endToEndId: null, id: null, ...names };
    expect(read).toMatchObject([{ amount: -1_000, identifiers, text }]);
  });

  it.each([
    ['elements within each other without end', '<a>'.repeat(70) + '</a>'.repeat(70)],
    ['an end that is none', '</Ntry>'],
  ])('is damaged with %s', async (_, xml) => {
    await expect(rowsOf(statementXml(`+1.00 | ${xml}`))).rejects.toMatchObject({ flaw: 'damaged' });
  });

  it('may have parts with sides of their own, and any number of entries', async () => {
    const part = (amount: string, side: string) =>
      details(`<Amt Ccy="BRL">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>`);
    const { read } = await rowsOf(statementXml(`+10.00 ${part('12.00', 'CRDT')}${part('2.00', 'DBIT')}`));
    expect(read.map(([, amount]) => amount)).toEqual([1_200, -200]);
    const many = await rowsOf(statementXml(Array.from({ length: 1_000 }, () => '+1.00').join(' | ')));
    expect(many.read).toHaveLength(1_000);
  });

  it('is none where there is no statement', async () => {
    const xml = statementXml('+1.00').replaceAll('BkToCstmrStmt', 'Other');
    await expect(rowsOf(xml)).rejects.toMatchObject({ flaw: 'damaged' });
  });
});

/** A day, an amount in centavos, and references of an entry, as a bank could state them. */
const statedEntry = fc.record({
  isCredit: fc.boolean(),
  parts: fc.array(fc.integer({ min: 1, max: 99_999_999_99 }), { minLength: 1, maxLength: 3 }),
  day: fc.date({ min: new Date('2024-01-01'), max: new Date('2029-12-31'), noInvalidDate: true }),
  hasTime: fc.boolean(),
  status: fc.constantFrom('BOOK', 'PDNG'),
  reference: fc.option(fc.stringMatching(/^[A-Z&<]{1,4}-[0-9]{1,9}$/), { nil: undefined }),
});
type StatedEntry = typeof statedEntry extends fc.Arbitrary<infer Value> ? Value : never;

const xmlOf = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const reaisOf = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

function entryXml({ isCredit, parts, day, hasTime, status, reference }: StatedEntry): string {
  const date = day.toISOString().slice(0, 10);
  const booked = hasTime ? `<DtTm>${date}T12:30:00-03:00</DtTm>` : `<Dt>${date}</Dt>`;
  const details = parts.map(
    (part, index) =>
      `<TxDtls><Refs><EndToEndId>${reference === undefined ? 'NOTPROVIDED' : xmlOf(`${reference}/${index}`)}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="BRL">${reaisOf(part)}</Amt></TxAmt></AmtDtls></TxDtls>`,
  );
  const amount = reaisOf(parts.reduce((sum, part) => sum + part, 0));
  return `<Ntry><Amt Ccy="BRL">${amount}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt>${booked}</BookgDt><NtryDtls>${details.join('')}</NtryDtls></Ntry>`;
}

it('any camt.053 has the amounts, days and references that another parser finds in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statedEntry, { minLength: 1, maxLength: 8 }), async (entries) => {
      fc.pre(entries.some(({ status }) => status === 'BOOK'));
      const xml = `<?xml version="1.0" encoding="UTF-8"?>
          <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
          <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-08-01T00:00:00</CreDtTm></GrpHdr>
          <Stmt><Id>S-1</Id><Acct><Id><Othr><Id>1234</Id></Othr></Id></Acct>${entries.map(entryXml).join('')}</Stmt>
          </BkToCstmrStmt></Document>`;
      const { statements } = await parseCamt053(xml);
      const expected = (statements[0]?.transactions ?? [])
        .filter(({ status }) => status === 'BOOK')
        .flatMap(({ bookingDate, creditDebitIndicator, details }) =>
          details.map(({ amountDetails, references }) => [
            bookingDate.slice(0, 10),
            Number(amountDetails.transactionAmount.value.replace('.', '')) * (creditDebitIndicator === 'CRDT' ? 1 : -1),
            references.endToEndId === 'NOTPROVIDED' ? null : references.endToEndId,
            null,
            null,
          ]),
        );
      expect(await rowsOf(xml)).toEqual({ form: 'camt', read: expected, unread: [] });
    }),
    { numRuns: 100 },
  );
});

describe('tables', () => {
  it('may be a workbook that LibreOffice 7.4 has saved, with dates, formulas and totals', async () => {
    const saved = readFileSync(new URL('spreadsheets/saved-by-libreoffice.xlsx', import.meta.url));
    expect(await rowsOf(saved)).toEqual({
      form: 'xlsx',
      read: [
        ['2026-07-05', 10_050, 'INV-1', null, null],
        ['2026-07-10', -3_000, '2002', null, null],
      ],
      unread: [],
    });
  });

  it.each([
    ['Data;Entrada;Saída\n14/07/2026;1.234,56;\n15/07/26;;10,00', [123_456, -1_000]],
    // Saved from Excel, whose accounting formats show 0 as a dash.
    ['Data;Entrada;Saída\n14/07/2026; R$ 1.234,56 ; R$ -   \n15/07/26; -   ; R$ 10,00 ', [123_456, -1_000]],
    ['Data;Entradas (+);Saídas (-) [R$]\n14/07/2026;1.234,56;\n15/07/26;;10,00', [123_456, -1_000]],
    ['Data;Valor (D/C)\n14/07/2026;1.234,56 C\n15/07/26;10,00 D', [123_456, -1_000]],
    ['Data;Valor;D/C\n14/07/2026;1.234,56;C\n15/07/2026;10,00;D', [123_456, -1_000]],
    ['date\tamount\n2026-07-14\t1,234.56\n2026-07-15\t(10.00)', [123_456, -1_000]],
    ['Data;Valor\n14/07/2026;R$ 1.234,56\n15/07/2026;10,00-\n16/07/2026;-1.234\n', [123_456, -1_000, -123_400]],
  ])('have amounts with a sign, in columns or behind them: %j', async (text, amounts) => {
    const { read, unread } = await rowsOf(text);
    expect([read.map(([, amount]) => amount), unread]).toEqual([amounts, []]);
  });

  it.each([
    ['Data (MM/DD/AAAA)', '07/04/2026', '2026-07-04'],
    ['Date [m/d/y]', '7/4/26 10:00', '2026-07-04'],
    ['Date (yyyy-mm-dd)', '04/07/2026', '2026-07-04'],
  ])('have days as their heading says, %s: %s', async (heading, day, read) => {
    expect((await rowsOf(`${heading};Valor\n${day};-1,00`)).read).toEqual([[read, -100, null, null, null]]);
  });

  it('have a line for each row, however it and the one before it end, and whatever breaks within a cell', async () => {
    const text =
      'x\r\n\r\nData;Valor;Texto\n14/07/2026;-1,00;"a\r\nb"\r\n14/07/2026;x;c\r14/07/2026;-2,00;d\n14/07/2026;y;e';
    const { read, unread } = await rowsOf(text);
    expect([read.map(([, amount]) => amount), unread]).toEqual([
      [-100, -200],
      [
        [6, 'amount'],
        [8, 'amount'],
      ],
    ]);
  });

  it('name a row by an end-to-end ID in any of its cells, and by the first text that it has', async () => {
    const rows = ['x;', `z;${E2E}`, `;${E2E}`, `${E2E};y`, `x;${E2E} e ${E2E.toUpperCase()}`].map(
      (cells) => `14/07/2026;-1,00;${cells}`,
    );
    const { rows: books } = await readBooks(bytesOf(['Data;Valor;Descrição;Detalhes', ...rows].join('\n')));
    expect(books.read.map(({ text, identifiers }) => [text, identifiers.endToEndId])).toEqual([
      ['x', null],
      ['z', E2E],
      [E2E, E2E],
      [E2E, E2E],
      ['x', null],
    ]);
  });

  it('have rows with the same keys in every version: decisions name them', async () => {
    const lines = [
      'Linhas: 9',
      'Data;Histórico;Valor',
      '14/07/2026;SALDO ANTERIOR;5,00',
      ...[`14/07/2026;PIX ${E2E};-1,00`, `14/07/2026;PIX ${E2E};-1,00`, '31/02/2026;x;-1,00', '14/07/2026;x;-1x'],
      ...['14/07/2026;y;-1,00', '14/07/2026;SALDO;1,00', '14/07/2026;SALDO;2,00', 'Total;;9,00'],
    ];
    const { read, unread } = (await readBooks(bytesOf(lines.join('\n')))).rows;
    expect([...read, ...unread].map(({ key }) => key).join(' ')).toBe(
      '4f431da85eb7 4f431da85eb7-2 ab99d276d921 20a1bd4db274 85abe6393afb c440c767fcce d68b5b5cc431 bfff63622524',
    );
  });

  it('have the Pix key and the IDs of their columns, in whatever form', async () => {
    const text = `Data;Valor;Chave Pix;EndToEndId;ID;Texto\n14/07/2026;-1,00;ana@x.com;E-1;I-1;${E2E}`;
    const { read } = (await readBooks(bytesOf(text))).rows;
    expect(read).toMatchObject([{ pixKey: 'ana@x.com', identifiers: { endToEndId: 'E-1', id: 'I-1' } }]);
  });

  it('have no amount where a column of currencies names another one', async () => {
    const { read, unread } = await rowsOf('Data;Valor;Moeda\n04/07/2026;-1,00;USD\n04/07/2026;-2,00;BRL\n');
    expect([read.map(([, amount]) => amount), unread]).toEqual([[-200], [[2, 'shown_otherwise']]]);
  });

  it('name a row that cannot be read, and what they state of themselves that is not proven', async () => {
    const text =
      'Data;Histórico;Valor\n14/07/2026;x;abc\n31/02/2026;y;1,00\n14/07/2026;SALDO DO DIA;5,00\nTotal;;9,00\n15/07/2026;z;-1,00';
    const { read, unread } = await rowsOf(text);
    expect([read, unread]).toEqual([
      [['2026-07-15', -100, null, null, null]],
      [
        [2, 'amount'],
        [3, 'day'],
        [5, 'sum'],
      ],
    ]);
    const { rows } = await readBooks(bytesOf(text));
    expect(rows.balances).toMatchObject([{ line: 4, amount: 500, isRow: true }]);
  });
});

/** The form of a file, with the lines and amounts of its rows, or why it is none. */
async function formOf(contents: string | Uint8Array): Promise<string> {
  try {
    const { form, rows } = await readBooks(bytesOf(contents));
    const unread = rows.unread.map(({ line, flaw }) => `${line} ${flaw}`);
    return [form, ...rows.read.map(({ line, amount }) => `${line} ${amount}`), ...unread].join(', ');
  } catch (error) {
    if (error instanceof BookError) return error.flaw;
    throw error;
  }
}

it.each([
  ['{"valor":1}', 'unknown_form'],
  ['[1]', 'unknown_form'],
  ['<html></html>', 'unknown_form'],
  [' \n<html></html>', 'unknown_form'],
  ['%PDF-1.7', 'unknown_form'],
  ['<?xml version="1.0"?><a/>', 'damaged'],
  ['<Document/>', 'damaged'],
  ['<n:Document xmlns:n="x"/>', 'damaged'],
  ['<Documents/>', 'unknown_form'],
  ['OFXHEADER:100\n<OFX></OFX>', 'no_rows'],
  ['<?OFX OFXHEADER="200"?><OFX></OFX>', 'no_rows'],
  ['\ufeff<ofx></ofx>', 'no_rows'],
  ['a;b\n1;2', 'no_columns'],
  ['Data;Histórico\n01/07/2026;x', 'no_columns'],
  ['Histórico;Valor\nx;1,00', 'no_columns'],
  ['Data;Saldo\n01/07/2026;1,00', 'no_columns'],
  ['Data;Saída\n01/07/2026;1,00', 'csv, 2 -100'],
  ['Data;Valor', 'no_rows'],
  ['Status;ID;Tarifa;Destinatário recebe;Data;Valor\nx;;;;01/07/2026;-1,00', 'run_report'],
  ['Pix status;Pix ID;Pix fee;Pix sent;Data;Valor\nx;;;;01/07/2026;-1,00', 'run_report'],
  ['Ref;Status;ID;Fee centavos;Sent centavos;Data;Valor\nx;;;;;01/07/2026;-1,00', 'run_report'],
  ['Meu status;ID;Tarifa;Destinatário recebe;Data;Valor\nx;;;;01/07/2026;-1,00', 'csv, 2 -100'],
  ['01/07/2026;PIX;-10,00\n02/07/2026;PIX;1.005,00', 'csv, 1 -1000, 2 100500'],
  ['01/07/2026;PIX;−10,00\r\n02/07/2026;PIX; 5,00 \r\n', 'csv, 1 -1000, 2 500'],
  ['01/07/2026;PIX;-10,00\r02/07/2026;x;9x9\r', 'csv, 1 -1000, 2 amount'],
  ['01/07/2026;PIX;-10,00\nx9\nx8', 'no_columns'],
  ['01/07/2026;PIX;-10,00\n\n \n02/07/2026;PIX;5,00', 'csv, 1 -1000, 4 500'],
  ['01/07/2026;PIX;-10,00\nx;y;z', 'no_columns'],
  ['Data;Texto;Valor\n01/07/2026;PIX;-10,00', 'csv, 2 -1000'],
  ['1/07/2026;PIX;-10,00', 'no_columns'],
  ['01/07/2026;PIX;-10,0', 'no_columns'],
  ['01/07/2026;PIX;-10,00;x', 'no_columns'],
  ['x;OFXHEADER\nData;Valor\n01/07/2026;-1,00', 'csv, 3 -100'],
  ['x;<?OFX\nData;Valor\n01/07/2026;-1,00', 'csv, 3 -100'],
  ['x;<?xml\nData;Valor\n01/07/2026;-1,00', 'csv, 3 -100'],
  ['<OFX><STMTTRN><DTPOSTED>20260701<TRNAMT>-1.00</STMTTRN></OFX>', 'ofx, 1 -100'],
  ['', 'no_columns'],
  ['01/07/2026;PIX;-10,00', 'csv, 1 -1000'],
  ['01/07/2026;PIX; 10,00', 'no_sides'],
  ['x01/07/2026;PIX;-10,00', 'no_columns'],
  ['Data;Valor;Data;Valor;x\n01/07/2026;-1,00;01/07/2026;-1,00', 'no_columns'],
  ['Data;Valor;Data\n01/07/2026;-1,00;02/07/2026', 'csv, 2 -100'],
  ['Data;Valor;Valor\n01/07/2026;-1,00;-2,00', 'csv, 2 -100'],
  // The last amount of a file that ends within its line may be cut off.
  ['Data;Valor\n01/07/2026;-1,00\n01/07/2026;-2,00\n02/07/2026;-12', 'csv, 2 -100, 3 -200, 4 amount'],
  ['Data;Valor\n01/07/2026;-1,00\n01/07/2026;-2\n02/07/2026;-12', 'csv, 2 -100, 3 -200, 4 amount'],
  ['Data;Valor\n01/07/2026;-1,00\n02/07/2026;-12\n', 'csv, 2 -100, 3 -1200'],
  ['Data;Valor\n01/07/2026;-1,00\n02/07/2026;-12\r\n ', 'csv, 2 -100, 3 -1200'],
  ['Data;Valor\n01/07/2026;-1\n02/07/2026;-12', 'csv, 2 -100, 3 -1200'],
  ['Data;Valor\n01/07/2026;-1,00\n02/07/2026;-12,00', 'csv, 2 -100, 3 -1200'],
  ['Data;Valor;Texto\n01/07/2026;-1,00;1,00\n02/07/2026;-1,00;12', 'csv, 2 -100, 3 -100'],
  ['Data;Valor;Saldo\n01/07/2026;-1,00;9,00\n02/07/2026;-1,00;8', 'csv, 2 -100, 3 amount'],
  // A quote takes no row into its cell.
  ['Data;Histórico;Valor\n02/07/2026;"A;-1,00\n03/07/2026;B;-2,00', 'csv, 2 -100, 3 -200'],
  ['Data;Histórico;Valor\r02/07/2026;"A;-1,00\r03/07/2026;B;-2,00', 'csv, 2 -100, 3 -200'],
  [
    'Data;Histórico;Valor\n"01/07/2026";"B";"-2,00"\n02/07/2026;"A;-1,00\n03/07/2026;C;-3,00',
    'csv, 2 -200, 3 -100, 4 -300',
  ],
  ['Data;Histórico;Valor\n02/07/2026;A;-1,00\n03/07/2026;"B;-2,00', 'damaged'],
  ['Data;Histórico;Valor\n02/07/2026;"A;-1,00\n03/07/2026;B";-2,00', 'csv, 2 -100, 3 -200'],
  ['Data;Histórico;Valor\n2026-07-02;"A;-1,00\n2026-07-03;B";-2,00', 'csv, 2 -100, 3 -200'],
  ['Data;Histórico;Valor\n20260702;"A;-1,00\n20260703;B";-2,00', 'csv, 2 -100, 3 -200'],
  ['Data;Histórico;Valor\n02/07/2026;"A;x\n03/07;B";-2,00', 'csv, 2 -200'],
  ['Data;Histórico;Valor\n02/07/2026;"A\n03/07/2026;B";-2,00', 'csv, 2 -200'],
  ['Data;Histórico;Valor\n02/07/2026;"A;B;03/07/2026";-2,00', 'csv, 2 -200'],
  ["Data;Valor\n'01/07/2026;'-1,00", 'csv, 2 -100'],
  ["Data;Valor\n01/07/2026;-1'00", 'csv, 2 amount'],
])('a file of the accounting side is read by what is in it: %j is %s', async (contents, form) => {
  expect(await formOf(contents)).toBe(form);
});

describe('a CNAB 240 statement', () => {
  const ID = '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d';
  const written = (documents: readonly string[], closing: number) => {
    const writer = new StatementWriter('X');
    const entry = { date: '14072026', centavos: -500, category: 120 };
    const at = (centavos: number) => ({ date: '14072026', centavos });
    return [
      ...writer.opening({ date: '14072026', time: '120000' }, at(2_000)),
      ...documents.flatMap((document) => writer.entry({ ...entry, history: 'PIX', document }, at(0))),
      ...writer.closing(at(closing)),
    ].join('\n');
  };

  it('has entries, which are named by the ID of the service or a reference', async () => {
    const others = [`x${ID}`, `${ID}x`, ID.replace('-4', '-g'), ID.slice(1)];
    const { form, rows } = await readBooks(bytesOf(written([ID, ID.toUpperCase(), '', ...others], -1_500)));
    expect([form, rows.unread]).toEqual(['cnab240', []]);
    expect(rows.read.map(({ day, amount, text }) => `${day} ${amount} ${text}`)).toEqual(
      Array.from({ length: 7 }, () => '2026-07-14 -500 PIX'),
    );
    expect(rows.read.map(({ identifiers: { id, reference } }) => id ?? reference)).toEqual([
      ...[ID, ID.toUpperCase(), null, ...others],
    ]);
    expect(rows.read.map(({ identifiers: { id } }) => id !== null)).toEqual([
      ...[true, true, false, false, false, false, false],
    ]);
  });

  it('states balances, which its entries come to or not', async () => {
    const { unread, leftOut, balances } = (await readBooks(bytesOf(written([ID], 1_501)))).rows;
    expect(unread).toMatchObject([{ line: 4, flaw: 'sum', text: 'Saldo Final', stated: 1_501, expected: 1_500 }]);
    expect([leftOut, balances]).toEqual([[], []]);
  });

  it('is damaged where it is cut off', async () => {
    await expect(rowsOf(written([ID], 1_500).slice(0, -300))).rejects.toMatchObject({ flaw: 'damaged' });
  });
});

describe('a CNAB 240 return', () => {
  const written = (information: string, direction = '2', trailer = 0) => {
    const lines = remittanceLines({ batches: [[PAYMENT, { ...PAYMENT, reference: 'NF 2' }]] });
    const [header = '', batch = '', paid = '', ...rest] = lines;
    const made = put(put(put(paid, 155, '13072026'), 178, information), 231, '00');
    return [put(header, 143, direction), batch, made, ...rest.slice(0, rest.length - trailer)].join('\n');
  };

  it.each([
    ['', null, null],
    [E2E, E2E, null],
    ['0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d', null, '0a1b2c3d-4e5f-6a7b-8c9d-0e1f2a3b4c5d'],
  ])('has the payments that were made, and what they are named by: %s', async (information, endToEndId, id) => {
    const { form, rows } = await readBooks(bytesOf(written(information)));
    expect([form, rows.unread]).toEqual(['cnab240', []]);
    expect(rows.read).toMatchObject([
      {
        ...{ line: 3, day: '2026-07-13', amount: -15_000, text: 'SOL COMERCIO LTDA' },
        identifiers: { reference: 'NF 4711', endToEndId, id },
      },
    ]);
  });

  it.each([
    ['a remittance', written('', '1')],
    ['one that is cut off', written('', '2', 1)],
    ['an amount that is none', written('').replace('000000000015000', '0000000000150x0')],
  ])('is not %s', async (_, text) => {
    await expect(rowsOf(text)).rejects.toMatchObject({ flaw: 'damaged' });
  });
});

describe('a workbook', () => {
  const rows = (amount: string) => rowFile(1, ['Data', 'Valor']) + rowFile(2, ['14/07/2026', amount, 'a note']);
  const read = async (sheets: WorkbookFile['sheets'], sheet?: string) => {
    const { form, rows: found } = await readBooks(bytesOf(await workbookFile({ sheets })), { sheet });
    return [form, ...found.read.map(({ amount }) => amount)];
  };
  const TWO = [
    { name: 'Julho', rows: rows('-1,00') },
    { name: 'Notas', rows: rowFile(1, ['x']) },
    { name: 'Março', rows: rows('-2,00'), state: 'hidden' as const },
  ];

  it('has one sheet with such headings that is shown, or one with that name', async () => {
    expect([await read(TWO), await read(TWO, ' MARCO ')]).toEqual([
      ['xlsx', -100],
      ['xlsx', -200],
    ]);
  });

  it.each([
    ['no_sheet', TWO, 'Abril', ['Julho', 'Notas', 'Março']],
    ['no_columns', TWO, 'Notas', []],
    ['ambiguous_sheet', [...TWO, { name: 'Maio', rows: rows('-3,00') }], undefined, ['Julho', 'Maio']],
  ])('may have none: %s', async (flaw, sheets, sheet, names) => {
    await expect(read(sheets, sheet)).rejects.toMatchObject({ flaw, names });
  });

  it('may be damaged, or something else in an archive', async () => {
    const whole = await workbookFile({ sheets: TWO });
    await expect(rowsOf(whole.subarray(0, whole.length - 30))).rejects.toMatchObject({ flaw: 'damaged', names: [] });
    const other = await workbookFile({ sheets: TWO, without: ['xl/workbook.xml'] });
    await expect(rowsOf(other)).rejects.toMatchObject({ flaw: 'unknown_form', names: [] });
  });
});

it.each([
  ...['match', 'same', 'conciliar', 'Conciliado', 'mesmo', ' Match '].map((word) => [`${word};a;b;n`, '2 match a b n']),
  ...['accept', 'accepted', 'aceitar', 'Aceito', 'OK'].map((word) => [`${word}; a ;;`, '2 accept a null ']),
  ['accept;;b;', '2 accept null b '],
  ['accept;a;b; n ', '2 accept a b n'],
  ['match;a;;', '2 sides'],
  ['match;;b;', '2 sides'],
  ['accept;;;', '2 sides'],
  ['x;a;b;', '2 word'],
  [' ;a;b;', ''],
  ['accept;a', '2 accept a null '],
  ['x;a;b;\naccept;a;;\naccept;c;;', '3 accept a null |4 accept c null |2 word'],
])('a person decided: %j is %j', async (rows, expected) => {
  for (const headings of [
    'Decision;Here;There;Note',
    'Decisão;Lançamento da conta;Linha do arquivo;Observação',
    'decisao;Chave na conta;Chave no arquivo;Nota',
    'decision;Account entry;File row;note',
  ]) {
    const { decisions, problems } = await readDecisions(bytesOf(`${headings}\n${rows}`));
    const found = decisions.map(({ line, word, here, there, note }) => `${line} ${word} ${here} ${there} ${note}`);
    expect([...found, ...problems.map(({ line, flaw }) => `${line} ${flaw}`)].join('|')).toBe(expected);
  }
});

it.each(['Decision;Here', 'Decision;There'])('a person may decide on one side alone: %s', async (headings) => {
  expect((await readDecisions(bytesOf(`${headings}\naccept;a`))).decisions).toHaveLength(1);
});

it.each(['Decision;x\nmatch;a', 'Here;There\na;b'])('no decisions are in %j', async (text) => {
  await expect(readDecisions(bytesOf(text))).rejects.toMatchObject({ flaw: 'no_columns' });
});
