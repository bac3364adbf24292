import { describe, expect, it } from 'vitest';
import { readBooks } from '../../src/reconcile/books/read-books.ts';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

async function rowsOf(text: string) {
  const { form, rows } = await readBooks(bytesOf(text));
  const read = rows.read.map(({ day, amount, identifiers: { reference, endToEndId, id } }) => [
    ...[day, amount],
    ...[reference, endToEndId, id],
  ]);
  return { form, read, unread: rows.unread.map(({ line, flaw }) => [line, flaw]) };
}

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

  it('leaves out what is not booked, and refuses another currency and what is not XML', async () => {
    const pending = entry('').replace('BOOK', 'PDNG');
    expect((await rowsOf(statement(pending + entry('', '.50')))).read).toEqual([['2026-07-14', -50, null, null, null]]);
    await expect(rowsOf(statement(entry('', '1.00', 'USD')))).rejects.toMatchObject({ flaw: 'foreign_currency' });
    await expect(rowsOf(statement(entry('')).replace('</Stmt>', ''))).rejects.toMatchObject({ flaw: 'damaged' });
  });
});

describe('tables', () => {
  it.each([
    ['Data;Entrada;Saída\n14/07/2026;1.234,56;\n15/07/26;;10,00', [123_456, -1_000]],
    ['Data;Valor;D/C\n14/07/2026;1.234,56;C\n15/07/2026;10,00;D', [123_456, -1_000]],
    ['date\tamount\n2026-07-14\t1,234.56\n2026-07-15\t(10.00)', [123_456, -1_000]],
    ['Data;Valor\n14/07/2026;R$ 1.234,56\n15/07/2026;10,00-\n16/07/2026;-1.234', [123_456, -1_000, -123_400]],
  ])('have amounts with a sign, in columns or behind them: %j', async (text, amounts) => {
    const { read, unread } = await rowsOf(text);
    expect([read.map(([, amount]) => amount), unread]).toEqual([amounts, []]);
  });

  it('name a row that cannot be read, and leave out balances', async () => {
    const text =
      'Data;Histórico;Valor\n14/07/2026;x;abc\n31/02/2026;y;1,00\n14/07/2026;SALDO DO DIA;5,00\nTotal;;9,00\n15/07/2026;z;1,00';
    const { read, unread } = await rowsOf(text);
    expect([read, unread]).toEqual([
      [['2026-07-15', 100, null, null, null]],
      [
        [2, 'amount'],
        [3, 'day'],
      ],
    ]);
  });
});
