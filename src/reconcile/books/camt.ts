import { Parser } from 'saxen';
import { centavos, sumOf, NOTHING, type Centavos } from '../../pix/centavos.ts';
import { isEndToEndId } from '../../pix/end-to-end-id.ts';
import { type Side, readDay, readSignedAmount } from './typed-values.ts';
import { StatedRows, BookError, placeBalances, type BalanceStep } from './stated-row.ts';
import { sumsOf } from './stated-totals.ts';

/** Deeper than any element of the standard. */
const DEPTH_MAXIMUM = 64;
const PIECE_LENGTH = 1 << 16;
const NOT_PROVIDED = 'NOTPROVIDED';

/** Texts of an entry or of a transaction in it, by their path: the first one of each. */
type Texts = Map<string, string>;

interface Entry {
  readonly values: Texts;
  readonly details: Texts[];
}

/** The booked entries of a bank statement (ISO 20022 camt.053, any version). */
export function readCamt(text: string, assumed?: Side): StatedRows {
  const rows = new StatedRows(assumed);
  let line = 0;
  let statement = new Statement();
  const listener = new CamtListener({
    Ntry: (entry) => {
      line += 1;
      add(rows, statement, entry, line);
    },
    Bal: ({ values }) => void statement.balances.push(values),
    TxsSummry: ({ values }) => {
      statement.summary = values;
    },
    Stmt: () => {
      statement.compare(rows, line);
      statement = new Statement();
    },
  });
  const parser = new Parser();
  let failure: Error | undefined;
  parser.on('openTag', (name, attributes, decode) => listener.open(name.replace(/^[^:]*:/, ''), attributes(), decode));
  parser.on('closeTag', () => listener.close());
  parser.on('text', (piece, decode) => listener.text(decode(piece)));
  parser.on('cdata', (piece) => listener.text(piece));
  parser.on('warn', () => undefined);
  parser.on('error', (error) => {
    failure ??= error;
  });
  for (let at = 0; at < text.length && failure === undefined; at += PIECE_LENGTH) {
    parser.write(text.slice(at, at + PIECE_LENGTH));
  }
  failure ??= parser.end() ?? undefined;
  if (failure !== undefined || !listener.isStatement) throw new BookError('damaged', [], failure);
  return rows;
}

type Collected = 'Ntry' | 'Bal' | 'TxsSummry';

/** Collects the values of each entry, balance and summary by their paths. */
class CamtListener {
  isStatement = false;
  readonly #on: Readonly<Record<Collected | 'Stmt', (entry: Entry) => void>>;
  readonly #path: string[] = [];
  #entry: Entry | undefined;
  #entryDepth = 0;
  #text = '';

