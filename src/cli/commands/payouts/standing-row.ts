import type { Standing } from '../../../payouts/approval/approvals.ts';
import { singleLine } from '../../output/control-characters.ts';
import { formatMoment } from '../../output/dates.ts';
import type { Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { labelledLines } from '../../output/sheet.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import type { RecipientRow } from './recipient-table.ts';

/** A submitted run in machine formats. Amounts are centavos, times RFC 3339. */
export type StandingRow = ReturnType<typeof standingRow> & { readonly recipients?: readonly RecipientRow[] };

export const STANDING_FIELDS: Fields<StandingRow> = [
  { path: 'run', kind: 'text' },
  { path: 'file', kind: 'text' },
  { path: 'service', kind: 'text' },
  { path: 'digest', kind: 'text' },
  { path: 'rowsDigest', kind: 'text' },
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'text' },
  { path: 'submittedAt', kind: 'time' },
  { path: 'user', kind: 'text' },
  { path: 'host', kind: 'text' },
  { path: 'submitters', kind: 'text' },
  { path: 'needed', kind: 'count' },
  { path: 'approvers', kind: 'text' },
  { path: 'missing', kind: 'count' },
  { path: 'expiresAt', kind: 'time' },
  { path: 'recipients', kind: 'text' },
];

export const STANDING_COLUMNS: readonly TableColumn[] = [
  { path: 'submittedAt', kind: 'minute', rank: 2 },
  { path: 'run', kind: 'text' },
  { path: 'file', kind: 'text', rank: 1, least: 12 },
  { path: 'rows', kind: 'count', rank: 3 },
  { path: 'amount', kind: 'money', rank: 0 },
  { path: 'user', kind: 'text', rank: 4 },
  { path: 'needed', kind: 'count', rank: 5 },
  { path: 'missing', kind: 'count', rank: 0 },
];

export function standingRow({ run, submission, submitters, needed, approvers, missing, expiresAt }: Standing) {
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
    submitters,
    needed,
    approvers,
    missing,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

/** How a submitted run stands, for a person. */
export function standingSheet(standing: Standing, { text, language, palette, columns }: HumanStyle): string {
  const { run, submission, submitters, needed, approvers, missing, expiresAt } = standing;
  const { sheet, payments, approval } = text.payouts;
  const labels = approval.labels;
  const moment = (ms: number) => formatMoment(new Date(ms).toISOString(), language);
  const machine = singleLine(`${submission.user}@${submission.host}`);
  const by = submitters.length === 0 ? machine : `${submitters.join(', ')} (${machine})`;
  const given = needed === 0 ? approval.noneNeeded : approval.given(needed - missing, needed, approvers);
  return labelledLines(
    [
      [sheet.run, run.id],
      [sheet.file, singleLine(run.source)],
      [sheet.at, run.origin],
      [sheet.digest, run.digest],
      [sheet.all, `${payments(run.payouts)} · ${formatReais(run.amountCentavos)}`],
      [labels.submitted, `${moment(submission.at)}, ${by}`],
      [labels.approvals, given],
      ...(expiresAt === null ? [] : [[labels.expires, moment(expiresAt)] as const]),
    ],
    palette,
    columns,
  );
}
