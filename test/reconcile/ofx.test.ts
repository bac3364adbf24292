import { expect, it, vi } from 'vitest';
import { readOfx } from '../../src/reconcile/books/ofx.ts';
import { rowsIn } from '../support/grouped.ts';

const transaction = (fields: string) => `<STMTTRN>${fields}</STMTTRN>`;
const file = (contents: string) =>
  `OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST>${contents}</BANKTRANLIST></STMTRS></OFX>`;

/** What is read of a file: its rows, what is not readable, its balances, and what it leaves out. */
function readingOf(text: string, assumed?: 'in' | 'out') {
  try {
    const { read, unread, balances, leftOut, hasOwnIds } = readOfx(text, assumed);
    const rows = read.map(({ day, amount, identifiers: { reference, endToEndId, id }, text: words }) => {
      const names = [id, reference, endToEndId].map((name) => name ?? '-').join(' ');
      return `${day} ${amount} ${names} ${words}`;
    });
    return [
      ...rows,
      ...unread.map(({ line, flaw }) => `unread ${line} ${flaw}`),
      ...balances.map(({ line, day, amount, isRow }) => `balance ${line} ${day} ${amount} ${isRow ? 'row' : 'end'}`),
      ...leftOut.map(({ line, form }) => `left out ${line} ${form}`),
      ...(hasOwnIds ? ['own IDs'] : []),
    ];
  } catch (error) {
    const { flaw, names } = error as { flaw?: string; names?: readonly string[] };
    return [flaw ?? String(error), ...(names ?? [])];
  }
}

it.each(
  rowsIn(`
    1000.00;100000 | 1000.000;100000 | 10.500;1050 | 10,5000;1050 | .500;50 | 10.5;1050 | .50;50 | -.50;-50 | +.50;50
    1.505;unread 1 amount | 1.1001;unread 1 amount | x.50;unread 1 amount | ;unread 1 amount
  `),
)('an amount of an OFX is in reais with a point: %s', (amount, read) => {
  const expected = read.startsWith('unread') ? read : `2026-07-14 ${read} 1 - - A`;
  expect(readingOf(file(transaction(`<DTPOSTED>20260714<TRNAMT>${amount}<FITID>1<NAME>A`)))).toEqual([expected]);
});

it.each([
  ['20260714', '2026-07-14'],
  ['202607142330', '2026-07-14'],
  ['20260714233000', '2026-07-14'],
  ['20260714233000.123', '2026-07-14'],
  ['20260714[-3:BRT]', '2026-07-14'],
  ['20260714000000[+12]', '2026-07-14'],
  ['20260714233000[-3:BRT]', '2026-07-14'],
  ['20260714020000[0:GMT]', '2026-07-13'],
  ['20260714025959[0]', '2026-07-13'],
  ['20260714030000[0]', '2026-07-14'],
  ['20260714030001[0]', '2026-07-14'],
  ['20260714030100[0]', '2026-07-14'],
  ['20260714025900[-0.5]', '2026-07-14'],
  ['20260714000001[0]', '2026-07-13'],
  ['20260714000100[0]', '2026-07-13'],
  ['20260714000101[0]', '2026-07-13'],
  ['20260714010100[0]', '2026-07-13'],
  ['20260714100000[+10.5:X]', '2026-07-13'],
  ['20260714233000[-10:HST]', '2026-07-15'],
  ['20260731', '2026-07-31'],
  ['20260732', undefined],
  ['20260732120000[0]', undefined],
  ['2026071', undefined],
  ['x20260714', undefined],
  ['20260714x', undefined],
  ['202607141', undefined],
  ['20260714120000[100]', undefined],
  ['', undefined],
])('a day of an OFX is the local one of its moment: %s', (posted, day) => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  const [read] = readingOf(file(transaction(`<DTPOSTED>${posted}<TRNAMT>-5.00<FITID>1<NAME>A`)));
  expect(read).toBe(day === undefined ? 'unread 1 day' : `${day} -500 1 - - A`);
});

