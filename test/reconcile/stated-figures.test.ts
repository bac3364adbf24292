import { expect, it } from 'vitest';
import { readBooks } from '../../src/reconcile/books/read-books.ts';

/** Lines that a file here is named by, alone or with a cell behind them. */
const NAMED: Readonly<Record<string, string>> = {
  HEAD: 'Data;Histórico;Valor',
  A: '02/07/2026;Cliente A;1.000,00',
  B: '10/07/2026;Fornecedor;-99,90',
  C: '14/07/2026;Cliente B;398,90',
  SIDES: 'Data;Histórico;Entrada;Saída',
};
const ROWS = 'HEAD | A | B | C';
const IN_SIDES = '02/07/2026;A;1.000,00; | 10/07/2026;F;;99,90 | 14/07/2026;B;398,90;';

/** What moves no money in a file, or is not what its rows come to; `open` is left to the account. */
async function figuresOf(lines: readonly string[]): Promise<readonly string[]> {
  const { leftOut, unread, balances } = await rowsOf(lines);
  return [
    ...leftOut.map(({ form, line, amount }) => (form === 'total' ? `total ${line}: ${amount}` : `${form} ${line}`)),
    ...unread.map(({ flaw, line, stated, expected, text }) =>
      flaw === 'sum' ? `sum ${line}: ${stated}, not ${expected}` : `${flaw} ${line}: ${text}`,
    ),
    ...balances.map(({ line, amount }) => `open ${line}: ${amount}`),
  ];
}

async function rowsOf(lines: readonly string[]) {
  const bytes = (async function* () {
    yield await Promise.resolve(Buffer.from(`${lines.join('\n')}\n`));
  })();
  return (await readBooks(bytes)).rows;
}

