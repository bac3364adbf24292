import { writeXlsx } from 'hucre';
import {
  BEFORE,
  brazilian,
  closing,
  daily,
  digits,
  firstDay,
  lastDay,
  lines,
  ofSide,
  plain,
  reais,
  running,
  sum,
  unsigned,
  type BankFile,
  type CellRow,
} from './bank-file-parts.ts';
import { BANK_TABLES } from './bank-tables.ts';

const transaction = (type: string, day: string, amount: number, more: string) =>
  lines(['<STMTTRN>', `<TRNTYPE>${type}`, `<DTPOSTED>${day}`, `<TRNAMT>${plain(amount)}`, more, '</STMTTRN>']);
const ofx = (transactions: string, balance: number, day: string) =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX>\r\n<BANKMSGSRSV1><STMTTRNRS><STMTRS>\r\n<CURDEF>BRL\r\n<BANKTRANLIST>\r\n<DTSTART>20260701\r\n<DTEND>20260731\r\n${transactions}</BANKTRANLIST>\r\n<LEDGERBAL><BALAMT>${plain(balance)}<DTASOF>${digits(day)}</LEDGERBAL>\r\n</STMTRS></STMTTRNRS></BANKMSGSRSV1>\r\n</OFX>\r\n`;

const workbook = (head: readonly CellRow[], rows: readonly CellRow[]): readonly CellRow[] => [...head, ...rows];
const numeric = (amount: number) => Number(plain(amount));

const DOCUMENTS: readonly BankFile[] = [
  {
    // The balances are transactions without an ID, in NAME or MEMO, and their day may be none: index 66039935031,
    // 54855596962 and 61221932040.
    name: 'Banco do Brasil, OFX',
    leftOut: 2,
    encoding: 'latin1',
    write: (book) =>
      ofx(
        [
          transaction('OTHER', '00000000', book.opening, '<FITID>\r\n<NAME>Saldo Anterior\r\n<MEMO>'),
          ...book.rows.map(({ day, text, amount }, index) =>
            transaction(
              'XFER',
              `${digits(day)}120000[-3:BRT]`,
              amount,
              `<FITID>11.848.${index}\r\n<NAME>Pix\r\n<MEMO>${text}`,
            ),
          ),
          transaction('OTHER', digits(lastDay(book)), closing(book), '<FITID>\r\n<MEMO>Saldo do dia'),
        ].join(''),
        closing({ ...book, error: 0 }),
        lastDay(book),
      ),
  },
  {
    // The balances are credits with an ID: before the transactions of their day (index 70136638502), or behind them
    // (70149793258). LEDGERBAL is of the day of the download (71320574170).
    name: 'Itaú, OFX',
    leftOut: 4,
    encoding: 'latin1',
    write: (book) => {
      const add = (day: string, index: number, amount: number, text: string) =>
        transaction(
          ofSide(amount, 'CREDIT', 'DEBIT'),
          `${digits(day)}100000[-03:EST]`,
          amount,
          `<FITID>${digits(day)}${String(index).padStart(3, '0')}\r\n<MEMO>${text}`,
        );
      return ofx(
        [
          add(BEFORE, 1, book.opening, 'SALDO ANTERIOR'),
          ...daily(book).flatMap(({ day, balance, rows }) => [
            add(day, 1, balance, 'SALDO TOTAL DISPONÍVEL DIA'),
            ...rows.map(({ amount, text }, index) => add(day, index + 2, amount, text)),
          ]),
        ].join(''),
        closing({ ...book, error: 0 }),
        '2026-08-03',
      );
    },
  },
  {
    // A title above the headings, signed amounts: index 56160920980.
    name: 'Caixa, workbook',
    leftOut: 3,
    write: (book) =>
      workbook(
        [
          ['Extrato de julho', null, null, null, null],
          ['Data Lancamento', 'Documento', 'Histórico', 'Nome/Razão Social', 'Valor Lançamento'],
        ],
        daily(book).flatMap(({ day, balance, rows }) => [
          ...rows.map(({ text, amount }) => [brazilian(day), '310325', 'PIX', text, reais(amount)]),
          [brazilian(day), '000000', 'SALDO DIA', null, reais(balance)],
        ]),
      ),
  },
  {
    // The letter behind the amount is the side; the column of kinds says `Entrada` in every row: index 66731220245.
    name: 'Banco do Brasil, workbook',
    leftOut: 2,
    write: (book) => {
      const value = (amount: number) => `${unsigned(amount)} ${ofSide(amount, 'C', 'D')}`;
      return workbook(
        [['Data', 'Lançamento', 'Detalhes', 'N° documento', 'Valor', 'Tipo Lançamento']],
        [
          [brazilian(BEFORE), 'Saldo Anterior', null, null, value(book.opening), null],
          ...book.rows.map(({ day, text, amount }, index) => [
            ...[brazilian(day), 'Pix', text, String(90_000 + index), value(amount), 'Entrada'],
          ]),
          ['00/00/0000', 'S A L D O', null, null, value(closing(book)), null],
        ],
      );
    },
  },
  {
    // Two lines above the headings, balances without a day: index 16159676101. A blocked balance, names in lines of their
    // own: index 58432898098.
    name: 'Sicoob, workbook',
    leftOut: 6,
    write: (book) => {
      const value = (amount: number) => `${unsigned(amount)}${ofSide(amount, 'C', 'D')}`;
      return workbook(
        [
          ['SICOOB', null, null, null],
          ['EXTRATO CONTA CORRENTE', null, null, null],
          ['DATA', 'DOCUMENTO', 'HISTÓRICO', 'VALOR'],
          [brazilian(BEFORE), null, 'SALDO ANTERIOR', value(book.opening)],
          [brazilian(BEFORE), null, 'SALDO BLOQUEADO ANTERIOR', '0,00*'],
        ],
        daily(book).flatMap(({ day, balance, rows }, at) => [
          ...rows.map(({ text, amount }) => [brazilian(day), 'Pix', text, value(amount)]),
          ...(at === 0 ? [[null, null, 'Recebimento Pix', null]] : []),
          [null, null, 'SALDO DO DIA ===== >', value(balance)],
        ]),
      );
    },
  },
  {
    // Numbers, the opening and the closing balance in the column of balances: index 60082128690 (_asaas_ler_xlsx).
    name: 'Asaas, workbook',
    leftOut: 2,
    write: (book) => {
      const row = (day: string | null, text: string, amount: number | null, balance: number, kind: string | null) => [
        ...[day, day && 'txn-1', day && 'Transferência via Pix', null, text, amount, balance],
        ...[null, null, null, null, kind],
      ];
      return workbook(
        [
          ['Período a partir de 01/07/2026 até 31/07/2026'],
          [
            ...['Data', 'Transação', 'Tipo de transação', 'Estornado', 'Descrição', 'Valor', 'Saldo'],
            ...['Fatura parcelamento', 'Fatura cobrança', 'Nota fiscal', 'Nome do cliente', 'Tipo do lançamento'],
          ],
        ],
        [
          row(null, 'Saldo Inicial', null, numeric(book.opening), null),
          ...running({ ...book, error: 0 }).map(({ day, text, amount, balance }) =>
            row(brazilian(day), text, numeric(amount), numeric(balance), ofSide(amount, 'Crédito', 'Débito')),
          ),
          row(null, 'Saldo Final', null, numeric(closing(book)), null),
        ],
      );
    },
  },
  {
    name: 'camt.053',
    write: (book) => {
      const money = (amount: number) =>
        `<Amt Ccy="BRL">${plain(Math.abs(amount))}</Amt><CdtDbtInd>${ofSide(amount, 'CRDT', 'DBIT')}</CdtDbtInd>`;
      const balance = (code: string, day: string, amount: number) =>
        `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
      const entries = book.rows.map(
        ({ day, text, amount }) =>
          `<Ntry>${money(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
      );
      return `<?xml version="1.0" encoding="UTF-8"?><Document><BkToCstmrStmt><Stmt>${balance('OPBD', firstDay(book), book.opening)}${balance('CLBD', lastDay(book), closing(book))}<TxsSummry><TtlNtries><NbOfNtries>${book.rows.length}</NbOfNtries></TtlNtries></TxsSummry>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
    },
  },
  {
    name: 'OFX',
    write: (book) =>
      ofx(
        book.rows
          .map(({ day, text, amount }, index) =>
            transaction(ofSide(amount, 'CREDIT', 'DEBIT'), digits(day), amount, `<FITID>N${index}\r\n<MEMO>${text}`),
          )
          .join(''),
        closing(book),
        lastDay(book),
      ),
  },
  {
    name: 'a workbook',
    leftOut: 2,
    write: (book) =>
      workbook(
        [
          ['Extrato de julho', null, null, null],
          ['Data', 'Histórico', 'Valor', 'Natureza'],
        ],
        [
          ...book.rows.map(({ day, text, amount }) => [
            ...[brazilian(day), text, numeric(Math.abs(amount))],
            ofSide(amount, 'Entrada', 'Saída'),
          ]),
          ['Total', null, numeric(sum(book.rows) + book.error), null],
          ['Gerado pelo sistema', null, null, null],
        ],
      ),
  },
];