const E2E = 'E9999900420260714150700aBcDeFgH1';
const PAID = '<DTPOSTED>20260714<TRNAMT>-5.00';

it.each<[string, string]>([
  [`${PAID}<FITID>1<NAME>A<MEMO>B`, '2026-07-14 -500 1 - - A - B'],
  [`${PAID}<FITID>1<MEMO>B`, '2026-07-14 -500 1 - - B'],
  [
    `${PAID}<FITID>1</FITID><NAME><![CDATA[A & <B>]]></NAME><MEMO><![CDATA[C\nD]]></MEMO>`,
    '2026-07-14 -500 1 - - A & <B> - C D',
  ],
  [`${PAID}<FITID>1`, '2026-07-14 -500 1 - - '],
  [`${PAID}<NAME>A`, '2026-07-14 -500 - - - A'],
  [`${PAID}<FITID>1<REFNUM>R<CHECKNUM>C<NAME>A`, '2026-07-14 -500 1 R - A'],
  [`${PAID}<FITID>1<REFNUM><CHECKNUM>C<NAME>A`, '2026-07-14 -500 1 C - A'],
  [`${PAID}<FITID>1<CHECKNUM>${E2E}<NAME>A`, `2026-07-14 -500 1 - ${E2E} A`],
  [`${PAID}<FITID>1<CHECKNUM>x${E2E}<NAME>A`, `2026-07-14 -500 1 x${E2E} - A`],
  [`${PAID}<FITID>1<CHECKNUM>D99999004202607141507<NAME>A`, '2026-07-14 -500 1 - - A'],
  [`${PAID}<FITID>1<CHECKNUM>E12<NAME>A`, '2026-07-14 -500 1 E12 - A'],
  [`${PAID}<FITID>1<NAME>Pix ${E2E}`, `2026-07-14 -500 1 - ${E2E} Pix ${E2E}`],
  [`${PAID}<FITID>${E2E}<CHECKNUM>7<NAME>A`, `2026-07-14 -500 ${E2E} 7 ${E2E} A`],
  [`${PAID}<FITID>wd-1-return<NAME>A`, '2026-07-14 -500 wd-1 - - A'],
  [`${PAID}<FITID>wd-returned<NAME>A`, '2026-07-14 -500 wd-returned - - A'],
  [`${PAID}<FITID>1<NAME>A<NAME>B<FITID>2`, '2026-07-14 -500 1 - - A'],
  ['<dtposted> 20260714 <trnamt> -5.00 \r\n<fitid>1\n<name>A', '2026-07-14 -500 1 - - A'],
  [`${PAID}<FITID>1<NAME>A &lt;&GT; &quot;B&apos;&nbsp;&co; &amp;`, `2026-07-14 -500 1 - - A <> "B' &co; &`],
  [`${PAID}</TRNAMT><FITID>1</FITID><NAME>A</NAME>`, '2026-07-14 -500 1 - - A'],
  [`<TRNTYPE>DEBIT${PAID}<FITID>1<NAME>A`, '2026-07-14 -500 1 - - A'],
  [`<TRNTYPE>credit${PAID}<FITID>1<NAME>A`, 'unread 1 side'],
  ['<TRNTYPE>DEBIT<DTPOSTED>20260714<TRNAMT>5.00<FITID>1<NAME>A', 'unread 1 side'],
  ['<TRNTYPE>DEBIT<DTPOSTED>20260714<TRNAMT>0.00<FITID>1<NAME>A', '2026-07-14 0 1 - - A'],
  [`${PAID}<FITID>1<NAME>A<CURRENCY><CURSYM>USD</CURRENCY>`, 'unread 1 shown_otherwise'],
  [`${PAID}<FITID>1<NAME>A<CURRENCY>EUR`, 'unread 1 shown_otherwise'],
  [`${PAID}<FITID>1<NAME>A<CURRENCY><CURSYM>brl</CURRENCY>`, '2026-07-14 -500 1 - - A'],
  [`${PAID}<FITID>1<NAME>A<CURRENCY>`, '2026-07-14 -500 1 - - A'],
  [`${PAID}<FITID>1<NAME>A<CURRENCY><CURSYM>XBRL</CURRENCY>`, 'unread 1 shown_otherwise'],
  [`${PAID}<FITID>1<NAME>A<ORIGCURRENCY><CURSYM>USD</ORIGCURRENCY>`, '2026-07-14 -500 1 - - A'],
])('a transaction of an OFX is read: %s', (fields, read) => {
  expect(readingOf(file(transaction(fields)))).toEqual([read]);
});

