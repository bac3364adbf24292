import type { BatchSummary } from '../../../payouts/files/batch-summary.ts';
import type { Preflight } from '../../../payouts/rules/preflight.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { Catalogue } from '../../text/translate.ts';
import { FORECAST_FIELDS, forecastRow } from '../forecast.ts';
import type { earlierNotices } from './earlier-rows.ts';
import type { warningNotices } from './warning-rows.ts';
import { noticeRow, problemRow } from './finding-row.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import type { PayoutFile } from './read-file.ts';
import type { RecipientRow } from './recipient-table.ts';

/** The choices of `--fields` for a check. Lists are chosen whole. */
export type CheckRow = ReturnType<typeof checkRow> & { readonly recipients?: readonly RecipientRow[] };

export const CHECK_FIELDS: Fields<CheckRow> = [
  ...ofKind('text', 'file', 'digest', 'encoding', 'format'),
  ...ofKind('count', 'rows', 'validRows', 'invalidRows'),
  { path: 'amount', kind: 'money' },
  { path: 'knownRun', kind: 'text' },
  { path: 'alreadyPaid.rows', kind: 'count' },
  { path: 'alreadyPaid.amount', kind: 'money' },
  { path: 'toPay.rows', kind: 'count' },
  { path: 'toPay.amount', kind: 'money' },
  ...ofKind('count', 'toPay.recipients', 'toPay.newRecipients'),
  { path: 'fees', kind: 'money' },
  ...FORECAST_FIELDS,
  ...ofKind('text', 'checks', 'problems', 'problemsOmitted', 'notices', 'recipients'),
];

/** Everything known about a file. Amounts are centavos; null when the service did not report them. */
export interface Checked {
  readonly file: PayoutFile;
  readonly summary: BatchSummary;
  readonly payable: Payable;
  readonly preflight: Preflight;
  /** The run in which this file was paid. */
  readonly knownRun: string | undefined;
}

export function checkRow(
  { file, summary, payable, preflight, knownRun }: Checked,
  text: Catalogue,
  ofRows: readonly (ReturnType<typeof earlierNotices> | ReturnType<typeof warningNotices>)[number][],
) {
  return {
    file: file.source,
    digest: summary.digest,
    encoding: summary.encoding ?? null,
    format: summary.format?.kind ?? null,
    rows: summary.rows,
    validRows: summary.validRows,
    invalidRows: summary.invalidRows,
    amount: summary.totals.sumCentavos,
    knownRun: knownRun ?? null,
    alreadyPaid: { rows: payable.alreadyPaid.payouts, amount: payable.alreadyPaid.amountCentavos },
    toPay: {
      rows: payable.totals.payouts,
      amount: payable.totals.sumCentavos,
      recipients: payable.recipients.keys,
      newRecipients: payable.recipients.newKeys ?? null,
    },
    fees: preflight.feesCentavos ?? null,
    ...forecastRow(preflight),
    checks: preflight.checks.map(({ name, verdict, neededCentavos, availableCentavos }) => ({
      check: name,
      verdict,
      needed: neededCentavos ?? null,
      available: availableCentavos ?? null,
    })),
    problems: file.problems.map((problem) => problemRow(problem, text)),
    problemsOmitted: summary.problems - file.problems.length,
    notices: [...file.notices.map((notice) => noticeRow(notice, text)), ...ofRows],
  };
}