/** The lines of a file => its figures. */
const FILES: Readonly<Record<string, string>> = {
  'a balance before and one behind its rows':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | B | C | 14/07/2026;SALDO DO DIA;1.799,00 => balance 2 | balance 6',
  'another balance behind its rows':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | B | C | 14/07/2026;SALDO DO DIA;1.799,01' +
    ' => sum 6: 179901, not 179900 | open 2: 50000',
  'the newest row first':
    'HEAD | 14/07/2026;SALDO DO DIA;1.799,00 | C | B | A | 01/07/2026;SALDO ANTERIOR;500,00 => balance 2 | balance 6',
  'the newest row first, and another balance':
    'HEAD | 14/07/2026;SALDO DO DIA;1.799,01 | C | B | A | 01/07/2026;SALDO ANTERIOR;500,00' +
    ' => sum 2: 179901, not 179900 | open 6: 50000',
  'a balance that is spelled, one with a number, and that of something else, which moves money':
    'HEAD | 01/07/2026;S  A  L  D  O  ANTERIOR;500,00 | A | 14/07/2026;Saldo empréstimo;-5,00 | ' +
    '14/07/2026;SALDO DO DIA 14;1.495,00 => balance 2 | balance 5',
  'a balance of an account that had nothing': 'ROWS | 14/07/2026;SALDO DO DIA;1.299,00 => balance 5',
  'a balance that nothing proves': 'ROWS | 14/07/2026;SALDO DO DIA;1.799,00 => open 5: 179900',
  'nothing, as a balance': 'HEAD | 01/07/2026;SALDO ANTERIOR;0,00 | A | B | C => balance 2',
  'a balance behind a row that cannot be read':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | 10/07/2026;F;-9x9,90 | 10/07/2026;SALDO DO DIA;77,00 | C | ' +
    '14/07/2026;SALDO DO DIA;475,90' +
    ' => balance 5 | balance 7 | amount 4: F | open 2: 50000',
  'balances of days before their rows':
    'HEAD | 30/06/2026;SALDO ANTERIOR;500,00 | 02/07/2026;SALDO DO DIA;1.500,00 | A | ' +
    '10/07/2026;SALDO DO DIA;1.400,10 | B | 14/07/2026;SALDO DO DIA;1.799,00 | C' +
    ' => balance 2 | balance 3 | balance 5 | balance 7',
  'balances of days before their rows, and none before the first day':
    'HEAD | 02/07/2026;SALDO DO DIA;1.500,00 | A | 10/07/2026;SALDO DO DIA;1.400,10 | B | ' +
    '14/07/2026;SALDO DO DIA;1.799,00 | C => balance 2 | balance 4 | balance 6',
  'balances of days before their rows, none before the first day, and one of them another':
    'HEAD | 02/07/2026;SALDO DO DIA;1.500,00 | A | 10/07/2026;SALDO DO DIA;1.400,10 | B | ' +
    '14/07/2026;SALDO DO DIA;1.799,01 | C => balance 2 | balance 4 | sum 6: 179901, not 179900',
  'another balance before all rows, which the first day ends with':
    'HEAD | 10/07/2026;SALDO ANTERIOR;400,10 | B | 10/07/2026;SALDO DO DIA;400,10' +
    ' => sum 4: 40010, not 30020 | open 2: 40010',
  'balances of days before their rows, one of them another':
    'HEAD | 30/06/2026;SALDO ANTERIOR;500,00 | 02/07/2026;SALDO DO DIA;1.500,00 | A | ' +
    '10/07/2026;SALDO DO DIA;1.400,11 | B | 14/07/2026;SALDO DO DIA;1.799,01 | C' +
    ' => balance 2 | balance 3 | balance 7 | sum 5: 140011, not 140010',
  'balances of days before their rows, the first one of the day of the balance before it':
    'HEAD | 02/07/2026;SALDO ANTERIOR;500,00 | 02/07/2026;SALDO DO DIA;1.500,00 | A | ' +
    '10/07/2026;SALDO DO DIA;1.400,10 | B => balance 2 | balance 3 | balance 5',
  'balances of days before their rows, and one before the first day that is not called so':
    'HEAD | 02/07/2026;SALDO;500,00 | 02/07/2026;SALDO DO DIA;1.500,00 | A | 10/07/2026;SALDO DO DIA;1.400,10 | B' +
    ' => balance 2 | balance 3 | balance 5',
  'another balance within its day':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | 02/07/2026;SALDO DO DIA;1.500,01 | 02/07/2026;F;-199,90' +
    ' => sum 4: 150001, not 150000 | open 2: 50000',
  'another balance of the only day':
    'HEAD | 10/07/2026;SALDO ANTERIOR;500,00 | B | 10/07/2026;SALDO DO DIA;400,11' +
    ' => sum 4: 40011, not 40010 | open 2: 50000',
  'another balance without a day above the newest row':
    'HEAD | Saldo;;1.799,01 | C | B | A | 01/07/2026;SALDO ANTERIOR;500,00 => sum 2: 179901, not 179900 | open 6: 50000',
  'a balance beside each row': 'HEAD;Saldo | A;1.500,00 | B;1.400,10 | C;1.799,00 => nothing',
  'another balance beside a row': 'HEAD;Saldo | A;1.500,00 | B;1.400,11 | C;1.799,01 => sum 3: 140011, not 140010',
  'balances beside rows, the newest first': 'HEAD;Saldo | C;1.799,00 | B;1.400,10 | A;1.500,00 => nothing',
  'the balance of the day beside each of its rows':
    'HEAD;Saldo | A;1.300,10 | 02/07/2026;F;-199,90;1.300,10 | B;1.200,20 | C;1.599,10 => nothing',
  'another balance of the day beside each of its rows':
    'HEAD;Saldo | A;1.300,10 | 02/07/2026;F;-199,90;1.300,10 | B;1.200,21 | C;1.599,11 => sum 4: 120021, not 120020',
  'a second part below its headings':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | 02/07/2026;SALDO DO DIA;1.500,00 | HEAD | ' +
    '09/07/2026;SALDO ANTERIOR;700,00 | B | 10/07/2026;SALDO DO DIA;600,10' +
    ' => heading 5 | balance 2 | balance 4 | balance 6 | balance 8',
  'its headings again, with another one behind them': 'ROWS | HEAD;Saldo => amount 5: Data · Histórico · Valor · Saldo',
  'balances above the headings, which rows state, too':
    'Saldo inicial;500,00 | Saldo final;1.799,00 | HEAD | Saldo inicial;;500,00 | A | B | C | Saldo final;;1.799,00' +
    ' => balance 4 | balance 8',
  'other balances above the headings than in rows':
    'Saldo inicial;500,01 | Saldo final;1.799,02 | HEAD | Saldo inicial;;500,00 | A | B | C | Saldo final;;1.799,00' +
    ' => balance 4 | balance 8 | sum 1: 50001, not 50000 | sum 2: 179902, not 179900',
  'another balance above the headings than in a row of one of two parts':
    'Saldo inicial;500,01 | HEAD | Saldo inicial;;500,00 | A | HEAD | B => heading 5 | balance 3',
  'balances without a day': 'HEAD | Saldo inicial;;500,00 | A | B | C | Saldo final;;1.799,00 => balance 2 | balance 6',
  'another balance without a day':
    'HEAD | Saldo inicial;;500,00 | A | B | C | Saldo final;;1.799,02 => balance 2 | sum 6: 179902, not 179900',
  'balances without a day around each part':
    'HEAD | Saldo inicial;;500,00 | A | Saldo final;;1.500,00 | HEAD | Saldo inicial;;700,00 | B | Saldo final;;600,10' +
    ' => heading 5 | balance 2 | balance 4 | balance 6 | balance 8',
  'another balance without a day behind the first part':
    'HEAD | Saldo inicial;;500,00 | A | Saldo final;;1.799,00 | B | C | Saldo final;;1.799,00' +
    ' => balance 2 | sum 4: 179900, not 150000 | sum 7: 179900, not 209800',
  'a balance without a day above and below its rows':
    'HEAD | Saldo final;;1.799,00 | Saldo inicial;;500,00 | A | B | C | Saldo final;;1.799,00 => balance 3 | balance 2 | balance 7',
  'two opening balances without a day':
    'HEAD | Saldo inicial;;500,00 | A | Saldo inicial;;1.500,00 | B | Saldo final;;1.400,10 => balance 2 | balance 4 | balance 6',
  'a closing balance without a day that nothing proves': 'ROWS | Saldo final;;1.799,00 => balance 5',
  'an opening balance without a day that nothing proves': 'HEAD | Saldo inicial;;500,00 | A | B | C => balance 2',
  'a closing balance above its rows that nothing proves': 'Saldo final: 1.799,00 | ROWS => nothing',
  'an opening balance above its rows that nothing proves': 'Saldo anterior;;500,00 | ROWS => nothing',
  'a closing balance above its rows, of an account that had nothing': 'Saldo final: 1.299,00 | ROWS => nothing',
  'a balance with a minus beside the side of a debt':
    'HEAD;D/C | 01/07/2026;SALDO ANTERIOR;-500,00;D | 02/07/2026;A;1.000,00;C | 03/07/2026;SALDO;500,00;C => balance 2 | balance 4',
  'a net total': 'ROWS | Total;;1.299,00 => total 5: 129900',
  'a gross total': 'ROWS | Total;;1.498,80 => total 5: 149880',
  'a total of what came in': 'ROWS | Total;;1.398,90 => total 5: 139890',
  'a total of what went out': 'ROWS | Total;;99,90 => total 5: 9990',
  'another total': 'ROWS | Total;;1.299,01 => sum 5: 129901, not 129900',
  'a net total with the other sign': 'ROWS | Total;;-1.299,00 => sum 5: -129900, not 129900',
  'a total of what came in with the sign of what went out': 'ROWS | Total;;1.398,90 D => sum 5: -139890, not 129900',
  'a total of what came in beside the side of what went out':
    'HEAD;D/C | A;C | 10/07/2026;F;99,90;D | Total;;1.000,00;D => sum 4: -100000, not 90010',
  'totals beside their sides':
    'HEAD;D/C | A;C | 10/07/2026;F;99,90;D | Total;;1.000,00;C | Total;;99,90;D | Total;;-99,90;D | Total;;900,10;C' +
    ' => total 4: 100000 | total 5: -9990 | total 6: -9990 | total 7: 90010',
  'a total of what went out beside the side of what came in':
    'HEAD;D/C | A;C | 10/07/2026;F;99,90;D | Total;;99,90;C => sum 4: 9990, not 90010',
  'totals of both sides beside the side of the last row':
    'SIDES;D/C | 02/07/2026;A;1.000,00;;C | 10/07/2026;F;;99,90;D | Total;;1.000,00;99,90;D => total 4: 100000',
  'a total of what went out with the sign of what came in': 'ROWS | Total;;99,90 C => sum 5: 9990, not 129900',
  'a total of what went out with a plus': 'ROWS | Total;;+99,90 => sum 5: 9990, not 129900',
  'totals of both sides, one with the other sign':
    'SIDES | IN_SIDES | Total;;-1.398,90;-99,90 => sum 5: -139890, not 139890',
  'sums of both sides, one with the other sign':
    'Total de entradas: -1.398,90 | Saídas: -99,90 | ROWS => sum 1: -139890, not 139890',
  'a total of what went out with its sign': 'ROWS | Total;;-99,90 => total 5: -9990',
  'a net total of more that went out with its sign': 'HEAD | B | 11/07/2026;x;50,00 | Total;;-49,90 => total 4: -4990',
  'nothing, as a balance that nothing proves': 'ROWS | 14/07/2026;SALDO DO DIA;0,00 => balance 5',
  'a total of more that went out': 'HEAD | B | 11/07/2026;x;50,00 | Total;;49,90 => total 4: 4990',
  'a total above its rows': 'HEAD | Total;;1.299,00 | A | B | C => total 2: 129900',
  subtotals:
    'HEAD | A | Subtotal;;1.000,00 | B | C | Subtotal;;299,00 | Total;;1.299,00 => total 3: 100000 | total 6: 29900 | total 7: 129900',
  'another subtotal':
    'HEAD | A | Subtotal;;1.000,00 | B | C | Subtotal;;299,01 => total 3: 100000 | sum 6: 29901, not 129900',
  'totals of both sides': 'SIDES | IN_SIDES | Total;;1.398,90;99,90 => total 5: 139890',
  'another total of one side': 'SIDES | IN_SIDES | Total;;1.398,91;99,90 => sum 5: 139891, not 139890',
  'another total of the other side': 'SIDES | IN_SIDES | Total;;1.398,90;99,91 => sum 5: 9991, not 9990',
  'a net total beside another one of one side':
    'Data;Histórico;Valor;Entrada | A;1.000,00 | B; | C;398,90 | Total;;1.299,00;1.398,91 => sum 5: 139891, not 139890',
  'another net total beside those of both sides':
    'Data;Histórico;Valor;Entrada;Saída | A;1.000,00; | B;;99,90 | C;398,90; | Total;;1.299,01;1.398,90;99,90 => sum 5: 129901, not 129900',
  'a total that cannot be read': 'ROWS | Total;;12x9,00 => amount 5: Total · 12x9,00',
  'sums and a count behind their names':
    'Total de entradas: 1.398,90 | Saídas:;99,90 | Quantidade de lançamentos: 3 | ROWS => nothing',
  'other sums and another count':
    'Total de entradas: 1.398,91 | Saídas:; ;99,91 | Quantidade de lançamentos: 4 | ROWS' +
    ' => sum 1: 139891, not 139890 | sum 2: 9991, not 9990 | count 3: Quantidade de lançamentos: 4 (3)',
  'sums below their names':
    'Saldo inicial;Entradas;Saídas;Saldo final | 500,00;1.398,90;99,90;1.799,00 | ROWS => nothing',
  'other sums below their names':
    'Saldo inicial;Entradas;Saídas;Saldo final | 500,00;1.398,91;99,91;1.799,01 | ROWS' +
    ' => sum 2: 139891, not 139890 | sum 2: 9991, not 9990 | sum 2: 179901, not 179900',
  'another sum and count below names, with spaces and empty cells':
    'Lançamentos;;Entradas;Saídas | 4 ;; 1.398,91  | ROWS' +
    ' => count 2: Lançamentos: 4 (3) | sum 2: 139891, not 139890',
  'names of something else': 'Entradas previstas: 5,00 | Período: 3 | Número de lançamentos: muitos | ROWS => nothing',
  'a balance in the column of what went out':
    'SIDES | 01/07/2026;SALDO ANTERIOR;;500,00 | IN_SIDES | 14/07/2026;SALDO DO DIA;799,00; => balance 2 | balance 6',
  'a balance with the side of a debt':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 D | A | B | C | 14/07/2026;SALDO DO DIA;799,00 C => balance 2 | balance 6',
  'a sum with a point above amounts with none': 'Entradas: 1.398,90 | HEAD | A | B | C => nothing',
  'a sum above our statement for programs':
    'Entradas: 1001 | Saídas;500 | postedAt;netAmount | 2026-07-02;1000 | 2026-07-03;-500 => sum 1: 1001, not 1000',
  'totals of both sides, exchanged': 'SIDES | IN_SIDES | Total;;99,90;1.398,90 => sum 5: 9990, not 139890',
  'the balance of the day beside its rows, in any order':
    'HEAD;Saldo | B;1.200,20 | A;1.300,10 | 02/07/2026;F;-199,90;1.300,10 | C;1.599,11 => sum 5: 159911, not 159910',
  'another balance beside one of two rows of a day':
    'HEAD;Saldo | A;1.500,00 | 02/07/2026;F;-199,90;1.300,11 | B;1.200,20' +
    ' => sum 3: 130011, not 130010 | sum 4: 120020, not 120021',
  'a balance beside an amount that cannot be read':
    'HEAD;Saldo | A;1.500,00 | 10/07/2026;F;-9x9,90;1.400,10 | C;1.799,01 => amount 3: F | sum 4: 179901, not 179900',
  'other figures with any of their names':
    'Total das entradas: 1,00 | Total dos créditos:1,00 | Extrato;Recebimentos;1,00 | Credits;;1,00 | ' +
    'Total da saídas: 1,00 | Débitos: 1,00 | Total de envios;1,00 | Sent: 1,00 | Total de lançamentos: 10 | ' +
    'Qtd. de registros: 4 | Nº das linhas:;4 | Transações: 4 | Count: 4 | Number of entries: 4 | Rows: 4 | ' +
    'Qtde movimentos: 4 | Total entradas: 1,00 | Total saídas: 1,00 | N linhas: 4 | ROWS' +
    ' => sum 1: 100, not 139890 | sum 2: 100, not 139890 | sum 3: 100, not 139890 | sum 4: 100, not 139890 | ' +
    'sum 5: 100, not 9990 | sum 6: 100, not 9990 | sum 7: 100, not 9990 | sum 8: 100, not 9990 | ' +
    'count 9: Total de lançamentos: 10 (3) | count 10: Qtd. de registros: 4 (3) | count 11: Nº das linhas: 4 (3) | ' +
    'count 12: Transações: 4 (3) | count 13: Count: 4 (3) | count 14: Number of entries: 4 (3) | ' +
    'count 15: Rows: 4 (3) | count 16: Qtde movimentos: 4 (3) | sum 17: 100, not 139890 | sum 18: 100, not 9990 | count 19: N linhas: 4 (3)',
  'a count below its rows':
    'ROWS | Quantidade de lançamentos: 4 => remark 5 | count 5: Quantidade de lançamentos: 4 (3)',
  'a row without an amount': 'ROWS | 15/07/2026; Sem valor ; => amount 5: Sem valor',
  'a row of a day alone': 'ROWS | 15/07/2026;; => amount 5: ',
  'a count of rows that cannot be read, too':
    'Lançamentos: 5 | ROWS | x; Sem dia ;5,00 | 31/02/2026;Sem valor; => day 6: x · Sem dia · 5,00 | amount 7: Sem valor',
  'a count beside a total': 'Lançamentos: 3 | ROWS | Total;;1.299,00 => total 6: 129900',
  'sums beside a row that cannot be read': 'Entradas: 1.398,91 | ROWS | 15/07/2026;x;5x => amount 6: x',
  'other sums around another count':
    'Entradas: 1,00 | Lançamentos: 9 | Saídas: 1,00 | ROWS' +
    ' => sum 1: 100, not 139890 | count 2: Lançamentos: 9 (3) | sum 3: 100, not 9990',
  'a row above the headings': 'Lançamentos: 4 | 15/07/2026;x;-7,00 | ROWS => nothing',
  'a balance in its column': 'HEAD;Saldo | 01/07/2026;SALDO ANTERIOR;;500,00 | A;1.500,00 | B;1.400,10 => balance 2',
  'another balance in its column':
    'HEAD;Saldo | 01/07/2026;SALDO ANTERIOR;;500,01 | A;1.500,00 | B;1.400,10 => balance 2 | sum 3: 150000, not 150001',
  'a balance beside nothing': 'HEAD;Saldo | 01/07/2026;x;0,00;500,00 | A;1.500,00 | B;1.400,10 => balance 2',
  'a balance beside nothing, without a day': 'HEAD;Saldo | x;SALDO;0,00;500,00 | A;1.500,00 | B;1.400,10 => balance 2',
  'a balance beside nothing, without a day and a name':
    'HEAD;Saldo | x;y;0,00;500,00 | A;1.500,00 | B;1.400,10 => day 2: x · y · 0,00 · 500,00',
  'a balance beside nothing on one side':
    'SIDES;Saldo | 01/07/2026;x;0,00;0,00;500,00 | 02/07/2026;A;1.000,00;0,00;1.500,00 | 10/07/2026;F;0,00;99,90;1.400,11' +
    ' => balance 2 | sum 4: 140011, not 140010',
  'a balance of a name in a line of its own': 'HEAD;Saldo | A;1.500,00 | ;x;;1.500,00 | B;1.400,10 => balance 3',
  'another balance beside a total':
    'HEAD;Saldo | A;1.500,00 | B;1.400,10 | Total;;900,10;1.400,11 => total 4: 90010 | sum 4: 140011, not 140010',
  'a sum alone': 'ROWS | ;;1.299,00 => total 5: 129900',
  'another sum alone': 'ROWS | ;;1.299,01 => day 5: 1.299,01',
  'a sum alone that cannot be read': 'ROWS | ;;1..299 => amount 5: 1..299',
  'a sum alone between rows': 'HEAD | A | ;;1.000,00 | B | C => day 3: 1.000,00',
  'a sum beside a word': 'ROWS | ;x;1.299,00 => day 5: x · 1.299,00',
  'a total of nothing stated': 'ROWS | Total;; => remark 5',
  'subtotals around a total of nothing stated, and a balance':
    'HEAD | A | Subtotal;;1.000,00 | B | Total;; | 10/07/2026;SALDO DO DIA;900,10 | C | Subtotal;;299,00' +
    ' => remark 5 | total 3: 100000 | total 8: 29900 | balance 6',
  'a blocked balance': 'ROWS | 14/07/2026;SALDO BLOQUEADO;7,00 => unproven_balance 5: SALDO BLOQUEADO',
  'a blocked balance of nothing': 'ROWS | 14/07/2026;SALDO BLOQUEADO;0,00 => balance 5',
  'a balance that cannot be read': 'ROWS | 14/07/2026;SALDO DO DIA;1x => amount 5: SALDO DO DIA',
  'a balance of which one side cannot be read': 'SIDES | IN_SIDES | 14/07/2026;SALDO;5,00;1x => amount 5: SALDO',
  'a balance beside nothing in columns of sides':
    'SIDES | 01/07/2026;SALDO ANTERIOR;0,00;500,00 | 02/07/2026;A;1.000,00; | 03/07/2026;SALDO;500,00; => balance 2 | balance 4',
  'balances beside sides':
    'HEAD;D/C | 01/07/2026;SALDO ANTERIOR;500,00;D | 02/07/2026;A;1.000,00;C | 03/07/2026;SALDO;500,00;C => balance 2 | balance 4',
  'a balance whose column has no name of a text':
    'Data;Código;Valor | 02/07/2026;Saldo do dia;-5,00 | 03/07/2026;x;-1,00 => open 2: -500',
  'the name of a balance beside a text': 'HEAD;Código | B;Saldo do dia | 03/07/2026;x;-1,00;y => nothing',
  'the name of a balance as a reference':
    'Data;Ref;Valor | 02/07/2026;Saldo do dia;-5,00 | 03/07/2026;x;-1,00 => nothing',
  'the name of a balance beside an ID':
    'HEAD;ID | 02/07/2026;Saldo;-5,00;abc | 03/07/2026;Saldo;5,00;Saldo => open 3: 500',
  'headings once more': 'ROWS | data;histórico;valor; | Data; ;Valor | Data;; => heading 5 | heading 6 | remark 7',
  'empty lines, and a space beside a row': 'HEAD | ; ; | A | B;  => nothing',
  'the bound of our own balances': 'ROWS | Disputes without a date up to;;5,00 => remark 5',
  'the bound of something else':
    'ROWS | My disputes without a date up to;;5,00 | Disputes without a date up to now;;5,00' +
    ' => day 5: My disputes without a date up to · 5,00 | day 6: Disputes without a date up to now · 5,00',
  'names that contain one of them':
    'Outras entradas: 5,00 | Demais saídas: 5,00 | Saídas futuras: 5,00 | Outros lançamentos: 9 | ' +
    'Lançamentos futuros: 9 | Saldo: 5,00 | Total: 7,00 | Registros: 9 de 9 | Registros: nº 9 | ' +
    'Other entries: 9 | Entries pending: 9 | Account: 9 | Counter: 9 | ROWS' +
    ' => nothing',
};