it.each<['in' | 'out', string, string]>([
  ['in', '-5.00', 'unread 1 side'],
  ['in', '5.00', '2026-07-14 500 1 - - A'],
  ['in', '0.00', '2026-07-14 0 1 - - A'],
  ['out', '5.00', 'unread 1 side'],
  ['out', '-5.00', '2026-07-14 -500 1 - - A'],
  ['out', '0.00', '2026-07-14 0 1 - - A'],
  ['out', '5x', 'unread 1 amount'],
])('an OFX of which the person says that all amounts are %s: %s', (assumed, amount, read) => {
  const text = file(transaction(`<DTPOSTED>20260714<TRNAMT>${amount}<FITID>1<NAME>A`));
  expect(readingOf(text, assumed)).toEqual([read]);
});

const ROW = transaction(`${PAID}<FITID>1<NAME>A`);
const READ = '2026-07-14 -500 1 - - A';
const balance = (name: string, amount: string, day = '20260731') =>
  `<${name}><BALAMT>${amount}<DTASOF>${day}</${name}>`;
const closed = (end: string, between = '', period = '') =>
  `<OFX><STMTRS>${period}<BANKTRANLIST>${ROW}${between}</BANKTRANLIST>${end}</STMTRS></OFX>`;

const statements = (name: string) => {
  const one = (amount: string) => `<${name}>${ROW}${balance('LEDGERBAL', amount)}</${name}>`;
  return `<OFX>${one('1.00')}${one('2.00')}</OFX>`;
};
const TWO = [READ, READ, 'balance 1 2026-07-31 100 end', 'balance 2 2026-07-31 200 end'];

it.each<[string, string, readonly string[]]>([
  ['its balance', closed(balance('LEDGERBAL', '10.00')), [READ, 'balance 1 2026-07-31 1000 end']],
  ['not what is available', closed(balance('AVAILBAL', '9.00')), [READ]],
  ['not another balance', closed(`<BALLIST>${balance('BAL', '9.00')}</BALLIST>`), [READ]],
  ['no balance without an amount', closed(balance('LEDGERBAL', '')), [READ]],
  ['no balance without a day', closed('<LEDGERBAL><BALAMT>10.00</LEDGERBAL>'), [READ]],
  ['a balance that is not readable', closed(balance('LEDGERBAL', '1x')), [READ, 'unread 1 amount']],
  [
    'the last of two balances',
    closed(balance('LEDGERBAL', '1.00') + balance('LEDGERBAL', '2.00')),
    [READ, 'balance 1 2026-07-31 200 end'],
  ],
  [
    'no fields of a balance as its own',
    closed('', `${balance('LEDGERBAL', '3.00')}${transaction('<FITID>2')}`),
    [READ, 'unread 2 amount', 'balance 1 2026-07-31 300 end'],
  ],
  ['that its bank is ours', closed('<BANKACCTFROM><BANKID>PIX'), [READ, 'own IDs']],
  ['that its bank is another one', closed('<BANKACCTFROM><BANKID>001<ACCTID>PIX'), [READ]],
  ['reais', `<OFX><CURDEF>brl${ROW}<CURDEF></OFX>`, [READ]],
  ['another currency', `<OFX><CURDEF>USD</CURDEF>${ROW}</OFX>`, ['foreign_currency', 'USD']],
  ['each of its statements', statements('STMTRS'), TWO],
  ['each of its cards', statements('CCSTMTRS'), TWO],
])('an OFX states %s', (_, text, read) => expect(readingOf(text)).toEqual(read));

