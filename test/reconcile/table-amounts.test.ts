import { expect, it, vi } from 'vitest';
import { rowFile, workbookFile } from '../support/workbook-file.ts';
import { readBooks, type BookOptions } from '../../src/reconcile/books/read-books.ts';
import { BookError } from '../../src/reconcile/books/stated-row.ts';

async function booksOf(lines: readonly string[] | Uint8Array, options: BookOptions = {}) {
  const bytes = (async function* () {
    yield await Promise.resolve(lines instanceof Uint8Array ? lines : Buffer.from(`${lines.join('\n')}\n`));
  })();
  return (await readBooks(bytes, options)).rows;
}

/** What each line moves in centavos, or why that is not known, in the order of the lines. */
async function movedBy(lines: readonly string[] | Uint8Array, options?: BookOptions): Promise<string> {
  try {
    const { read, unread } = await booksOf(lines, options);
    const found = [...read.map(({ line, amount }) => [line, amount] as const)];
    const all = [...found, ...unread.map(({ line, flaw }) => [line, flaw] as const)];
    return all
      .toSorted(([one], [other]) => one - other)
      .map(([, moved]) => moved)
      .join(' ');
  } catch (error) {
    if (error instanceof BookError) return error.flaw;
    throw error;
  }
}

/** Headings, of which the first is a day, and cells of rows => what each moves. `all-in`, `all-out`: as the person says. */
const TABLES: Readonly<Record<string, string>> = {
  'without a sign, it came in where others went out': 'Data;Valor | 10,00 | -5,00 => 1000 -500',
  'without a sign, it is doubtful where others have a plus': 'Data;Valor | 10,00 | +5,00 | -3,00 => side 500 -300',
  'without a sign, all are doubtful': 'Data;Valor | 10,00 | 5,00 => no_sides',
  'without a side, it is doubtful where most have one': 'Data;Valor | 10,00 D | 5,00 C | 7,00 => -1000 500 side',
  'without a side, it is doubtful where debits have one': 'Data;Valor | 10,00 D | 5,00 D | 7,00 => -1000 -500 side',
  'without a side, it is doubtful where debits have one and a minus':
    'Data;Valor | -10,00 D | -5,00 D | 7,00 => -1000 -500 side',
  'without a side, all are doubtful where half have one': 'Data;Valor | 10,00 C | 7,00 => no_sides',
  'nothing needs no side': 'Data;Valor | 0,00 | -5,00 => 0 -500',
  'what has a minus and cannot be read went out': 'Data;Valor | 10,00 | -9x9,90 => 1000 amount',
  'what has a minus behind R$ and cannot be read went out': 'Data;Valor | 10,00 | R$ - 9x9,90 => 1000 amount',
  'what has a minus somewhere says nothing': 'Data;Valor | 10,00 | 9-x-9,90 => no_sides',
  'what has a minus before a word says nothing': 'Data;Valor | 10,00 | -x9 => no_sides',
  'our statement for programs has centavos': 'postedAt;netAmount | 1000 | 7 | -12 => 1000 7 -12',
  'our statement has whole centavos':
    'postedAt;netAmount | 1000 | 10,00 | x9 | 9x | 1234567890123456 => 1000 amount amount amount amount',
  'our statement for a person has signs': 'Posted;Net amount | 10.00 => 1000',
  'our statement in Portuguese has signs': 'Lançado em;Valor líquido | 10,00 => 1000',
  'the day of our statement alone does not make it ours': 'Posted;Amount | 10.00 => no_sides',
  'the amount of our statement alone does not make it ours': 'Data;netAmount | 1000 => no_sides',
  'a side in a column': 'Data;Valor;D/C | 10,00;D | 5,00;C => -1000 500',
  'a side in a column, beside a minus': 'Data;Valor;D/C | -10,00;D | 5,00;C => -1000 500',
  'a debit without the minus that others have': 'Data;Valor;D/C | -10,00;D | -20,00;D | 5,00;D => -1000 -2000 side',
  'a debit with a minus that others have not': 'Data;Valor;D/C | 10,00;D | 20,00;D | -5,00;D => -1000 -2000 side',
  'debits of which half have a minus': 'Data;Valor;D/C | 10,00;D | -5,00;D | 1,00;C => side side 100',
  'a side in a column, and a sign against it': 'Data;Valor;D/C | -10,00;C | +5,00;D | 1,00;D => side side -100',
  'a side in a column, and another behind the amount': 'Data;Valor;D/C | 10,00 C;D | 5,00 C;C => side 500',
  'no side in a column of sides': 'Data;Valor;D/C | 10,00;D | 5,00; | 3,00;X => -1000 side side',
  'sides in two columns': 'Data;Valor;D/C;Natureza | 10,00;D;D | 5,00;D;C | 3,00;;C => -1000 side 300',
  'columns of both sides':
    'Data;Entrada;Saída | 10,00; | ;5,00 | 0,00;7,00 | 3,00;0,00 | 0,00;0,00 | 1,00;2,00 => 1000 -500 -700 300 0 side',
  'an amount that cannot be read in a column of a side':
    'Data;Entrada;Saída | 1x0,00; | ;5,00 | 7,00;8x => amount -500 amount',
  'a minus in the column of what went out': 'Data;Entrada;Saída | 10,00; | ;-5,00 => 1000 -500',
  'a minus in the column of what went out, where others have none':
    'Data;Entrada;Saída | ;5,00 | ;7,00 | ;-3,00 => -500 -700 side',
  'no minus in the column of what went out, where others have one':
    'Data;Entrada;Saída | ;-5,00 | ;-7,00 | ;3,00 => -500 -700 side',
  'a plus in the column of what went out': 'Data;Entrada;Saída | ;+5,00 | +7,00; => side 700',
  'a minus in the column of what came in': 'Data;Entrada;Saída | -5,00; | 7,00; => side 700',
  'another side behind an amount in the column of one':
    'Data;Entrada;Saída | 5,00 D; | 7,00 C; | ;1,00 D => side 700 -100',
  'another side beside an amount in the column of one': 'Data;Entrada;Saída;D/C | 5,00;;D | 7,00;;C => side 700',
  'another meaning of a column of a side': 'Data;Valor;Recebido | -4,00;Cliente A | 5,00;Cliente B => -400 500',
  'nothing in the column of a side, beside an amount': 'Data;Valor;Entrada | -4,00;0,00 | 5,00; => -400 500',
  'a currency beside an amount': 'Data;Valor;Moeda | -4,00;BRL | -5,00;USD | -6,00; => -400 shown_otherwise -600',
  'all came in, as the person says':
    'all-in Data;Valor | 10,00 | +5,00 | 3,00 C | -7,00 | 8,00 D => 1000 500 300 side side',
  'all went out, as the person says':
    'all-out Data;Valor | 10,00 | -5,00 | 3,00 D | +7,00 | 8,00 C => -1000 -500 -300 side side',
  'digits in groups, as others have a comma': 'Data;Valor | 1.234 | 5,00 | -6,00 => 123400 500 -600',
  'digits in groups, as others have a point': 'Data;Valor | 1,234 | 5.00 | -6.00 => 123400 500 -600',
  'a decimal too many, as others have a point': 'Data;Valor | 1.234 | 5.00 | -6.00 => amount 500 -600',
  'digits in groups, as others have a comma behind the sign':
    'Data;Valor | -1.234 | 5,00 C | -6,00 D => -123400 500 -600',
  'digits in groups, and nothing to compare with': 'Data;Valor | 1.234 | -600 => amount -60000',
  'digits in groups, where others contradict each other': 'Data;Valor | 1,234 | 5,00 | -6.00 => amount 500 -600',
  'the heading of our day alone makes no centavos': 'postedAt;Valor | 10,00 | -5,00 => 1000 -500',
  'the heading of our amount alone makes no centavos': 'Data;netAmount | 10 | -5 => 1000 -500',
  'a cell with a space alone': 'Data;Entrada;Saída;D/C | 10,00; ; | ;5,00;  => 1000 -500',
  'a side in a column that has a space alone elsewhere': 'Data;Valor;D/C | 10,00;D | -3,00;  => -1000 -300',
  'an amount without a day has the sign that others lack': 'Data;Valor | 10,00 | @31/02/2026;-5,00 => 1000 day',
  'a line that begins without a digit has no sign': 'Data;Valor | 10,00 | @x31/02/2026;-5,00 => no_sides',
  'an amount beside that in the column of its side': 'Data;Valor;Entrada;Saída | 5,00;5,00; | 3,00;;3,00 => 500 -300',
  'a reference that is the word for a side': 'Data;Valor;Ref | 10,00;Crédito | -5,00;Crédito => 1000 -500',
  'an account, and another whole number, in the column of a side beside an amount':
    'Data;Débito;Crédito;Valor | 112;;100,00 | ;95;100 | 112;45;100,00 | ;100;100,00 | 95,00;;100,00 => side side side 10000 -9500',
  'one side beside amounts that name both': 'Data;Valor;Canal | 10,00 D;Débito | 5,00 C;Débito => -1000 500',
  'one side beside amounts that all name the other': 'Data;Valor;Canal | 10,00 D;Crédito | 5,00 D;Crédito => side side',
  'one side beside amounts of which half name both':
    'Data;Valor;Canal | 10,00 D;Débito | 5,00 C;Débito | 3,00;Débito | 2,00;Débito => -1000 side -300 -200',
  'nothing alone': 'Data;Valor | 0,00 | 0,00 => 0 0',
  'all came in without a sign, as the person says': 'all-in Data;Valor | 10,00 | 5,00 => 1000 500',
  'what cannot be read in a column of another currency': 'Data;Valor;Moeda | -4,00; | 5x;EUR => -400 shown_otherwise',
  'digits in groups, where others have three behind the mark':
    'Data;Valor | 1.234 | 5,000 | -600 => amount amount -60000',
  'sides in brackets of headings': 'Data;Entrada (crédito);Saída (débito) | 10,00; | ;5,00 => 1000 -500',
  'another unit in the brackets of what came in': 'Data;Entrada (centavos) | 1000 => no_columns',
  'another unit in the brackets of what went out': 'Data;Saída (centavos) | 1000 => no_columns',
  'another unit in the brackets of a heading': 'Data;Valor (centavos) | 1000 | -500 => no_columns',
  'a side in a column of any name, which is empty elsewhere':
    'Data;Valor;Canal | 10,00;Crédito | 5,00;Débito | -3,00;  => 1000 -500 -300',
  'a column of sides that is empty': 'Data;Valor;D/C | 10,00; | 5,00; => no_sides',
  'both sides beside amounts that name both':
    'Data;Valor;Canal | 10,00 D;Débito | 5,00 C;Crédito | 3,00;Débito => -1000 500 -300',
  'a letter below another name': 'Data;Valor;Canal | 10,00;S | 5,00;S => no_sides',
  'two letters below another name': 'Data;Valor;Canal | 10,00;E | 5,00;S => 1000 -500',
  'a sign below another name': 'Data;Valor;Canal | 10,00;- | 5,00;- => -1000 -500',
  'a side below a longer name than that of an outcome':
    'Data;Valor;Meu status;Status X | 10,00;C;C | 5,00;D;D | 3,00;C;D => 1000 -500 side',
  'more cells than headings': 'Data;Valor | -10,00 | -10;00 => -1000 amount',
};

