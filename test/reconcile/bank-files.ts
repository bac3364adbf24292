import { writeXlsx } from 'hucre';

export interface BookRow {
  readonly day: string;
  readonly amount: number;
  readonly text: string;
}

/** What a bank knows of a month. */
export interface Book {
  readonly opening: number;
  readonly rows: readonly BookRow[];
  /** Added to the last figure that the file states of itself. */
  readonly error: number;
}

export interface BankFile {
  readonly name: string;
  /** Whether it states a balance, a sum or a count of its own. */
  readonly hasFigures: boolean;
  /** How many lines move no money. */
  readonly leftOut: number;
  readonly write: (book: Book) => string | Promise<Uint8Array>;
}

const grouped = (whole: string) => whole.replaceAll(/\B(?=(\d{3})+$)/g, '.');
const parts = (amount: number) => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return [digits.slice(0, -2), digits.slice(-2)] as const;
};
const unsigned = (amount: number) => `${grouped(parts(amount)[0])},${parts(amount)[1]}`;
const reais = (amount: number) => `${amount < 0 ? '-' : ''}${unsigned(amount)}`;
const plain = (amount: number) => `${amount < 0 ? '-' : ''}${parts(amount).join('.')}`;
const ofSide = (amount: number, credit: string, debit: string) => (amount < 0 ? debit : credit);
const brazilian = (day: string) => day.split('-').toReversed().join('/');
const digits = (day: string) => day.replaceAll('-', '');
const lines = (texts: readonly string[], end = '\r\n') => texts.map((text) => `${text}${end}`).join('');
const sum = (rows: readonly BookRow[]) => rows.reduce((total, { amount }) => total + amount, 0);
const quoted = (...cells: readonly string[]) => cells.map((cell) => `"${cell}"`);

/** Rows with the balance after each; the last balance has the error of the book. */
function running({ opening, rows, error }: Book) {
  let balance = opening;
  return rows.map((row, index) => {
    balance += row.amount;
    return { ...row, balance: balance + (index === rows.length - 1 ? error : 0) };
  });
}

const closing = ({ opening, rows, error }: Book) => opening + sum(rows) + error;
const firstDay = ({ rows }: Book) => rows[0]?.day ?? '';
const lastDay = ({ rows }: Book) => rows.at(-1)?.day ?? '';

const transaction = (type: string, day: string, amount: number, more: string) =>
  lines(['<STMTTRN>', `<TRNTYPE>${type}`, `<DTPOSTED>${digits(day)}`, `<TRNAMT>${plain(amount)}`, more, '</STMTTRN>']);
