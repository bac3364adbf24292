import { usageError, type CommandError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import { problemRow } from './finding-row.ts';
import { refusalOfFile, type FileApproval } from '../../../payouts/rules/refusals.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import type { PayoutFile } from './read-file.ts';
import { otherHolderLine } from './unconfirmed-rows.ts';

/** Problems in the details of an error; `pix payouts check` lists all. */
const DETAILED_MAXIMUM = 100;

/**
 * Whether the file may be paid: all rows valid (or invalid ones left out on request), at least one row to pay, and the
 * digest of the approved file.
 *
 * @returns the reason if not: rows_invalid, nothing_to_pay or digest_differs
 */
export function fileFailure(file: PayoutFile, approval: FileApproval, screen: Screen): CommandError | undefined {
  const { text } = screen;
  const summary = file.reading.summary();
  switch (refusalOfFile(summary, approval)) {
    case 'rows_invalid':
      return wrongRows(file, screen);
    case 'nothing_to_pay':
      return usageError('nothing_to_pay', text.payouts.nothingToPay);
    case 'digest_differs': {
      const { digest: expected = '' } = approval;
      const found = summary.digest;
      return usageError('digest_differs', text.payouts.digestDiffers(expected, found), { expected, found });
    }
    case undefined:
      return undefined;
  }
}

/** Warns of references that belong to other payments. */
export function reportTakenReferences({ text, warn }: Screen, { taken }: Payable): void {
  for (const { payout, holder } of taken.first) warn(otherHolderLine(payout, holder, text));
}

function wrongRows({ reading, problems }: PayoutFile, { text, format }: Screen): CommandError {
  const { rows, invalidRows, problems: count } = reading.summary();
  const shown = problems.slice(0, DETAILED_MAXIMUM).map((problem) => problemRow(problem, text));
  const errorText =
    invalidRows === 0 ? text.payouts.fileWrong(shown[0]?.message ?? '') : text.payouts.rowsWrong(invalidRows, rows);
  const doubled = problems.find(({ code }) => code === 'duplicate_payout');
  const hasRewritten = problems.some(({ code }) => code === 'rewritten_reference');
  // The problems are listed above: a person needs one line more.
  const isListed = format === 'table' && invalidRows > 0;
  const message = isListed ? text.payouts.rowsListed(errorText.message) : errorText.message;
  const hints = [
    ...(isListed ? [] : [errorText.hint]),
    ...(doubled === undefined ? [] : [text.payouts.duplicatesHint(String(doubled.row), String(doubled.line))]),
    ...(hasRewritten ? [text.payouts.newReferencesHint] : []),
  ];
  const hint = hints.length === 0 ? {} : { hint: hints.join('; ') };
  const details = { invalidRows, rows, problems: shown, problemsOmitted: count - shown.length };
  return usageError('rows_invalid', { message, ...hint }, details);
}
