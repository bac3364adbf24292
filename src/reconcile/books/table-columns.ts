import { foldAmountHeading, foldHeading, foldText } from '../../payouts/files/column-names.ts';
import { BookError } from './stated-row.ts';
import { sideOf } from './typed-values.ts';

/** Names of columns without accents, case, spaces and punctuation. Of several that mean the same, the first here is used. */
const BOOK_NAMES = {
  day: [
    ...['datalancamento', 'datadolancamento', 'lancadoem', 'datadomovimento', 'datamovimento', 'datamov'],
    ...['datadatransacao', 'datatransacao', 'data', 'datahora', 'dataehora', 'dia', 'dt', 'datacontabil'],
    ...['datacredito', 'postedat', 'posted', 'bookingdate', 'postingdate', 'transactiondate', 'releasedate'],
    ...['date', 'day'],
  ],
  amount: [
    ...['valorliquido', 'valorlancamento', 'valordolancamento', 'valordatransacao', 'valor', 'valorr$', 'valorbrl'],
    ...['quantia', 'montante', 'netamount', 'transactionnetamount', 'amount', 'amountbrl', 'amountr$', 'amountinreais'],
  ],
  inflow: ['entrada', 'entradas', 'credito', 'creditos', 'valorcredito', 'recebido', 'credit', 'moneyin', 'received'],
  outflow: ['saida', 'saidas', 'debito', 'debitos', 'valordebito', 'pago', 'debit', 'moneyout', 'paid'],
  balance: [
    ...['saldo', 'saldos', 'saldor$', 'saldoapos', 'saldoatual', 'saldofinal', 'saldoparcial', 'saldododia'],
    ...['saldoemconta', 'saldoacumulado', 'balance', 'balanceafter', 'runningbalance', 'partialbalance'],
  ],
  reference: [
    ...['referencia', 'ref', 'codigodereferencia', 'seunumero', 'numerododocumento', 'numerodocumento', 'documento'],
    ...['ndocumento', 'nodocumento', 'nrdocumento', 'numdocumento', 'nrdoc', 'docto', 'numerodoc', 'iddereferencia'],
    ...['correlationid', 'iddecorrelacao', 'reference', 'referenceid', 'externalid', 'document', 'documentnumber'],
  ],
  endToEndId: [
    ...['endtoendid', 'e2eid', 'endtoend', 'idfimafim', 'idendtoend', 'iddatransacaoendtoendid', 'iddatransacao'],
  ],
  id: ['id', 'idpix', 'identificador', 'codigodatransacao', 'fitid', 'transactionid', 'nossonumero'],
  pixKey: ['chavepix', 'chave', 'pixkey', 'key'],
  text: [
    ...['descricao', 'historico', 'complemento', 'favorecido', 'nome', 'memo', 'lancamento', 'titulo', 'detalhes'],
    ...['tipo', 'description', 'details', 'payee', 'name', 'narrative', 'transactiontype', 'type'],
  ],
} as const;
export type BookColumn = keyof typeof BOOK_NAMES;

/** Their brackets may name another unit: `Valor (centavos)`. */
const OF_AMOUNTS: ReadonlySet<string> = new Set<BookColumn>(['amount', 'inflow', 'outflow', 'balance']);

const DECISION_NAMES = {
  here: ['here', 'lancamentodaconta', 'accountentry', 'entry', 'chavenaconta'],
  there: ['there', 'linhadoarquivo', 'filerow', 'chavenoarquivo'],
  decision: ['decision', 'decisao'],
  note: ['note', 'observacao', 'nota'],
} as const;
export type DecisionColumn = keyof typeof DECISION_NAMES;

/** Where the columns of a table are, by what they mean. */
export type ColumnIndexes<Name extends string> = Readonly<Partial<Record<Name, number>>>;

/** The columns of outcomes that `pix payouts report` adds to a file, in the forms and languages in which it writes them. */
const RUN_REPORT =
  /(?:^|,)(?:pix)?status,(?:pix)?id,(?:pix)?(?:fee|feecentavos|tarifa),(?:pix)?(?:sent|sentcentavos|recipientreceives|destinatariorecebe),/;

/**
 * @returns undefined for a line that names no day or no amount, or both twice: of two tables side by side, one would be read
 * @throws {BookError} for the report of a run: its rows are those of the file that was paid, whatever became of them
 */