const ofx = (transactions: string, balance: number, day: string) =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n<OFX>\r\n<BANKMSGSRSV1><STMTTRNRS><STMTRS>\r\n<CURDEF>BRL\r\n<BANKTRANLIST>\r\n<DTSTART>20260701\r\n<DTEND>20260731\r\n${transactions}</BANKTRANLIST>\r\n<LEDGERBAL><BALAMT>${plain(balance)}<DTASOF>${digits(day)}</LEDGERBAL>\r\n</STMTRS></STMTTRNRS></BANKMSGSRSV1>\r\n</OFX>\r\n`;

export const BANK_FILES: readonly BankFile[] = [
  {
    name: 'Caixa',
    hasFigures: true,
    leftOut: 2,
    write: (book) => {
      const line = (day: string, text: string, amount: number) =>
        quoted('00123', digits(day), '000000', text, plain(Math.abs(amount)), ofSide(amount, 'C', 'D')).join(';');
      return lines([
        quoted('Conta', 'Data_Mov', 'Nr_Doc', 'Historico', 'Valor', 'Deb_Cred').join(';'),
        line(firstDay(book), 'SALDO ANTERIOR', book.opening),
        ...book.rows.map(({ day, text, amount }) => line(day, text, amount)),
        line(lastDay(book), 'SALDO DIA', closing(book)),
      ]);
    },
  },
  {
    name: 'Itaú',
    hasFigures: true,
    leftOut: 4,
    write: (book) =>
      lines([
        'data;lançamento;ag./origem;valor (R$);saldos (R$)',
        `${brazilian(firstDay(book))};SALDO ANTERIOR;;;${reais(book.opening)}`,
        ...running(book).flatMap(({ day, text, amount, balance }) => [
          `${brazilian(day)};${text};1234;${reais(amount)};`,
          `${brazilian(day)};SALDO TOTAL DISPONÍVEL DIA;;;${reais(balance)}`,
        ]),
      ]),
  },
  {
    name: 'Bradesco',
    hasFigures: true,
    leftOut: 4,
    write: (book) => {
      const { rows, opening, error } = book;
      const inflow = sum(rows.filter(({ amount }) => amount > 0));
      return lines([
        'Extrato de: Ag: 1234 | Conta: 12345-6 | Entre 01/07/2026 e 31/07/2026',
        'Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)',
        `${brazilian(firstDay(book))};SALDO ANTERIOR;;;;${reais(opening)}`,
        ...running({ ...book, error: 0 }).flatMap(({ day, text, amount, balance }, index) => [
          `${brazilian(day)};${text};${4_000 + index};${ofSide(amount, unsigned(amount), '')};${ofSide(amount, '', unsigned(amount))};${reais(balance)}`,
          ...(index === 0 ? [';Empresa de Exemplo Ltda;;;;'] : []),
        ]),
        `Total;;;${unsigned(inflow + error)};${unsigned(inflow - sum(rows))};${reais(opening + sum(rows))}`,
        'Os dados acima têm como base 01/08/2026;;;;;',
      ]);
    },
  },
  {
    name: 'Banco do Brasil, CSV',
    hasFigures: true,
    leftOut: 2,
    write: (book) =>
      lines([
        quoted('Data', 'Lançamento', 'Detalhes', 'N° documento', 'Valor', 'Tipo Lançamento').join(','),
        quoted(brazilian(firstDay(book)), 'Saldo Anterior', '', '', reais(book.opening), '').join(','),
        ...book.rows.map(({ day, text, amount }, index) =>
          quoted(
            ...[brazilian(day), text, 'Pix', String(50_000 + index), reais(amount)],
            ofSide(amount, 'Entrada', 'Saída'),
          ).join(','),
        ),
        quoted('00/00/0000', 'S A L D O', '', '', reais(closing(book)), '').join(','),
      ]),
  },
  {
    name: 'Banco do Brasil, OFX',
    hasFigures: true,
    leftOut: 2,
    write: (book) =>
      ofx(
        [
          transaction('OTHER', firstDay(book), book.opening, '<MEMO>Saldo Anterior'),
          ...book.rows.map(({ day, text, amount }, index) =>
            transaction('XFER', day, amount, `<FITID>2026${index}\r\n<MEMO>${text}`),
          ),
          transaction('OTHER', lastDay(book), closing(book), '<FITID>\r\n<MEMO>Saldo do dia'),
        ].join(''),
        closing({ ...book, error: 0 }),
        lastDay(book),
      ),
  },
  {
    name: 'Nubank',
    hasFigures: false,
    leftOut: 0,
    write: ({ rows }) =>
      lines(
        [
          'Data,Valor,Identificador,Descrição',
          ...rows.map(({ day, text, amount }, index) => `${brazilian(day)},${plain(amount)},64a0-${index}-be,${text}`),
        ],
        '\n',
      ),
  },
  {
    name: 'Inter',
    hasFigures: true,
    leftOut: 0,
    write: (book) =>
      lines([
        ' Extrato Conta Corrente ',
        'Conta ;1234567',
        'Período ;01/07/2026 a 31/07/2026',
        `Saldo ;${reais(closing(book))}`,
        '',
        'Data Lançamento;Histórico;Descrição;Valor;Saldo',
        ...running(book)
          .toReversed()
          .map(({ day, text, amount, balance }) =>
            [brazilian(day), text, 'Pix', reais(amount), reais(balance)].join(';'),
          ),
      ]),
  },
  {
    name: 'Santander',
    hasFigures: true,
    leftOut: 1,
    write: (book) =>
      lines([
        'Data;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)',
        `${brazilian(firstDay(book))};SALDO ANTERIOR;;;;;${reais(book.opening)}`,
        ...running(book).map(
          ({ day, text, amount, balance }) =>
            `${brazilian(day)};${text};000000;Efetivado;${ofSide(amount, reais(amount), '')};${ofSide(amount, '', reais(amount))};${reais(balance)}`,
        ),
      ]),
  },
  {
    name: 'C6',
    hasFigures: true,
    leftOut: 0,
    write: (book) =>
      lines([
        'EXTRATO DE CONTA CORRENTE C6 BANK',
        'Agência: 1 / Conta: 1234567',
        '',
        'Data Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)',
        ...running(book).map(
          ({ day, text, amount, balance }) =>
            `${brazilian(day)},${brazilian(day)},${text},Pix,${plain(Math.max(amount, 0))},${plain(Math.max(-amount, 0))},${plain(balance)}`,
        ),
      ]),
  },
  {
    name: 'Sicoob',
    hasFigures: true,
    leftOut: 2,
    write: (book) => {
      const value = (amount: number) => `${unsigned(amount)}${ofSide(amount, 'C', 'D')}`;
      return lines([
        'DATA;DOCUMENTO;HISTÓRICO;VALOR',
        `${brazilian(firstDay(book))};;SALDO ANTERIOR;${value(book.opening)}`,
        ...book.rows.map(({ day, text, amount }) => `${brazilian(day)};Pix;${text};${value(amount)}`),
        `${brazilian(lastDay(book))};;SALDO DO DIA;${value(closing(book))}`,
      ]);
    },
  },
  {
    name: 'Mercado Pago',
    hasFigures: true,
    leftOut: 0,
    write: (book) => {
      const inflow = sum(book.rows.filter(({ amount }) => amount > 0));
      return lines([
        'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE',
        `${reais(book.opening)};${reais(inflow)};${reais(sum(book.rows) - inflow)};${reais(closing(book))}`,
        '',
        'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
        ...running({ ...book, error: 0 }).map(
          ({ day, text, amount, balance }, index) =>
            `${brazilian(day).replaceAll('/', '-')};${text};${80_000 + index};${reais(amount)};${reais(balance)}`,
        ),
      ]);
    },
  },
  {
    name: 'Asaas',
    hasFigures: true,
    leftOut: 2,
    write: (book) =>
      lines([
        'Data,Tipo de transação,Descrição,Valor,Saldo,Tipo do lançamento',
        `${brazilian(firstDay(book))},Saldo Inicial,,,${plain(book.opening)},`,
        ...running({ ...book, error: 0 }).map(({ day, text, amount, balance }) =>
          [brazilian(day), 'Transferência via Pix', text, plain(amount), plain(balance)]
            .concat(ofSide(amount, 'Crédito', 'Débito'))
            .join(','),
        ),
        `${brazilian(lastDay(book))},Saldo Final,,,${plain(closing(book))},`,
      ]),
  },
  {
    name: 'PagBank',
    hasFigures: true,
    leftOut: 3,
    write: (book) =>
      lines([
        'CODIGO DA TRANSACAO;DATA;TIPO;DESCRICAO;VALOR',
        ...running(book).flatMap(({ day, text, amount, balance }, index) => [
          `A1B2-${index};${brazilian(day)};Pix;${text};${reais(amount)}`,
          `;${brazilian(day)};Saldo do dia;Saldo do dia;${reais(balance)}`,
        ]),
      ]),
  },
  {
    name: 'camt.053',
    hasFigures: true,
    leftOut: 0,
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
    hasFigures: true,
    leftOut: 0,
    write: (book) =>
      ofx(
        book.rows
          .map(({ day, text, amount }, index) =>
            transaction(ofSide(amount, 'CREDIT', 'DEBIT'), day, amount, `<FITID>N${index}\r\n<MEMO>${text}`),
          )
          .join(''),
        closing(book),
        lastDay(book),
      ),
  },
  {
    name: 'a workbook',
    hasFigures: true,
    leftOut: 2,
    write: (book) => {
      const value = (amount: number) => Number(plain(amount));
      return writeXlsx({
        sheets: [
          {
            name: 'Extrato',
            rows: [
              ['Extrato de julho', null, null, null],
              ['Data', 'Histórico', 'Valor', 'Natureza'],
              ...book.rows.map(({ day, text, amount }) => [
                ...[brazilian(day), text, value(Math.abs(amount))],
                ofSide(amount, 'Entrada', 'Saída'),
              ]),
              ['Total', null, value(sum(book.rows) + book.error), null],
              ['Gerado pelo sistema', null, null, null],
            ],
          },
        ],
      });
    },
  },
];
