import type { Standing } from '../../../payouts/approval/approvals.ts';
import { singleLine } from '../../output/control-characters.ts';
import { formatIsoDay, formatMoment } from '../../output/dates.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { labelledLines } from '../../output/sheet.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import type { RecipientRow } from './recipient-table.ts';
import type { warningNotices } from './warning-rows.ts';

/** A submitted run in machine formats. Amounts are centavos, times RFC 3339. */
export type StandingRow = ReturnType<typeof standingRow> & {
  readonly recipients?: readonly RecipientRow[];
  readonly notices?: ReturnType<typeof warningNotices>;
};

export const STANDING_FIELDS: Fields<StandingRow> = [
  ...ofKind('text', 'run', 'file', 'service', 'digest', 'rowsDigest'),
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'text' },
  { path: 'submittedAt', kind: 'time' },
  ...ofKind('text', 'user', 'host', 'submitter', 'submitters'),
  { path: 'needed', kind: 'count' },
  { path: 'approvers', kind: 'text' },
  { path: 'missing', kind: 'count' },
  { path: 'expiresAt', kind: 'time' },
  ...ofKind('text', 'recipients', 'notices'),
  { path: 'dueOn', kind: 'day' },
];

export const STANDING_COLUMNS: readonly TableColumn[] = [
  { path: 'submittedAt', kind: 'minute', rank: 2 },
  { path: 'run', kind: 'text' },
  { path: 'file', kind: 'text', rank: 1, least: 12 },
  { path: 'rows', kind: 'count', rank: 4 },
  { path: 'amount', kind: 'money', rank: 0 },
  { path: 'submitter', kind: 'text', rank: 3 },
  { path: 'needed', kind: 'count', rank: 5 },
  { path: 'missing', kind: 'count' },
];

export function standingRow(standing: Standing) {
  const { run, submission, submitters, needed, approvers, missing, expiresAt } = standing;
  return {
    run: run.id,
    file: run.source,
    service: run.origin,
    digest: run.digest,
    rowsDigest: submission.rowsDigest,
    rows: run.payouts,
    amount: run.amountCentavos,
    coverFee: run.coverFee,
    submittedAt: new Date(submission.at).toISOString(),
    user: submission.user,
    host: submission.host,
    submitter: submitterOf(standing),
    submitters,
    needed,
    approvers,
    missing,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    dueOn: run.dueOn,
  };
}

/** The people who have signed the submission; without a signature, the user and the machine. */
function submitterOf({ submitters, submission }: Pick<Standing, 'submitters' | 'submission'>): string {
  return submitters.length === 0 ? singleLine(`${submission.user}@${submission.host}`) : submitters.join(', ');
}

/** How a submitted run stands, for a person. */
export function standingSheet(standing: Standing, { text, language, palette, columns }: HumanStyle): string {
  const { run, submission, needed, approvers, missing, expiresAt } = standing;
  const { sheet, payments, approval } = text.payouts;
  const labels = approval.labels;
  const moment = (ms: number) => formatMoment(new Date(ms).toISOString(), language);
  const by = submitterOf(standing);
  const machine = singleLine(`${submission.user}@${submission.host}`);
  const given = needed === 0 ? approval.noneNeeded : approval.given(needed - missing, needed, approvers);
  return labelledLines(
    [
      [sheet.run, run.id],
      [sheet.file, singleLine(run.source)],
      [sheet.at, run.origin],
      [sheet.all, `${payments(run.payouts)} · ${formatReais(run.amountCentavos)}`],
      [labels.submitted, `${moment(submission.at)}, ${by === machine ? by : `${by} (${machine})`}`],
      [labels.approvals, given],
      ...(run.dueOn === null ? [] : [[text.fields.dueOn, formatIsoDay(run.dueOn, language)] as const]),
      ...(expiresAt === null ? [] : [[labels.expires, moment(expiresAt)] as const]),
    ],
    palette,
    columns,
  );
}