it.each(Object.entries(TABLES))('what a row moves: %s', async (_, scene) => {
  const [table = '', expected] = scene.split(' => ');
  const [first = '', ...rows] = table.split(' | ');
  const [, all, headings = ''] = /^(?:all-(in|out) )?(.*)$/.exec(first) ?? [];
  const lines = [headings, ...rows.map((row) => (row.startsWith('@') ? row.slice(1) : `2026-07-14;${row}`))];
  expect(await movedBy(lines, { assumed: all === 'in' || all === 'out' ? all : undefined })).toBe(expected);
});

it.each(
  [
    'D/C|C/D|Débito/Crédito|Crédito/Débito|Deb/Cred|Cred/Deb|Debit/Credit|Credit/Debit|DR/CR|CR/DR|CR/DB|DB/CR|Entrada/Saída',
    'Saída/Entrada|Natureza do lançamento|Natureza|Sinal|Sentido',
  ].flatMap((names) => names.split('|')),
)('a column is there for the side of an amount by its name: %s', async (heading) => {
  expect(await movedBy([`Data;Valor;${heading}`, '14/07/2026;-1,00;x'])).toBe('side');
});

it.each(
  [
    'Tipo|Tipo lançamento|Tipo de lançamento|Tipo do lançamento|Tipo operação|Tipo de operação|Operação|Tipo movimento',
    'Tipo de movimento|Movimentação|Movimento|Tipo de transação|Tipo transação|Fluxo|Direção|Direction|Type|E/S|C/E|Side|Sign',
  ].flatMap((names) => names.split('|')),
)('a single letter is a side below the name of a kind: %s', async (heading) => {
  expect(await movedBy([`Data;Valor;${heading}`, '14/07/2026;1,00;S'])).toBe('-100');
});

