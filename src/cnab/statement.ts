import { control, detail, dialectOf, DIALECTS, record, RECORD_LENGTH, reserved, type Field } from './layout.ts';
import { dayOf, deviationsOf, linesOf, rawOf, textOf, type RecordLine, recordOf } from './record.ts';

/** The service knows neither the company's number nor an agency. */
const HOLDER = {
  taxIdType: [1, 'Tipo de Inscrição da Empresa', ['0', '1', '2']],
  taxId: [14, 'Número de Inscrição da Empresa', 'any'],
  agreement: [20, 'Código do Convênio no Banco', 'any'],
  account: [20, 'Agência e Conta Corrente', 'any'],
} as const;

const side = (name: string) => [1, name, ['C', 'D']] as const;
const POSITIONS = ['F', 'P', 'I'];

const HEADER = record({
  ...control('digits', '1'),
  operation: [1, 'Tipo da Operação', ['E']],
  service: [2, 'Tipo do Serviço', ['04']],
  form: [2, 'Forma de Lançamento', 'any'],
  version: [3, 'Versão do Layout do Lote', ['033', '032', '031']],
  reserved1: reserved(1),
  ...HOLDER,
  company: [30, 'Nome da Empresa', 'any'],
  reserved2: reserved(40),
  date: [8, 'Data do Saldo Inicial', 'date'],
  balance: [18, 'Valor do Saldo Inicial', 'digits'],
  side: side('Situação do Saldo Inicial'),
  position: [1, 'Posição do Saldo Inicial', POSITIONS],
  currency: [3, 'Moeda Referenciada no Extrato', ['BRL']],
  number: [5, 'Número de Sequência do Extrato', 'empty'],
  rest: [62, 'Uso Exclusivo FEBRABAN / CNAB', 'any'],
});

const ENTRY = record({
  ...detail('E'),
  reserved1: reserved(3),
  ...HOLDER,
  company: [30, 'Nome da Empresa', 'any'],
  reserved2: reserved(6),
  nature: [3, 'Natureza do Lançamento', ['DPV', 'SCR', 'SSR', 'CDS']],
  complement: [22, 'Complemento do Lançamento', 'any'],
  exemption: [1, 'Identificação de Isenção do CPMF', 'any'],
  bookedDate: [8, 'Data Contábil', 'any'],
  date: [8, 'Data do Lançamento', 'date'],
  amount: [18, 'Valor do Lançamento', 'digits'],
  side: side('Tipo do Lançamento'),
  category: [3, 'Categoria do Lançamento', 'digits'],
  historyCode: [4, 'Código do Histórico no Banco', 'any'],
  history: [25, 'Descrição do Histórico', 'any'],
  document: [39, 'Número Documento / Complemento', 'any'],
});

const TRAILER = record({
  ...control('digits', '5'),
  reserved1: reserved(9),
  ...HOLDER,
  reserved2: reserved(16),
  blocked: [54, 'Saldos Bloqueados e Limite', 'any'],
  date: [8, 'Data do Saldo Final', 'date'],
  balance: [18, 'Valor do Saldo Final', 'digits'],
  side: side('Situação do Saldo Final'),
  position: [1, 'Posição do Saldo Final', POSITIONS],
  records: [6, 'Quantidade de Registros do Lote', 'digits'],
  debits: [18, 'Somatória dos Valores a Débito', 'digits'],
  credits: [18, 'Somatória dos Valores a Crédito', 'digits'],
  reserved3: reserved(28),
});

export interface StatementEntry {
  /** DDMMAAAA */
  readonly date: string;
  /** Negative of a debit. */
  readonly centavos: number;
  /** FEBRABAN, field G092. */
  readonly category: number;
  readonly history: string;
  readonly document: string;
}

export interface StatementBalance {
  /** DDMMAAAA */
  readonly date: string;
  readonly centavos: number;
}

const signed = (centavos: number, name: 'amount' | 'balance') => ({
  [name]: Math.abs(centavos),
  side: centavos < 0 ? 'D' : 'C',
});

/** Writes the statement of one account, an entry at a time, in as many batches as it takes. */
export class StatementWriter {
  readonly #company: string;
  readonly #entriesOfBatch: number;
  #batch = 0;
  #records = 1;
  #entries = 0;
  #debits = 0;
  #credits = 0;

  constructor(company: string, entriesOfBatch = 99_999) {
    this.#company = company.slice(0, 30);
    this.#entriesOfBatch = entriesOfBatch;
  }

