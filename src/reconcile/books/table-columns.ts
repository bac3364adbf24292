import { foldText } from '../../payouts/files/column-names.ts';
import { BookError } from './book-error.ts';

/** Names of columns without accents, case, spaces and punctuation. Of several that mean the same, the first here is used. */
const BOOK_NAMES = {
  day: [
    ...['datalancamento', 'datadolancamento', 'lancadoem', 'datadomovimento', 'datamovimento', 'datamov'],
    ...['datadatransacao', 'datatransacao', 'data', 'datahora', 'dataehora', 'dia', 'dt', 'datacontabil'],
    ...[
      'datacredito',
      'postedat',
      'posted',
      'bookingdate',
      'postingdate',
      'transactiondate',
      'releasedate',
      'date',
      'day',
    ],
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
 * @returns undefined for a line that names no day, or no amount
 * @throws {BookError} for the report of a run: its rows are those of the file that was paid, whatever became of them
 */
export function bookColumns(cells: readonly string[]): ColumnIndexes<BookColumn> | undefined {
  if (RUN_REPORT.test(cells.map(foldedHeading).join(','))) throw new BookError('run_report');
  const columns = indexesOf(cells, BOOK_NAMES);
  const hasAmount = columns.amount ?? columns.inflow ?? columns.outflow;
  return columns.day === undefined || hasAmount === undefined ? undefined : columns;
}

/** @returns undefined for a line that names no decision, or neither side */
export function decisionColumns(cells: readonly string[]): ColumnIndexes<DecisionColumn> | undefined {
  const columns = indexesOf(cells, DECISION_NAMES);
  return columns.decision === undefined || (columns.here ?? columns.there) === undefined ? undefined : columns;
}

/** Whether a column says what a person knows a row by. */
export function isTextHeading(heading: string): boolean {
  const names: readonly string[] = BOOK_NAMES.text;
  return names.includes(foldedHeading(heading));
}

/** A name of a column without what is in brackets. */
export function foldedHeading(heading: string): string {
  return foldText(heading.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ''));
}

function indexesOf<Name extends string>(
  cells: readonly string[],
  names: Readonly<Record<Name, readonly string[]>>,
): ColumnIndexes<Name> {
  const folded = cells.map(foldedHeading);
  const columns: Partial<Record<Name, number>> = {};
  for (const name in names) {
    const index = names[name].map((known) => folded.indexOf(known)).find((found) => found !== -1);
    if (index !== undefined) columns[name] = index;
  }
  return columns;
}