it.each(['Status', 'Forma de pagamento', 'Meio de pagamento', 'Método de pagamento', 'Payment method'])(
  'what became of a payment, or how it was made, is no side: %s',
  async (heading) => {
    expect(await movedBy([`Data;Valor;${heading}`, '14/07/2026;1,00;Débito', '14/07/2026;1,00;Crédito'])).toBe(
      'no_sides',
    );
  },
);

/** An amount as a bank writes it, in a file whose other amounts have signs. */
it.each(
  Object.entries({
    '0': '-|R$ -|R$-|−|–|0,00-|0,00 D',
    '123456': '+1.234,56|R$ + 1.234,56|1.234,56+|1.234,56 +|+1.234,56*|1.234,56 CR|1.234,56 (C)',
    '-123456': '1.234,56-|(1.234,56)|1.234,56 (D)|1.234,56D.|(1.234,56) D|R$ -1.234,56|R$-1.234,56',
    ' -123456': '-R$ 1.234,56|− R$1.234,56|–1.234,56|1.234,56 −|1.234,56 - |R$ − 1.234,56|-1.234,56*',
    amount: '1*0,00|1,00 D 2|-1,00-|(-1,00)|1,00 X|--1,00|+-1,00|*1,00|x-|-x|D 1,00|(1,00|x(1,00)|(1,00)x',
  }).flatMap(([moved, texts]) => texts.split('|').map((text) => [text, moved.trim()] as const)),
)('an amount is read with its sign: %s is %s', async (text, moved) => {
  expect(await movedBy(['Data;Valor', `14/07/2026;${text}`, '14/07/2026;+1,00', '14/07/2026;-1,00'])).toBe(
    `${moved} 100 -100`,
  );
});