  opening(made: { readonly date: string; readonly time: string }, balance: StatementBalance): string[] {
    const company = this.#company;
    const header = { taxIdType: '0', taxId: 0, company, direction: '2', ...made };
    return [recordOf(DIALECTS.febraban.fileHeader, header), this.#openBatch(balance)];
  }

  /** @param before the balance before the entry, of the day of the one before it */
  entry({ date, centavos, category, history, document }: StatementEntry, before: StatementBalance): string[] {
    const turn = this.#entries < this.#entriesOfBatch ? [] : [this.#closeBatch(before), this.#openBatch(before)];
    this.#entries += 1;
    this.#records += 1;
    if (centavos < 0) this.#debits -= centavos;
    else this.#credits += centavos;
    const record = recordOf(ENTRY, {
      ...{ batch: this.#batch, sequence: this.#entries, company: this.#company, complement: '00', bookedDate: date },
      ...{ date, category, history: history.slice(0, 25), document, ...signed(centavos, 'amount') },
    });
    return [...turn, record];
  }

  closing(balance: StatementBalance): string[] {
    const trailer = this.#closeBatch(balance);
    const counts = { batches: this.#batch, records: this.#records + 1, accounts: this.#batch };
    return [trailer, recordOf(DIALECTS.febraban.fileTrailer, counts)];
  }

  #openBatch({ date, centavos }: StatementBalance): string {
    this.#batch += 1;
    this.#records += 1;
    [this.#entries, this.#debits, this.#credits] = [0, 0, 0];
    return recordOf(HEADER, {
      ...{ batch: this.#batch, form: '40', date, company: this.#company, position: 'F' },
      ...signed(centavos, 'balance'),
    });
  }

  #closeBatch({ date, centavos }: StatementBalance): string {
    this.#records += 1;
    return recordOf(TRAILER, {
      ...{ batch: this.#batch, date, position: 'F', records: this.#entries + 2 },
      ...{ debits: this.#debits, credits: this.#credits, ...signed(centavos, 'balance') },
    });
  }
}

export interface ReadStatement {
  readonly opening: ReadBalance;
  readonly closing: ReadBalance;
  readonly entries: readonly (ReadBalance & { readonly history: string; readonly document: string })[];
}

interface ReadBalance {
  readonly line: number;
  /** `2026-07-14` */
  readonly day: string;
  readonly centavos: number;
}

/** The lines of a file that ends with its trailer. */
function wholeRecords(text: string): readonly RecordLine[] | undefined {
  const records = linesOf(text);
  const isWhole = records.every(({ text: { length } }) => length === RECORD_LENGTH);
  return isWhole && records.at(-1)?.text.charAt(7) === '9' ? records : undefined;
}

/** A payment that a return states as made: an outflow. */
export interface ReturnedPayment {
  readonly line: number;
  /** `2026-07-14`; undefined where the return does not state it. */
  readonly day: string | undefined;
  readonly centavos: number;
  readonly reference: string;
  readonly name: string;
  /** Where its writer says by which ID a payment was made. */
  readonly information: string;
}

/** The payments that a return of payments states as made. @returns undefined for another file, or one that is cut off */
export function readReturn(text: string): readonly ReturnedPayment[] | undefined {
  const records = wholeRecords(text);
  const { fileHeader, fileTrailer, a } = DIALECTS[dialectOf(text.slice(0, 3))];
  const [header] = records ?? [];
  const trailer = records?.at(-1);
  if (records === undefined || header === undefined || trailer === undefined) return undefined;
  const isCounted = Number(rawOf(trailer, fileTrailer.records)) === records.length;
  if (rawOf(header, fileHeader.direction) !== '2' || !isCounted) return undefined;
  const payments = records.filter((record) => record.text.charAt(7) + record.text.charAt(13) === '3A');
  if (payments.length === 0) return undefined;
  return payments
    .filter((record) => textOf(record, a.occurrences) === '00')
    .map((record) => ({
      line: record.line,
      day: dayOf(rawOf(record, a.paidDate)),
      centavos: -Number(rawOf(record, a.amount)),
      reference: textOf(record, a.reference),
      name: textOf(record, a.name),
      information: textOf(record, a.information),
    }));
}

/** The statements in a file. @returns undefined when it is cut off, or not as the layout says */
export function readStatements(text: string): readonly ReadStatement[] | undefined {
  const records = wholeRecords(text) ?? [];
  const statements: ReadStatement[] = [];
  let opened: { readonly opening: ReadBalance; readonly entries: ReadStatement['entries'][number][] } | undefined;
  for (const record of records.slice(1, -1)) {
    const type = record.text.charAt(7);
    if (type === '1' && opened === undefined && isSound(record, HEADER)) {
      opened = { opening: readOf(record, HEADER, HEADER.balance), entries: [] };
    } else if (type === '3' && opened !== undefined && isSound(record, ENTRY)) {
      const [history, document] = [textOf(record, ENTRY.history), textOf(record, ENTRY.document)];
      opened.entries.push({ ...readOf(record, ENTRY, ENTRY.amount), history, document });
    } else if (type === '5' && opened !== undefined && isSound(record, TRAILER)) {
      const { entries } = opened;
      const sums = [TRAILER.debits, TRAILER.credits].map((field) => Number(rawOf(record, field)));
      const sumOf = (sign: number) => entries.reduce((sum, { centavos }) => sum + Math.max(0, sign * centavos), 0);
      const isComplete = Number(rawOf(record, TRAILER.records)) === entries.length + 2;
      if (!isComplete || sums[0] !== sumOf(-1) || sums[1] !== sumOf(1)) return undefined;
      statements.push({ ...opened, closing: readOf(record, TRAILER, TRAILER.balance) });
      opened = undefined;
    } else return undefined;
  }
  return opened === undefined && statements.length > 0 ? statements : undefined;
}

function isSound(record: RecordLine, layout: Readonly<Record<string, Field>>): boolean {
  return deviationsOf(record, layout).length === 0;
}

function readOf(record: RecordLine, { date, side: ofSide }: { date: Field; side: Field }, amount: Field): ReadBalance {
  const size = Number(rawOf(record, amount));
  const isDebit = rawOf(record, ofSide) === 'D';
  return { line: record.line, day: dayOf(rawOf(record, date)) ?? '', centavos: isDebit && size !== 0 ? -size : size };
}