  constructor(on: Readonly<Record<Collected | 'Stmt', (entry: Entry) => void>>) {
    this.#on = on;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, decode: (text: string) => string): void {
    this.#path.push(name);
    if (this.#path.length > DEPTH_MAXIMUM) throw new BookError('damaged');
    this.#text = '';
    if (name === 'BkToCstmrStmt') this.isStatement = true;
    if (isCollected(name) && this.#entry === undefined) {
      this.#entry = { values: new Map(), details: [] };
      this.#entryDepth = this.#path.length;
    }
    if (this.#entry === undefined) return;
    if (name === 'TxDtls') this.#entry.details.push(new Map());
    const currency = attributes['Ccy'];
    if (name === 'Amt' && currency !== undefined && this.#path.length === this.#entryDepth + 1) {
      const typed = decode(currency);
      if (typed !== 'BRL') throw new BookError('foreign_currency', [typed]);
    }
  }

  text(piece: string): void {
    this.#text += piece;
  }

  close(): void {
    const entry = this.#entry;
    if (entry !== undefined) {
      const inner = this.#path.slice(this.#entryDepth);
      const detail = inner.indexOf('TxDtls');
      const values = detail === -1 ? entry.values : entry.details.at(-1);
      const path = inner.slice(detail + 1).join('/');
      const value = this.#text.trim();
      if (value !== '' && values?.has(path) === false) values.set(path, value);
      const name = this.#path.at(-1);
      if (inner.length === 0 && isCollected(name)) {
        this.#on[name](entry);
        this.#entry = undefined;
      }
    } else if (this.#path.at(-1) === 'Stmt') this.#on.Stmt({ values: new Map(), details: [] });
    this.#text = '';
    this.#path.pop();
  }
}

function isCollected(name: string | undefined): name is Collected {
  return name === 'Ntry' || name === 'Bal' || name === 'TxsSummry';
}

/** An entry of several transactions is one row for each, where these state amounts that come to it. */
function add(rows: StatedRows, statement: Statement, { values, details }: Entry, line: number): void {
  const status = values.get('Sts/Cd') ?? values.get('Sts') ?? 'BOOK';
  const day = readDay(values.get('BookgDt/Dt') ?? values.get('BookgDt/DtTm') ?? '');
  const amount = signed(values.get('Amt'), values.get('CdtDbtInd'));
  statement.entries.push({ amount, day, isBooked: status === 'BOOK' });
  if (status !== 'BOOK') return;
  const parts = details.map((detail) => ({
    detail,
    amount: signed(
      detail.get('Amt') ?? detail.get('AmtDtls/TxAmt/Amt'),
      detail.get('CdtDbtInd') ?? values.get('CdtDbtInd'),
    ),
  }));
  const stated = parts.map((part) => part.amount).filter((part) => part !== undefined);
  const isSplit = parts.length > 1 && stated.length === parts.length && sumOf(stated) === amount;
  for (const part of isSplit ? parts : [{ detail: details.length === 1 ? details[0] : undefined, amount }]) {
    const of = (path: string) => namedText(part.detail?.get(path));
    const own = isSplit ? undefined : (namedText(values.get('AcctSvcrRef')) ?? namedText(values.get('NtryRef')));
    const endToEnd = of('Refs/EndToEndId');
    const isEndToEnd = endToEnd !== undefined && isEndToEndId(endToEnd);
    rows.add({
      line,
      day,
      amount: part.amount,
      id: of('Refs/TxId') ?? of('Refs/AcctSvcrRef') ?? own,
      reference: isEndToEnd ? of('Refs/InstrId') : (endToEnd ?? of('Refs/InstrId')),
      endToEndId: isEndToEnd ? endToEnd : undefined,
      text: [of('RmtInf/Ustrd'), of('AddtlTxInf'), namedText(values.get('AddtlNtryInf'))]
        .filter((text) => text !== undefined)
        .join(' - '),
    });
  }
}

function namedText(text: string | undefined): string | undefined {
  return text === NOT_PROVIDED ? undefined : text;
}

type Values = ReadonlyMap<string, string>;

const OPENING = ['OPBD', 'PRCD'];
const SIDES = [
  ['TtlNtries', (amount: Centavos) => amount !== 0],
  ['TtlCdtNtries', (amount: Centavos) => amount > 0],
  ['TtlDbtNtries', (amount: Centavos) => amount < 0],
] as const;

/** What a statement says of itself beside its entries: balances, counts and sums. */
class Statement {
  readonly balances: Values[] = [];
  readonly entries: { amount: Centavos | undefined; day: string | undefined; isBooked: boolean }[] = [];
  summary: Values | undefined;

  /** Compares them with the entries of the statement. @param line of its last entry */
  compare(rows: StatedRows, line: number): void {
    const booked = this.entries.filter(({ isBooked }) => isBooked);
    const steps = booked.map(({ amount, day }) => ({ line, day, text: '', amount }));
    const [opening] = OPENING.flatMap((code) => this.#balanceOf(line, code));
    const [closing] = this.#balanceOf(line, 'CLBD');
    placeBalances(rows, steps, opening === undefined ? { unproven: closing } : { opening, closing });
    const amounts = [booked, this.entries].map((entries) => entries.flatMap(({ amount }) => amount ?? []));
    if (this.entries.some(({ amount }) => amount === undefined)) return;
    for (const [name, isOf] of SIDES) {
      const ofSide = amounts.map((list) => list.filter(isOf));
      this.#checkTotals(rows, line, name, ofSide);
    }
  }

  #balanceOf(line: number, code: string): readonly BalanceStep[] {
    return this.balances.flatMap((values) => {
      const balance = signed(values.get('Amt'), values.get('CdtDbtInd'));
      if (values.get('Tp/CdOrPrtry/Cd') !== code || balance === undefined) return [];
      const day = readDay(values.get('Dt/Dt') ?? values.get('Dt/DtTm') ?? '');
      return [{ line, day, text: code, amount: NOTHING, balance }];
    });
  }

  /** A bank counts what is booked, or what is pending, too. */
  #checkTotals(rows: StatedRows, line: number, name: string, lists: readonly (readonly Centavos[])[]): void {
    const of = (path: string) => this.summary?.get(`${name}/${path}`);
    const facts = { line, day: undefined };
    const count = of('NbOfNtries');
    const [own = []] = lists;
    if (count !== undefined && lists.every(({ length }) => length !== Number(count))) {
      rows.addWrongSum({ ...facts, text: `${name}: ${count} (${own.length})` }, 'count');
    }
    const sums = lists.map(sumsOf);
    const gross = sums.map(({ inflow, outflow }) => centavos(inflow + outflow));
    const net = sums.map(({ inflow, outflow }) => centavos(inflow - outflow));
    const netStated = signed(
      of('TtlNetNtry/Amt') ?? of('TtlNetNtryAmt'),
      of('TtlNetNtry/CdtDbtInd') ?? of('CdtDbtInd'),
    );
    for (const [stated, known] of [
      [signed(of('Sum'), 'CRDT'), gross],
      [netStated, net],
    ] as const) {
      if (stated === undefined || known.includes(stated)) continue;
      rows.addWrongSum({ ...facts, text: name, stated, expected: known[0] }, 'sum');
    }
  }
}

function signed(typed: string | undefined, indicator: string | undefined): Centavos | undefined {
  if (typed === undefined || (indicator !== 'DBIT' && indicator !== 'CRDT')) return undefined;
  return readSignedAmount(indicator === 'DBIT' ? `-${typed}` : typed);
}
