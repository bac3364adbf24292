import { calendarDay } from '../../pix/calendar-day.ts';
import { NOTHING } from '../../pix/centavos.ts';
import { isEndToEndId } from '../../pix/end-to-end-id.ts';
import { placeBalances, type BalanceStep, StatedRows, BookError } from './stated-row.ts';
import { type Side, summaryWord, readSignedAmount, localDay } from './typed-values.ts';

/** In OFX 1 an element without others is not closed; its value ends with its line, or with the next element. */
const ELEMENT = /<(\/?)([A-Z0-9.]+)>([^<\r\n]*)/gi;
/** In OFX 2, a text as it is. */
const LITERAL = /<!\[CDATA\[(.*?)\]\]>/gs;
const MOMENT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.\d+)?)?(?:\[([+-]?\d{1,2}(?:\.\d+)?)(?::[^\]]*)?\])?$/;
const HOUR_MS = 3_600_000;
/** What has to be closed: a file without the end of one of these was cut off. */
const CLOSED = new Set(['OFX', 'BANKTRANLIST', 'STMTTRN']);
/** Where a balance of the statement is. The one of what is available is another figure. */
const BALANCES = new Set(['LEDGERBAL', 'AVAILBAL', 'BAL']);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" };

type Fields = Map<string, string>;

/** The transactions of a statement: OFX 1 (SGML) and 2 (XML). @throws {BookError} */
export function readOfx(text: string, assumed?: Side): StatedRows {
  const reader = new OfxReader(assumed);
  const escaped = text.replaceAll(LITERAL, (_, literal: string) =>
    literal.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' '),
  );
  for (const [, slash, name = '', value = ''] of escaped.matchAll(ELEMENT)) {
    reader.element(name.toUpperCase(), slash === '/', value.trim());
  }
  return reader.end();
}

class OfxReader {
  readonly #rows: StatedRows;
  /** Elements that are open, of those that have to be closed. */
  readonly #open: string[] = [];
  #isWhole = false;
  #line = 0;
  #fields: Fields | undefined;
  #balance: Fields | undefined;
  #steps: BalanceStep[] = [];
  #closing: BalanceStep | undefined;
  #lastDay = '';

  constructor(assumed: Side | undefined) {
    this.#rows = new StatedRows(assumed);
  }

  element(name: string, isEnd: boolean, value: string): void {
    if (name === 'CURDEF' && !isEnd && value !== '' && value.toUpperCase() !== 'BRL') {
      throw new BookError('foreign_currency', [value]);
    }
    if (CLOSED.has(name)) this.#nest(name, isEnd);
    if (name === 'STMTTRN') this.#transaction(isEnd);
    else if (BALANCES.has(name)) this.#balanceElement(name, isEnd);
    else if (name === 'STMTRS' || name === 'CCSTMTRS') this.#endStatement();
    else if (!isEnd) this.#value(name, decoded(value));
  }

  /** @throws {BookError} damaged */
  end(): StatedRows {
    if (!this.#isWhole || this.#open.length > 0) throw new BookError('damaged');
    this.#endStatement();
    return this.#rows;
  }

  /** Elements close in the order in which they were opened. */
  #nest(name: string, isEnd: boolean): void {
    if (isEnd ? this.#open.pop() !== name : this.#open.includes(name)) throw new BookError('damaged');
    if (!isEnd) this.#open.push(name);
    else if (name === 'OFX') this.#isWhole = true;
  }

  #transaction(isEnd: boolean): void {
    if (!isEnd) {
      this.#fields = new Map();
      return;
    }
    this.#line += 1;
    if (this.#fields !== undefined) this.#add(this.#fields);
    this.#fields = undefined;
  }

  #balanceElement(name: string, isEnd: boolean): void {
    if (!isEnd) {
      this.#balance = new Map();
      return;
    }
    const fields = this.#balance;
    this.#balance = undefined;
    if (name !== 'LEDGERBAL' || fields === undefined) return;
    const stated = fields.get('BALAMT') ?? '';
    const balance = readSignedAmount(stated);
    const facts = { line: this.#line, day: dayOf(fields.get('DTASOF') ?? ''), text: 'LEDGERBAL' };
    if (balance === undefined && stated !== '') this.#rows.add({ ...facts, amount: undefined });
    if (balance === undefined) return;
    this.#closing = { ...facts, amount: NOTHING, balance };
  }

  #value(name: string, value: string): void {
    const fields = this.#balance ?? this.#fields;
    if (fields?.has(name) === false) fields.set(name, value);
    if (name === 'DTEND') this.#lastDay = dayOf(value) ?? '';
    // As our own statements name the bank: the API has none.
    if (name === 'BANKID' && value === 'PIX') this.#rows.hasOwnIds = true;
  }

