import { columnsOf } from './batch-header.ts';
import type { BatchColumn } from './batch-summary.ts';
import { type ColumnName } from './column-names.ts';
import { RECORD_MAXIMUM_BYTES, type RawCell, type RawRow } from './raw-row.ts';

const NO_CELL: RawCell = { heading: undefined, text: '' };
const NEW_LINE = 10;
/** A text (with the colon that makes it a member's name), a number, or a bracket. */
const TOKENS = /("(?:[^"\\]|\\.)*")\s*(:?)|-?\d[\d.eE+-]*|[[\]{}]/g;

/** A member of an object as it was written. */
interface Member {
  readonly name: string;
  /** A number keeps its digits: no float comes between. */
  readonly text: string;
  readonly isNumber: boolean;
  readonly isNested: boolean;
}

/**
 * The lines of a file with one JSON object each.
 *
 * @param chunks UTF-8, from the beginning of the file
 * @param onColumns hears of an object's columns when they differ from those of the one before
 * @throws what `chunks` throws
 */
export async function* ndjsonRows(
  chunks: AsyncIterable<Buffer>,
  onColumns: (columns: readonly BatchColumn[], line: number) => void,
): AsyncGenerator<RawRow> {
  let shape = '';
  let columns: readonly BatchColumn[] = [];
  let line = 0;
  for await (const text of lines(chunks)) {
    line += 1;
    if (text === undefined) {
      yield flawed(line, { code: 'record_too_long', details: { maximumBytes: RECORD_MAXIMUM_BYTES } });
      return;
    }
    if (text.trim() === '') {
      yield { ...flawed(line, undefined), isEmpty: true };
      continue;
    }
    const members = readMembers(text);
    if (!Array.isArray(members)) {
      yield flawed(line, { ...members, value: text });
      continue;
    }
    const names = members.map(({ name }) => name);
    const newShape = names.join('\n');
    if (newShape !== shape) {
      shape = newShape;
      columns = columnsOf(names);
      onColumns(columns, line);
    }
    yield toRow(members, columns, line);
  }
}

/** @returns undefined instead of a line that is too long; it is the last then. */
async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      const line = chunk.subarray(start, end);
      yield rest.length === 0 ? line.toString() : Buffer.concat([rest, line]).toString();
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
    if (rest.length > RECORD_MAXIMUM_BYTES) {
      yield undefined;
      return;
    }
  }
  if (rest.length > 0) yield rest.toString();
}

function readMembers(text: string): Member[] | Exclude<RawRow['flaw'], undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: 'invalid_json', details: {} };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { code: 'not_an_object', details: {} };

  const numbers = new Map<string, string>();
  const names = new Set<string>();
  let depth = 0;
  let name = '';
  for (const [token, quoted, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1) continue;
    else if (quoted === undefined) numbers.set(name, token);
    else if (colon === ':') {
      name = String(JSON.parse(quoted));
      if (names.has(name)) return { code: 'doubled_member', details: { doubled: name }, column: name };
      names.add(name);
    }
  }
  return Object.entries(value).map(([name, member]: [string, unknown]) => ({
    name,
    text: textOf(member, numbers.get(name)),
    isNumber: typeof member === 'number',
    isNested: typeof member === 'object' && member !== null,
  }));
}

function textOf(value: unknown, number: string | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return number ?? '';
  return value === null ? '' : JSON.stringify(value);
}

function toRow(members: readonly Member[], columns: readonly BatchColumn[], line: number): RawRow {
  const known = new Map<ColumnName, Member>();
  let flaw: RawRow['flaw'];
  columns.forEach(({ meaning }, index) => {
    const member = members[index];
    if (meaning === undefined || member === undefined) return;
    const { name } = member;
    const first = known.get(meaning);
    if (first !== undefined) {
      flaw ??= { code: 'doubled_column', details: { doubled: meaning, columns: [first.name, name] }, column: name };
    }
    if (member.isNested) flaw ??= { code: 'nested_value', details: {}, column: name, value: member.text };
    known.set(meaning, member);
  });
  return {
    line,
    isEmpty: false,
    cell(column) {
      const member = known.get(column);
      return member === undefined ? NO_CELL : { heading: member.name, text: member.text };
    },
    cells: () => Object.fromEntries(members.map(({ name, text }) => [name, text])),
    hasNumericAmount: known.get('amount')?.isNumber === true,
    rightOfAmount: undefined,
    brokenColumns: columns.filter((_, index) => /[\r\n]/.test(members[index]?.text ?? '')),
    flaw,
  };
}

function flawed(line: number, flaw: RawRow['flaw']): RawRow {
  return {
    line,
    isEmpty: false,
    cell: () => NO_CELL,
    cells: () => ({}),
    hasNumericAmount: false,
    rightOfAmount: undefined,
    brokenColumns: [],
    flaw,
  };
}
