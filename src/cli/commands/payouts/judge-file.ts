import { usageError, type CommandError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import { problemRow } from './finding-row.ts';
import { refusalOfFile, type FileApproval } from '../../../payouts/rules/refusals.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import type { BatchProblem } from '../../../payouts/files/batch-problem.ts';
import { isOverlooked, notAllowed, permissionWord } from '../../context/payouts/permissions.ts';
import type { FileFlags, PayoutFile } from './read-file.ts';
import { otherHolderLine } from './unconfirmed-rows.ts';

/** Problems in the details of an error; `pix payouts check` lists all. */
const DETAILED_MAXIMUM = 100;

/**
 * Whether the file may be paid: all rows valid (or invalid ones left out on request), at least one row to pay, and the
 * digest of the approved file.
 *
 * @returns the reason if not: rows_invalid, nothing_to_pay, digest_differs or not_allowed
 */
export function fileFailure(
  file: PayoutFile,
  flags: FileApproval & Pick<FileFlags, 'allow' | 'due'>,
  screen: Screen,
): CommandError | undefined {
  const { text } = screen;
  const summary = file.reading.summary();
  const { equalCode, rewrittenCode } = summary;
  switch (refusalOfFile(summary, flags)) {
    case 'rows_invalid':
      return wrongRows(file, screen);
    case 'nothing_to_pay':
      return usageError(
        'nothing_to_pay',
        flags.due === undefined ? text.payouts.nothingToPay : text.payouts.nothingDue,
      );
    case 'digest_differs': {
      const { digest: expected = '' } = flags;
      const found = summary.digest;
      return usageError('digest_differs', text.payouts.digestDiffers(expected, found), { expected, found });
    }
    case undefined:
      if (isOverlooked('equal', equalCode, flags)) return notAllowed('equal', text);
      return isOverlooked('reference', rewrittenCode, flags) ? notAllowed('reference', text) : undefined;
  }
}

/** Warns of references that belong to other payments. */
export function reportTakenReferences({ text, warn }: Screen, { taken }: Payable): void {
  for (const { payout, holder } of taken.first) warn(otherHolderLine(payout, holder, text));
}

function wrongRows({ reading, problems }: PayoutFile, { text, format }: Screen): CommandError {
  const { rows, invalidRows, problems: count, equalCode, rewrittenCode } = reading.summary();
  const shown = problems.slice(0, DETAILED_MAXIMUM).map((problem) => problemRow(problem, text));
  const has = (found: BatchProblem['code']) => problems.some(({ code }) => code === found);
  const wrongFile = has('several_days') ? text.payouts.severalDays : text.payouts.fileWrong;
  const errorText = invalidRows === 0 ? wrongFile(shown[0]?.message ?? '') : text.payouts.rowsWrong(invalidRows, rows);
  const equal = has('duplicate_payout') ? permissionWord('equal', equalCode) : undefined;
  const rewritten = has('rewritten_reference') ? permissionWord('reference', rewrittenCode) : undefined;
  // The problems are listed above: a person needs one line more.
  const isListed = format === 'table' && invalidRows > 0;
  const message = isListed ? text.payouts.rowsListed(errorText.message) : errorText.message;
  const hints = [
    ...(isListed ? [] : [errorText.hint]),
    ...(equal === undefined ? [] : [text.payouts.equalHint(equal)]),
    ...(rewritten === undefined ? [] : [text.payouts.rewrittenHint(rewritten)]),
  ];
  const hint = hints.length === 0 ? {} : { hint: hints.join('; ') };
  const details = {
    invalidRows,
    rows,
    problems: shown,
    problemsOmitted: count - shown.length,
    allow: equal ?? rewritten,
  };
  return usageError('rows_invalid', { message, ...hint }, details);
}