  #add(fields: Fields): void {
    const of = (name: string) => {
      const value = fields.get(name) ?? '';
      return value === '' ? undefined : value;
    };
    const amount = readSignedAmount(of('TRNAMT') ?? '');
    const day = dayOf(of('DTPOSTED') ?? '');
    const text = [of('NAME'), of('MEMO')].filter((part) => part !== undefined).join(' - ');
    const id = of('FITID');
    const facts = { line: this.#line, day, text };
    const word = [of('NAME'), of('MEMO')].map((part) => summaryWord(part ?? '')).find((found) => found !== undefined);
    if (word !== undefined && word !== 'total' && amount !== undefined) {
      this.#steps.push({ ...facts, amount: NOTHING, balance: amount, isBalance: true, needsProof: id !== undefined });
      return;
    }
    const side = sideOfType(of('TRNTYPE'));
    const isContradicted =
      amount !== undefined && amount !== 0 && side !== undefined && (side === 'out') !== amount < 0;
    const reference = of('REFNUM') ?? of('CHECKNUM');
    const moved = isContradicted || isForeign(fields) ? undefined : amount;
    this.#steps.push({ ...facts, amount: moved });
    this.#rows.add({
      ...{ line: this.#line, day, amount, id, text },
      flaw: isForeign(fields) ? 'shown_otherwise' : isContradicted ? 'side' : undefined,
      reference: reference !== undefined && /^[ED]\d{20}/.test(reference) ? undefined : reference,
      endToEndId: reference !== undefined && isEndToEndId(reference) ? reference : undefined,
    });
  }

  /** Compares the balances of a statement with its transactions. */
  #endStatement(): void {
    const [steps, closing] = [this.#steps, this.#closing];
    [this.#steps, this.#closing] = [[], undefined];
    const last = steps.reduce((latest, { day = '' }) => (day > latest ? day : latest), this.#lastDay);
    // A balance of a later day may have transactions before it that the statement does not contain.
    const isOfEnd = closing?.day !== undefined && closing.day <= last && steps.some(({ isBalance }) => isBalance);
    placeBalances(this.#rows, steps, isOfEnd ? { closing } : { unproven: closing });
  }
}

/** An amount in another currency than its statement. `ORIGCURRENCY` names the one that it was converted from. */
function isForeign(fields: Fields): boolean {
  const symbol = fields.get('CURSYM') ?? fields.get('CURRENCY') ?? '';
  return fields.has('CURRENCY') && !/^(?:BRL)?$/i.test(symbol);
}

/** The other types name what a movement was for. */
function sideOfType(type: string | undefined): Side | undefined {
  const name = type?.toUpperCase();
  return name === 'CREDIT' ? 'in' : name === 'DEBIT' ? 'out' : undefined;
}

/** A time with a zone is of the local day; one without, or a midnight, which banks write for no time, of the stated one. */
function dayOf(typed: string): string | undefined {
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0, zone] = MOMENT.exec(typed) ?? [];
  const stated = calendarDay(year, month, day);
  const sinceMidnightMs = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  if (stated === undefined || zone === undefined || sinceMidnightMs === 0) return stated;
  return localDay(Date.parse(stated) + sinceMidnightMs - Number(zone) * HOUR_MS);
}

function decoded(text: string): string {
  return text.replaceAll(/&([a-z]+);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}