export const BANK_FILES: readonly BankFile[] = [...BANK_TABLES, ...DOCUMENTS];

/** The bytes of a file, or of a workbook. */
export async function bytesOfFile({ encoding }: BankFile, contents: ReturnType<BankFile['write']>): Promise<Buffer> {
  if (typeof contents === 'string') return Buffer.from(contents, encoding ?? 'utf8');
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Extrato', rows: contents.map((row) => [...row]) }] }));
}

const DAY = /\d\d\/\d\d\/\d{2,4}|\d{4}-\d\d-\d\d|\d\d-\d\d-\d{4}|(?<!\d)20\d{6}/;
const AMOUNT = /-?\d{1,3}(?:\.?\d{3})*[.,]\d\d(?!\d)/g;
const NONE = { day: '31/02/2026', amount: '?x?' };

/** The contents with the day, or the amounts, of the row with that text made unreadable. */
export function damaged(
  contents: ReturnType<BankFile['write']>,
  rowText: string,
  part: 'day' | 'amount',
): ReturnType<BankFile['write']> {
  const inText = (text: string) => text.replace(part === 'day' ? DAY : AMOUNT, NONE[part]);
  if (typeof contents !== 'string') {
    const inCell = (cell: string | number | null) =>
      typeof cell === 'string' ? inText(cell) : typeof cell === 'number' && part === 'amount' ? NONE.amount : cell;
    return contents.map((row) => (row.includes(rowText) ? row.map(inCell) : row));
  }
  const ends = contents.includes('<') ? /(?=<STMTTRN>|<Ntry>)|(?<=<\/STMTTRN>|<\/Ntry>)/ : /(?<=[\r\n])/;
  const parts = contents.split(ends);
  return parts.map((text) => (text.includes(rowText) ? inText(text) : text)).join('');
}
