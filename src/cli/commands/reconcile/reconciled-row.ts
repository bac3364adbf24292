import { subtractCentavos, type Centavos } from '../../../pix/centavos.ts';
import type { Finding, FindingKind } from '../../../reconcile/reconcile.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { TableColumn } from '../../output/table-layout.ts';

/** A finding as it is reported: a promise to scripts. Amounts in centavos, days local. */
export type ReconciledRow = ReturnType<typeof reconciledRow>;

export const FIELDS: Fields<ReconciledRow> = [
  { path: 'finding', kind: 'status', statusOf: 'reconciliation' },
  ...ofKind('word', 'rule', 'reason'),
  { path: 'group', kind: 'ordinal' },
  { path: 'hereDay', kind: 'day' },
  { path: 'hereAmount', kind: 'money' },
  { path: 'thereDay', kind: 'day' },
  ...ofKind('money', 'thereAmount', 'difference'),
  ...ofKind('text', 'hereText', 'thereText'),
  { path: 'line', kind: 'ordinal' },
  ...ofKind('text', 'here', 'there'),
  { path: 'decision', kind: 'word' },
  { path: 'note', kind: 'text' },
];

/** A row as a person sees it: of the file where it is there, otherwise of the account. */
export function shownRow(row: ReconciledRow) {
  const { hereDay, thereDay, hereText, thereText } = row;
  const isOtherDay = thereDay !== null && hereDay !== thereDay;
  const text = [thereText, hereText].find(isWritten) ?? null;
  return { ...row, day: thereDay ?? hereDay, hereDay: isOtherDay ? hereDay : null, text };
}

const isWritten = (text: string | null) => text !== null && text !== '';

/** The file's side first. */
export const TABLE_COLUMNS: readonly TableColumn[] = [
  { path: 'finding', kind: 'status', statusOf: 'reconciliation' },
  { path: 'day', kind: 'day', rank: 2 },
  { path: 'thereAmount', kind: 'money', isEssential: true },
  { path: 'hereDay', kind: 'day', rank: 4, isExtra: true },
  { path: 'hereAmount', kind: 'money', isEssential: true },
  { path: 'text', kind: 'text', rank: 1, least: 12 },
  { path: 'line', kind: 'ordinal', rank: 3 },
  { path: 'group', kind: 'ordinal', rank: 5, isExtra: true },
  { path: 'reason', kind: 'word', rank: 6, isExtra: true },
  { path: 'here', kind: 'text', rank: 7, isShortId: true, isExtra: true },
];

/** Without what only decides whether a row is shown. */
export function reconciledRow(finding: Finding) {
  const { kind, rule, reason, group, here, there, unread, leftOut, decision } = finding;
  const line = there ?? unread ?? leftOut;
  return {
    finding: kind,
    rule,
    reason: unread?.flaw ?? leftOut?.form ?? reason,
    /** Rows with the same number could match in more than one way. */
    group,
    here: here?.key ?? null,
    hereDay: here?.day ?? null,
    hereAmount: here?.amount ?? null,
    there: there?.key ?? unread?.key ?? null,
    thereDay: line?.day ?? null,
    thereAmount: there?.amount ?? unread?.stated ?? leftOut?.amount ?? null,
    difference: differenceOf(here?.amount ?? unread?.expected, there?.amount ?? unread?.stated),
    hereText: here?.text ?? null,
    thereText: line?.text ?? null,
    /** In the file: the line of a table, or the number of the entry. */
    line: line?.line ?? null,
    decision: decision?.word ?? null,
    note: decision?.note ?? null,
  };
}

function differenceOf(expected: Centavos | undefined, stated: Centavos | undefined): Centavos | null {
  return expected === undefined || stated === undefined ? null : subtractCentavos(stated, expected);
}

const CLOSED: ReadonlySet<FindingKind> = new Set(['matched', 'decided', 'left_out']);

export function isOpen({ finding }: Pick<ReconciledRow, 'finding'>): boolean {
  return !CLOSED.has(finding);
}