it.each([
  ['no end', `<OFX>${ROW}`],
  ['a transaction alone', ROW],
  ['no transaction that ends', `<OFX><STMTTRN>${PAID}</OFX>`],
  ['a transaction within another', `<OFX><STMTTRN>${ROW}</STMTTRN></OFX>`],
  ['ends in another order', '<OFX><BANKTRANLIST><STMTTRN></BANKTRANLIST></STMTTRN></OFX>'],
  ['an end without a beginning', `${ROW}</OFX>`],
  ['a second part that does not end', `<OFX>${ROW}</OFX><OFX>`],
  ['nothing', ''],
])('an OFX is damaged with %s', (_, text) => expect(readingOf(text)).toEqual(['damaged']));

const stated = (amount: string, more: string) => transaction(`<DTPOSTED>20260714<TRNAMT>${amount}${more}`);
const SHOWN = stated('10.00', '<FITID>2<MEMO>Saldo do dia');
const LEFT_OUT = 'left out 2 balance';
const TO_PROVE = 'balance 2 2026-07-14 1000 row';
const UNTIL_JULY = '<DTEND>20260731</DTEND>';
const DOLLARS = transaction(`${PAID}<FITID>3<CURRENCY>USD`);

it.each<[string, string, readonly string[]]>([
  ['is no movement without an ID', closed('', stated('10.00', '<MEMO>Saldo do dia')), [READ, LEFT_OUT]],
  ['may be named first', closed('', stated('10.00', '<NAME>Saldo do dia<MEMO>B')), [READ, LEFT_OUT]],
  ['is to be proven with an ID', closed('', SHOWN), [READ, TO_PROVE]],
  ['is proven by the end', closed(balance('LEDGERBAL', '10.00'), SHOWN, UNTIL_JULY), [READ, LEFT_OUT]],
  [
    'is not what the end says',
    closed(balance('LEDGERBAL', '11.00'), SHOWN, UNTIL_JULY),
    [READ, 'unread 2 sum', TO_PROVE],
  ],
  [
    'is not proven by an end after the period',
    closed(balance('LEDGERBAL', '11.00'), SHOWN, '<DTEND>20260730'),
    [READ, TO_PROVE, 'balance 2 2026-07-31 1100 end'],
  ],
  [
    'is not proven by an end after a period that is not readable',
    closed(balance('LEDGERBAL', '11.00'), SHOWN, '<DTEND>20260732'),
    [READ, TO_PROVE, 'balance 2 2026-07-31 1100 end'],
  ],
  ['is proven on its day without a period', closed(balance('LEDGERBAL', '10.00', '20260714'), SHOWN), [READ, LEFT_OUT]],
  [
    'is not proven by a later day without a period',
    closed(balance('LEDGERBAL', '10.00', '20260715'), SHOWN),
    [READ, TO_PROVE, 'balance 2 2026-07-15 1000 end'],
  ],
  [
    'is not compared over a row in another currency',
    closed(balance('LEDGERBAL', '99.00'), SHOWN + DOLLARS, UNTIL_JULY),
    [READ, 'unread 3 shown_otherwise', TO_PROVE],
  ],
  [
    'is a movement where it is called a total',
    closed('', stated('10.00', '<FITID>2<MEMO>Total')),
    [READ, '2026-07-14 1000 2 - - Total'],
  ],
  [
    'is named where it is not readable',
    closed('', stated('1x', '<FITID>2<MEMO>Saldo do dia')),
    [READ, 'unread 2 amount'],
  ],
])('a balance between the rows of an OFX %s', (_, text, read) => expect(readingOf(text)).toEqual(read));
