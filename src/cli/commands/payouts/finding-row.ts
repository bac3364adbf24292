import type {
  BatchNotice,
  BatchProblem,
  NoticeCode,
  NoticeDetails,
  ProblemCode,
  ProblemDetails,
} from '../../../payouts/files/batch-problem.ts';
import type { Screen } from '../../context/screen.ts';
import type { Fields } from '../../output/fields.ts';
import { Table } from '../../output/table.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import type { Catalogue } from '../../text/translate.ts';

/** A problem in machine formats. Only `message` depends on the language. */
export type ProblemRow = ReturnType<typeof problemRow>;

export const PROBLEM_FIELDS: Fields<ProblemRow> = [
  { path: 'line', kind: 'ordinal' },
  { path: 'row', kind: 'ordinal' },
  { path: 'column', kind: 'text' },
  { path: 'value', kind: 'text' },
  { path: 'code', kind: 'text' },
  { path: 'message', kind: 'text' },
  { path: 'cell', kind: 'text' },
];

/** The columns for a person. */
const PROBLEM_TABLE_COLUMNS: readonly TableColumn[] = [
  { path: 'line', kind: 'ordinal' },
  { path: 'column', kind: 'text', rank: 0, least: 8 },
  { path: 'value', kind: 'text', rank: 1, least: 10 },
  { path: 'message', kind: 'text' },
];

/** Of a workbook, whose cells have names. */
const WORKBOOK_TABLE_COLUMNS = PROBLEM_TABLE_COLUMNS.toSpliced(1, 0, { path: 'cell', kind: 'text' });

/** Maximum number of lines in a table for a person. */
const SHOWN_MAXIMUM = 200;

export function problemRow(problem: BatchProblem, text: Catalogue) {
  const { line, row, column, value, code, details, cell } = problem;
  return {
    line: line ?? null,
    row: row ?? null,
    column: column ?? null,
    value: value ?? null,
    code,
    message: problemWords(text, problem),
    details,
    // Only cells of a workbook have names.
    ...(cell !== undefined && { cell }),
  };
}

function problemWords<Code extends ProblemCode>(
  { payouts }: Catalogue,
  { code, details }: { readonly code: Code; readonly details: ProblemDetails[Code] },
): string {
  return payouts.problems[code](details);
}

export function noticeRow(notice: BatchNotice, text: Catalogue) {
  const { line, row, column, value, code, cell } = notice;
  return {
    line: line ?? null,
    row: row ?? null,
    column: column ?? null,
    value: value ?? null,
    code,
    message: noticeWords(text, notice),
    ...(cell !== undefined && { cell }),
  };
}

function noticeWords<Code extends NoticeCode>(
  { payouts }: Catalogue,
  { code, details }: { readonly code: Code; readonly details: NoticeDetails[Code] },
): string {
  return payouts.notices[code](details);
}

/** Lines named in a message about several of them. */
const LINES_SHOWN = 5;

/** The first problems as a table. @param all their total number */
export async function problemTable(problems: readonly BatchProblem[], all: number, style: HumanStyle): Promise<string> {
  const rows = problems.slice(0, SHOWN_MAXIMUM).map((problem) => problemRow(problem, style.text));
  const columns = rows.some(({ cell }) => cell !== undefined) ? WORKBOOK_TABLE_COLUMNS : PROBLEM_TABLE_COLUMNS;
  const { lines } = await new Table(columns).add(rows, style);
  return all > rows.length ? `${lines}${style.text.payouts.moreProblems(all - rows.length)}\n` : lines;
}

/** Reports remarks on a file that can be paid: each remark once, with its lines. */
export function reportNotices({ text, notify, warn }: Screen, notices: readonly BatchNotice[]): void {
  const linesOf = new Map<string, { readonly code: NoticeCode; readonly lines: number[] }>();
  for (const { code, line, column, message } of notices.map((notice) => noticeRow(notice, text))) {
    const words = `${column === null ? '' : `${column}: `}${message}`;
    const said = linesOf.get(words) ?? { code, lines: [] };
    if (line !== null) said.lines.push(line);
    linesOf.set(words, said);
  }
  for (const [words, { code, lines }] of linesOf) {
    // What is paid out of sight is named with --quiet, too.
    const say = code === 'hidden_column' ? warn : notify;
    say(text.payouts.noticed(words, lines.slice(0, LINES_SHOWN), Math.max(0, lines.length - LINES_SHOWN)));
  }
}