export function bookColumns(cells: readonly string[]): ColumnIndexes<BookColumn> | undefined {
  if (RUN_REPORT.test(cells.map(foldHeading).join(','))) throw new BookError('run_report');
  const columns = indexesOf(cells, BOOK_NAMES);
  const amount = columns.amount ?? columns.inflow ?? columns.outflow;
  const isOnce = (at: number) => !cells.slice(at + 1).some((cell) => foldText(cell) === foldText(cells[at] ?? ''));
  const { day } = columns;
  return day === undefined || amount === undefined || !(isOnce(day) || isOnce(amount)) ? undefined : columns;
}

/** @returns undefined for a line that names no decision, or neither side */
export function decisionColumns(cells: readonly string[]): ColumnIndexes<DecisionColumn> | undefined {
  const columns = indexesOf(cells, DECISION_NAMES);
  return columns.decision === undefined || (columns.here ?? columns.there) === undefined ? undefined : columns;
}

/** Whether a column says what a person knows a row by. */
export function isTextHeading(heading: string): boolean {
  const names: readonly string[] = BOOK_NAMES.text;
  return names.includes(foldHeading(heading));
}

function indexesOf<Name extends string>(
  cells: readonly string[],
  names: Readonly<Record<Name, readonly string[]>>,
): ColumnIndexes<Name> {
  const folded = cells.map(foldHeading);
  const foldedAmounts = cells.map((cell) => foldAmountHeading(cell, namesSides));
  const columns: Partial<Record<Name, number>> = {};
  for (const name in names) {
    const headings = OF_AMOUNTS.has(name) ? foldedAmounts : folded;
    const index = names[name].map((known) => headings.indexOf(known)).find((found) => found !== -1);
    if (index !== undefined) columns[name] = index;
  }
  return columns;
}

/** A column with one of these names is there for the side: what it states otherwise is a finding. */
const OF_SIDES = new Set([
  ...['dc', 'cd', 'debitocredito', 'creditodebito', 'debcred', 'creddeb', 'debitcredit', 'creditdebit', 'drcr', 'crdr'],
  ...['crdb', 'dbcr', 'entradasaida', 'saidaentrada', 'naturezadolancamento', 'natureza', 'sinal', 'sentido'],
]);
/** A single letter, the same in every row, is a side below these names alone: `S` may mean yes. */
const OF_KINDS = new Set([
  ...['tipo', 'tipolancamento', 'tipodelancamento', 'tipodolancamento', 'tipooperacao', 'tipodeoperacao', 'operacao'],
  ...['tipomovimento', 'tipodemovimento', 'movimentacao', 'movimento', 'tipodetransacao', 'tipotransacao', 'fluxo'],
  ...['direcao', 'direction', 'type', 'es', 'ce', 'side', 'sign'],
]);
/** What became of a payment, or how it was made: `Recebido`, or a card's `Débito`. */
const OF_OTHER_WORDS =
  /^(?:status|situacao|estado|state|forma|formade.*|meio|meiode.*|metodo.*|modalidade|bandeira|cartao|payment.*)$/;

/** `Saídas (-)`, `Valor (D/C)` */
function namesSides(said: string): boolean {
  return sideOf(said) !== undefined || OF_SIDES.has(foldText(said));
}

interface Candidate {
  readonly index: number;
  readonly heading: string;
  /** Of the rows that state an amount. */
  readonly cells: readonly string[];
}

/**
 * The indexes of the columns whose values are all sides, and those whose name says that they should be.
 *
 * @param haveOwnSides the amounts name both sides themselves: a column with one side in all rows says nothing
 */
export function sideColumns(candidates: readonly Candidate[], haveOwnSides: boolean): readonly number[] {
  return candidates.flatMap(({ index, heading, cells }) => {
    const name = foldHeading(heading);
    const texts = [...new Set(cells.map((text) => text.trim()))].filter((text) => text !== '');
    const isForSides = OF_SIDES.has(name);
    if (texts.length === 0 || OF_OTHER_WORDS.test(name)) return [];
    const areSides = texts.every((text) => sideOf(text) !== undefined);
    if (haveOwnSides && !isForSides && areSides && new Set(texts.map(sideOf)).size === 1) return [];
    const isForKinds = isForSides || OF_KINDS.has(name);
    const isOneLetter = texts.length === 1 && /^\p{L}$/u.test(texts[0] ?? '');
    return (areSides && (isForKinds || !isOneLetter)) || isForSides ? [index] : [];
  });
}
