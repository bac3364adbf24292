import { columnsOf } from './batch-header.ts';
import type { BatchColumn } from './batch-summary.ts';
import type { ColumnName } from './column-names.ts';
import { NO_CELL, RECORD_MAXIMUM_BYTES, type RawRow } from './payout-row.ts';
import { isTellingHeading } from './row-status.ts';

const NEW_LINE = 10;
/** A string (with the colon after a member's name), a number, or a bracket. */
const TOKENS = /("(?:[^"\\]|\\.)*")\s*(:?)|-?\d[\d.eE+-]*|[[\]{}]/g;

/** A member of an object as it was written. */
interface Member {
  readonly name: string;
  /** A number keeps its digits, without a float in between. */
  readonly text: string;
  readonly isNumber: boolean;
  readonly isNested: boolean;
}

/**
 * The lines of a file with one JSON object each.
 *
 * @param chunks UTF-8, from the beginning of the file
 * @param onColumns called with an object's columns when they differ from the previous one's
 * @throws what `chunks` throws
 */
export async function* ndjsonRows(
  chunks: AsyncIterable<Buffer>,
  onColumns: (columns: readonly BatchColumn[], line: number) => void,
): AsyncGenerator<RawRow> {
  let shape = '';
  let columns: readonly BatchColumn[] = [];
  let line = 0;

  function toRowOf(text: string): RawRow {
    line += 1;
    if (text.trim() === '') return { ...flawed(line, undefined), isEmpty: true };
    const members = readMembers(text);
    if (!Array.isArray(members)) return flawed(line, { ...members, value: text });
    const names = members.map(({ name }) => name);
    const newShape = JSON.stringify(names);
    if (newShape !== shape) {
      shape = newShape;
      columns = columnsOf(names);
      onColumns(columns, line);
    }
    return toRow(members, columns, line);
  }

  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEW_LINE);
    if (end !== -1) {
      const text = Buffer.concat([rest, chunk.subarray(0, end)]).toString();
      for (const one of text.split('\n')) yield toRowOf(one);
      rest = Buffer.alloc(0);
    }
    rest = Buffer.concat([rest, chunk.subarray(end + 1)]);
    if (rest.length > RECORD_MAXIMUM_BYTES) {
      yield flawed(line + 1, { code: 'record_too_long', details: { maximumBytes: RECORD_MAXIMUM_BYTES } });
      return;
    }
  }
  if (rest.length > 0) yield toRowOf(rest.toString());
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
  columns.forEach(({ heading, meaning }, index) => {
    const member = members[index];
    if (member === undefined) return;
    const { name } = member;
    if (member.isNested && (meaning !== undefined || isTellingHeading(heading)))
      flaw ??= { code: 'nested_value', details: {}, column: name, value: member.text };
    if (meaning === undefined) return;
    const first = known.get(meaning);
    if (first !== undefined) {
      flaw ??= { code: 'doubled_column', details: { doubled: meaning, columns: [first.name, name] }, column: name };
    }
    known.set(meaning, member);
  });
  return {
    line,
    cell(column) {
      const member = known.get(column);
      return member === undefined ? NO_CELL : { heading: member.name, text: member.text };
    },
    cells: () => Object.fromEntries(columns.map(({ heading }, index) => [heading, members[index]?.text ?? ''])),
    hasNumericAmount: known.get('amount')?.isNumber === true,
    brokenColumns: columns.filter((_, index) => /[\r\n]/.test(members[index]?.text ?? '')),
    flaw,
  };
}

function flawed(line: number, flaw: RawRow['flaw']): RawRow {
  return { line, cell: () => NO_CELL, cells: () => ({}), flaw };
}
