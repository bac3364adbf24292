import type {
  BatchNotice,
  BatchProblem,
  NoticeCode,
  NoticeDetails,
  ProblemCode,
  ProblemDetails,
} from '../../../payouts/files/batch-problem.ts';
import type { Screen } from '../../context/screen.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { cutToWidth, textWidth, wrapToWidth, singleLine } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';

/** A problem in machine formats. Only `message` depends on the language. */
export type ProblemRow = ReturnType<typeof problemRow>;

export const PROBLEM_FIELDS: Fields<ProblemRow> = [
  ...ofKind('ordinal', 'line', 'row'),
  ...ofKind('text', 'column', 'value', 'code', 'message', 'cell'),
];

/** Problems that a person sees at once. */
const SHOWN_MAXIMUM = 200;
/** A longer value is cut: a problem has one line where possible. */
const VALUE_COLUMNS = 24;

export function problemRow(problem: BatchProblem, text: Catalogue) {
  const { code, details } = problem;
  const message = wordsOf<ProblemDetails, ProblemCode>(text.payouts.problems, problem);
  return { ...placeOf(problem), code, message, details, ...cellOf(problem) };
}

export function noticeRow(notice: BatchNotice, text: Catalogue) {
  const message = wordsOf<NoticeDetails, NoticeCode>(text.payouts.notices, notice);
  return { ...placeOf(notice), code: notice.code, message, ...cellOf(notice) };
}

function wordsOf<Details, Code extends keyof Details>(
  texts: { readonly [Each in keyof Details]: (details: Details[Each]) => string },
  { code, details }: { readonly code: Code; readonly details: Details[Code] },
): string {
  return texts[code](details);
}

function placeOf({ line, row, column, value }: BatchProblem | BatchNotice) {
  return { line: line ?? null, row: row ?? null, column: column ?? null, value: value ?? null };
}

/** Only cells of a workbook have names. */
function cellOf({ cell }: BatchProblem | BatchNotice) {
  return cell === undefined ? {} : { cell };
}

/** What is paid out of sight, on another day than it is due, or not at all. */
const SAID_WITH_QUIET: ReadonlySet<NoticeCode> = new Set(['hidden_column', 'left_for_later', 'overdue', 'not_due_yet']);

/** Lines named in a message about several of them. */
const LINES_SHOWN = 5;

/**
 * The first problems, a line each where they fit: the value says which cell is meant, if its column does not fit.
 *
 * @param all their total number
 */
export function problemLines(
  problems: readonly BatchProblem[],
  all: number,
  { text, columns = Infinity }: { readonly text: Catalogue; readonly columns: number | undefined },
): string[] {
  const { lineNumber, moreProblems } = text.payouts;
  const shown = problems.slice(0, SHOWN_MAXIMUM).flatMap((problem) => {
    const { line, column, value, message, cell, code } = problemRow(problem, text);
    const typed = value === null || value === '' ? undefined : `"${cutToWidth(singleLine(value), VALUE_COLUMNS)}"`;
    const named = column === null ? undefined : singleLine(column);
    const place = cell ?? (line === null ? undefined : lineNumber(String(line)));
    const sentence = (...parts: readonly (string | undefined)[]) => {
      const where = parts.filter((part) => part !== undefined).join(', ');
      return where === '' ? message : `${where}: ${message}`;
    };
    const whole = sentence(place, [named, typed].filter((part) => part !== undefined).join(' ') || undefined);
    // In a remittance, a value is found by its columns alone.
    const isKept = code === 'remittance_field' || textWidth(whole) <= columns;
    return wrapToWidth(isKept ? whole : sentence(place, typed ?? named), columns);
  });
  const more = all - Math.min(problems.length, SHOWN_MAXIMUM);
  return more > 0 ? [...shown, moreProblems(more)] : shown;
}

/** Reports remarks on a file that can be paid: each remark once, with its lines. */
export function reportNotices({ text, notify, warn }: Screen, notices: readonly BatchNotice[]): void {
  const unused = notices.flatMap(({ code, column }) => (code === 'unknown_column' ? [column ?? ''] : []));
  if (unused.length > 0) notify(text.payouts.unusedColumns(unused));
  const linesOf = new Map<string, { readonly code: NoticeCode; readonly lines: number[] }>();
  for (const notice of notices) {
    if (notice.code === 'unknown_column') continue;
    const { code, line, column, message } = noticeRow(notice, text);
    const words = `${column === null ? '' : `${column}: `}${message}`;
    const said = linesOf.get(words) ?? { code, lines: [] };
    if (line !== null) said.lines.push(line);
    linesOf.set(words, said);
  }
  for (const [words, { code, lines }] of linesOf) {
    const say = SAID_WITH_QUIET.has(code) ? warn : notify;
    say(text.payouts.noticed(words, lines.slice(0, LINES_SHOWN), Math.max(0, lines.length - LINES_SHOWN)));
  }
}
