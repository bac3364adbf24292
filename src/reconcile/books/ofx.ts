import { realDay, localDay } from './day.ts';
import { BookError } from './book-error.ts';
import { readSignedAmount } from './signed-amount.ts';
import { StatedRows } from './stated-row.ts';

/** In OFX 1 an element without others is not closed; its value ends with its line, or with the next element. */
const ELEMENT = /<(\/?)([A-Z0-9.]+)>([^<\r\n]*)/gi;
const MOMENT = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.\d+)?)?(?:\[([+-]?\d{1,2}(?:\.\d+)?)(?::[^\]]*)?\])?$/;
const HOUR_MS = 3_600_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" };

/** The transactions of a statement: OFX 1 (SGML) and 2 (XML). */
export function readOfx(text: string): StatedRows {
  const rows = new StatedRows();
  let fields: Map<string, string> | undefined;
  let line = 0;
  for (const [, slash, typed = '', value = ''] of text.matchAll(ELEMENT)) {
    const name = typed.toUpperCase();
    if (name === 'CURDEF' && value.trim() !== '' && value.trim().toUpperCase() !== 'BRL') {
      throw new BookError('foreign_currency', [value.trim()]);
    }
    if (name !== 'STMTTRN') {
      if (slash === '' && fields !== undefined && !fields.has(name)) fields.set(name, decoded(value.trim()));
      continue;
    }
    // A statement that ends within a transaction was cut off.
    if (slash === '' && fields !== undefined) throw new BookError('damaged');
    if (slash === '') {
      fields = new Map();
      continue;
    }
    line += 1;
    if (fields !== undefined) add(rows, fields, line);
    fields = undefined;
  }
  if (fields !== undefined) throw new BookError('damaged');
  return rows;
}

function add(rows: StatedRows, fields: ReadonlyMap<string, string>, line: number): void {
  const of = (name: string) => {
    const value = fields.get(name) ?? '';
    return value === '' ? undefined : value;
  };
  const stated = of('TRNAMT') ?? '';
  const reference = of('REFNUM') ?? of('CHECKNUM');
  rows.add({
    line,
    day: dayOf(of('DTPOSTED') ?? ''),
    amount: readSignedAmount(/^[+-]?\.\d/.test(stated) ? stated.replace('.', '0.') : twoDecimals(stated), '.'),
    id: of('FITID'),
    reference: reference !== undefined && /^[ED]\d{20}/.test(reference) ? undefined : reference,
    endToEndId: reference !== undefined && /^[ED]\d{20}[A-Za-z0-9]{11}$/.test(reference) ? reference : undefined,
    text: [of('NAME'), of('MEMO')].filter((part) => part !== undefined).join(' - '),
  });
}

/** `10.500` is ten reais and a half: OFX has no groups of thousands. */
function twoDecimals(amount: string): string {
  return amount.replace(/([.,]\d\d)0+$/, '$1');
}

/** A time with a zone is of the local day; one without is of the day that it states. */
function dayOf(typed: string): string | undefined {
  const parts = MOMENT.exec(typed);
  if (parts === null) return undefined;
  const part = (index: number) => Number(parts[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const stated = realDay(year, month, day);
  const [zone, time] = [parts[7], parts[4]];
  if (zone === undefined || time === undefined || stated === undefined) return stated;
  return localDay(Date.UTC(year, month - 1, day, part(4), part(5), part(6)) - Number(zone) * HOUR_MS);
}

function decoded(text: string): string {
  return text.replaceAll(/&([a-z]+);/gi, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}