function linesOf(file: string): readonly string[] {
  const lines = file.replace('ROWS', ROWS).replace('IN_SIDES', IN_SIDES).split(' | ');
  return lines.map((line) => line.replace(/^[A-Z]+(?=;|$)/, (name) => NAMED[name] ?? name));
}

it.each(Object.entries(FILES))('%s', async (_, file) => {
  const [written = '', figures = ''] = file.split(' => ');
  expect(await figuresOf(linesOf(written))).toEqual(figures === 'nothing' ? [] : figures.split(' | '));
});

/** The lines of a file => its balances that the account must have had, too, oldest first. */
const BALANCES: Readonly<Record<string, string>> = {
  'those that its rows come to':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | B | C | 14/07/2026;SALDO DO DIA;1.799,00 => 01 50000 | 14 179900',
  'those that its rows come to, the newest first':
    'HEAD | 14/07/2026;SALDO DO DIA;1.799,00 | C | B | A | 01/07/2026;SALDO ANTERIOR;500,00 => 01 50000 | 14 179900',
  'those above its rows, of its first day and of its last one':
    'Saldo inicial: 500,00 | Saldo final: 1.799,00 | ROWS => 02 50000 | 14 179900',
  'those above its rows, the newest first':
    'Saldo inicial: 500,00 | Saldo final: 1.799,00 | HEAD | C | B | A => 02 50000 | 14 179900',
  'none without a day between its rows':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | Saldo;;1.500,00 | B => 01 50000',
  'none where another one is wrong':
    'HEAD | 01/07/2026;SALDO ANTERIOR;500,00 | A | B | C | 14/07/2026;SALDO DO DIA;1.799,01 => none',
  'none where it counts from nothing, whatever the account had': 'ROWS | 14/07/2026;SALDO DO DIA;1.299,00 => none',
  'those of an account that it says had nothing':
    'HEAD | 01/07/2026;SALDO ANTERIOR;0,00 | A | 02/07/2026;SALDO DO DIA;1.000,00 | B => 01 0 | 02 100000',
};

it.each(Object.entries(BALANCES))('the account is asked for the balances of a file: %s', async (_, file) => {
  const [written = '', expected = ''] = file.split(' => ');
  const { stated } = await rowsOf(linesOf(written));
  const found = stated.map(({ day, amount }) => `${day.replace('2026-07-', '')} ${amount}`);
  expect(found).toEqual(expected === 'none' ? [] : expected.split(' | '));
});