it.each(
  Object.entries({
    '2026-07-04': '04/07/2026|4.7.26|04-07-2026|2026-07-04|2026/07/04|2026.07.04|20260704| 4/7/2026 ',
    '2026-07-04 ': '04/07/2026 10:00|2026-07-04T23:59|2026-07-04 00:30|04/07/2026T10:00:00Z|2026-07-04T00:30:00Zx',
    '2026-07-03':
      '2026-07-04T00:30:00Z|2026-07-04 02:59Z|2026-07-04T00:30:00.55+00:00|' +
      '2026-07-04T00:30+0000|2026-07-04t00:30z',
    ' 2026-07-04': '2026-07-04T00:00:00+00:00|2026-07-04 00:00+0000|2026-07-04T03:00:00Z|2026-07-04T00:00:00.00+05:00',
    '0026-07-04': '0026-07-04',
    '2024-02-29': '29/02/2024|29/2/24',
    none:
      '29/02/2026|31/04/2026|00/07/2026|04/13/2026|04/00/2026|4/7/202|' +
      '1/04/07/2026|2026-7-4|04/07/2026x|20260704x|x2026-07-04T00:30:00Z',
    ' none': '2026-07-04T25:00:00Z|1 04/07/2026|2026-07-04x|120260704|2026070',
  }).flatMap(([day, texts]) => texts.split('|').map((text) => [text, day.trim()] as const)),
)('a day is read in the time zone of São Paulo: %s is %s', async (text, day) => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  const { read, unread } = await booksOf(['Data;Valor', `${text};-1,00`]);
  expect(read.map((row) => row.day).join()).toBe(day === 'none' ? '' : day);
  expect(unread.map(({ flaw }) => flaw).join()).toBe(day === 'none' ? 'day' : '');
});

it('a workbook has numbers, whose points have one meaning, and amounts that its sheet shows otherwise', async () => {
  const [PLAIN, DOLLARS, SCIENTIFIC] = [1, 2, 3];
  const cells = [
    ['1,00', '-2,00'],
    [
      { stored: '1234.5', style: PLAIN },
      { stored: '-7.5', style: PLAIN },
    ],
    [{ stored: '5.123', style: PLAIN }],
    [{ stored: '6', style: DOLLARS }],
    [{ stored: '1234', style: SCIENTIFIC }],
  ].flat();
  const rows = [['Data', 'Valor'], ...cells.map((cell) => ['14/07/2026', cell])];
  const sheet = rows.map((row, index) => rowFile(index + 1, row)).join('');
  const bytes = await workbookFile({
    formats: ['General', '"US$" 0.00', '0.00E+00'],
    sheets: [{ name: 'F', rows: sheet }],
  });
  expect(await movedBy(bytes)).toBe('100 -200 123450 -750 amount shown_otherwise amount');
});
