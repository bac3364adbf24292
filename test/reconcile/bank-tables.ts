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
  quoted,
  reais,
  running,
  sum,
  unsigned,
  type BankFile,
} from './bank-file-parts.ts';

/*
 * The shapes come from public importers and their tests; the people and amounts are made up. `index N` is a file of the
 * public-code index whose repository the index does not name.
 */
export const BANK_TABLES: readonly BankFile[] = [
  {
    // Quoted, amounts with a point, no accents: index 55632496344 and 54056424483 (SALDO ANT, SALDO DIA with Nr_Doc 000000).
    name: 'Caixa, TXT',
    leftOut: 4,
    write: (book) => {
      const line = (day: string, document: string, text: string, amount: number) =>
        quoted('00123', digits(day), document, text, plain(Math.abs(amount)), ofSide(amount, 'C', 'D')).join(';');
      return lines([
        quoted('Conta', 'Data_Mov', 'Nr_Doc', 'Historico', 'Valor', 'Deb_Cred').join(';'),
        line(BEFORE, '000000', 'SALDO ANT', book.opening),
        ...daily(book).flatMap(({ day, balance, rows }) => [
          ...rows.map(({ text, amount }) => line(day, '310325', text, amount)),
          line(day, '000000', 'SALDO DIA', balance),
        ]),
      ]);
    },
  },
  {
    // Index 71104803654.
    name: 'Caixa, CSV',
    encoding: 'latin1',
    write: (book) =>
      lines([
        'Data Mov.;Nr. Doc.;Histórico;Valor;Deb/Cred;Saldo',
        ...running(book).map(({ day, text, amount, balance }) =>
          [brazilian(day), '000123', text, unsigned(amount), ofSide(amount, 'C', 'D'), reais(balance)].join(';'),
        ),
      ]),
  },
  {
    // pbassut/f3-binance-p2p-importer, requirements/Itau.md; the headings in Portuguese: index 71104803654.
    name: 'Itaú, CSV',
    leftOut: 4,
    encoding: 'latin1',
    write: (book) =>
      lines([
        'data;lançamento;ag./origem;valor (R$);saldos (R$)',
        `${brazilian(BEFORE)};SALDO ANTERIOR;;;${reais(book.opening)}`,
        ...daily(book).flatMap(({ day, balance, rows }) => [
          ...rows.map(({ text, amount }) => `${brazilian(day)};${text};1234;${reais(amount)};`),
          `${brazilian(day)};SALDO TOTAL DISPONÍVEL DIA;;;${reais(balance)}`,
        ]),
      ]),
  },
  {
    // A day, a text and an amount, in lines that end with CRLF: index 55952392075 and 59093769645.
    name: 'Itaú, TXT without headings',
    hasFigures: false,
    encoding: 'latin1',
    write: ({ rows }) => lines(rows.map(({ day, text, amount }) => `${brazilian(day)};${text};${reais(amount)}`)),
  },
  {
    // Lines that end with CR, quoted amounts, years of two digits, a last delimiter: index 69288618329. Names in lines of
    // their own, and a part of the latest rows below the totals: index 56787216751.
    name: 'Bradesco',
    leftOut: 7,
    encoding: 'latin1',
    write: (book) => {
      const short = (day: string) => brazilian(day).replace(/\d\d(\d\d)$/, '$1');
      const inflow = sum(book.rows.filter(({ amount }) => amount > 0));
      const total = (credit: number, debit: number, balance: number) =>
        `;Total;;"${unsigned(credit)}";"${reais(debit)}";"${reais(balance)}";`;
      const headings = 'Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);';
      return lines(
        [
          'Extrato de: Ag: 1234 | Conta: 12345-6 | Entre 01/07/2026 e 31/07/2026',
          headings,
          `${short(BEFORE)};SALDO ANTERIOR;;;;"${reais(book.opening)}";`,
          ...running({ ...book, error: 0 }).flatMap(({ day, text, amount, balance }, index) => [
            `${short(day)}; ${text};${4_000 + index};${ofSide(amount, `"${unsigned(amount)}"`, '')};${ofSide(amount, '', `"${unsigned(amount)}"`)};"${reais(balance)}";`,
            ...(index === 0 ? [';;Rem: Empresa de Exemplo;;;;'] : []),
          ]),
          total(inflow + book.error, sum(book.rows) - inflow, closing({ ...book, error: 0 })),
          'Últimos Lançamentos;;;;;;',
          headings,
          '12/08/26;COD. LANC. 0;0;"0,00"; ;"1.234,56";',
          total(0, 0, 123_456),
        ],
        '\r',
      );
    },
  },
  {
    // A last comma, a day of the balance beside that of the row: index 12205443915, 71104803654; jusmendonca/Finance-Tools,
    // tests/ler_extratoBB_csv.R (Latin-1, `Saldo Anterior`, `S A L D O`).
    name: 'Banco do Brasil, CSV',
    leftOut: 2,
    encoding: 'latin1',
    write: (book) => {
      const line = (day: string, text: string, document: string, amount: number) =>
        `${quoted(brazilian(day), '', text, '', document, plain(amount)).join(',')},`;
      return lines([
        `${quoted('Data', 'Dependencia Origem', 'Histórico', 'Data do Balancete', 'Número do documento', 'Valor').join(',')},`,
        line(BEFORE, 'Saldo Anterior', '0', book.opening),
        ...book.rows.map(({ day, text, amount }, index) => line(day, text, String(50_000 + index), amount)),
        line('2026-07-31', 'S A L D O', '0', closing(book)),
      ]);
    },
  },
  {
    // JhusNeto/rav4-finance-control, CHANGELOG.md (also `00/00/0000`, and the sides).
    name: 'Banco do Brasil, CSV with sides',
    leftOut: 2,
    encoding: 'latin1',
    write: (book) =>
      lines([
        quoted('Data', 'Lançamento', 'Detalhes', 'N° documento', 'Valor', 'Tipo Lançamento').join(','),
        quoted(brazilian(BEFORE), 'Saldo Anterior', '', '', reais(book.opening), '').join(','),
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
    // Index 59152016690 and 11094278300.
    name: 'Nubank',
    hasFigures: false,
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
    // Four lines of the account, newest row first: index 65973111515 and 68891406893.
    name: 'Inter',
    write: (book) =>
      lines(
        [
          ' Extrato Conta Corrente ',
          'Conta ;1234567',
          'Período ;01/07/2026 a 31/07/2026',
          `Saldo ;${reais(closing(book))}`,
          '',
          'Data Lançamento;Histórico;Descrição;Valor;Saldo',
          ...running(book)
            .toReversed()
            .map(({ day, text, amount, balance }) =>
              [
                brazilian(day),
                ofSide(amount, 'Pix recebido', 'Pix enviado '),
                text,
                reais(amount),
                reais(balance),
              ].join(';'),
            ),
        ],
        '\n',
      ),
  },
  {
    // Five lines of the account, what went out is negative in its own column: index 42898358291. The columns of the
    // document and of the state were not seen.
    name: 'Santander (two columns not seen, assumed)',
    leftOut: 1,
    encoding: 'latin1',
    write: (book) =>
      lines([
        'EMPRESA DE EXEMPLO LTDA;;;;;;',
        'Agência;1234;;;;;',
        'Conta;12345678;;;;;',
        'Período;01/07/2026 a 31/07/2026;;;;;',
        ';;;;;;',
        'Data;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)',
        `${brazilian(BEFORE)};SALDO ANTERIOR;;;;;${reais(book.opening)}`,
        ...running(book).map(
          ({ day, text, amount, balance }) =>
            `${brazilian(day)};${text};000000;Efetivado;${ofSide(amount, reais(amount), '')};${ofSide(amount, '', reais(amount))};${reais(balance)}`,
        ),
      ]),
  },
  {
    // Eight lines of the account, and the balance of the end of the day beside each row: index 68962931455, 52177596127.
    name: 'C6',
    isDaily: true,
    write: (book) =>
      lines(
        [
          '\uFEFFEXTRATO DE CONTA CORRENTE C6 BANK',
          '',
          'Agência: 1 / Conta: 1234567',
          'Extrato gerado em 01/08/2026 - as 20:32:54',
          '',
          'Extrato de 01/07/2026 a 31/07/2026',
          '',
          '',
          'Data Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)',
          ...daily(book).flatMap(({ day, balance, rows }) =>
            rows.map(
              ({ text, amount }) =>
                `${brazilian(day)},${brazilian(day)},"${text} ",Pix,${plain(Math.max(amount, 0))},${plain(Math.max(-amount, 0))},${plain(balance)}`,
            ),
          ),
        ],
        '\n',
      ),
  },
  {
    // A summary above the headings: index 53990286951 and 69175993698.
    name: 'Mercado Pago',
    write: (book) => {
      const inflow = sum(book.rows.filter(({ amount }) => amount > 0));
      return lines(
        [
          'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE',
          `${reais(book.opening)};${reais(inflow)};${reais(sum(book.rows) - inflow)};${reais(closing(book))}`,
          '',
          'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
          ...running({ ...book, error: 0 }).map(
            ({ day, text, amount, balance }, index) =>
              `${brazilian(day).replaceAll('/', '-')};${text} ;${80_000 + index};${reais(amount)};${reais(balance)}`,
          ),
        ],
        '\n',
      );
    },
  },
  {
    // A space behind the amount: index 52200728410.
    name: 'PagBank',
    hasFigures: false,
    write: ({ rows }) =>
      lines(
        [
          'CODIGO DA TRANSACAO;DATA;TIPO;DESCRICAO;VALOR',
          ...rows.map(
            ({ day, text, amount }, index) =>
              `A1B2-${index};${brazilian(day)};${ofSide(amount, 'Pix recebido', 'Pix enviado')};${text};${reais(amount)} `,
          ),
        ],
        '\n',
      ),
  },
  {
    name: 'PagBank with balances (not seen, assumed)',
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
    name: 'Asaas, CSV (not seen, assumed)',
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
];
