import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import type { BatchSummary } from '../../../payouts/files/batch-summary.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import {
  againCode,
  grantedRules,
  isPermitted,
  namesPermission,
  notAllowed,
} from '../../context/payouts/permissions.ts';
import { failureOfRows, reportEarlierRows } from './earlier-rows.ts';
import { problemLines, reportNotices } from './finding-row.ts';
import { fileFailure, reportTakenReferences } from './judge-file.ts';
import { reportUnconfirmed } from './unconfirmed-rows.ts';
import type { FileFlags, PayoutFile } from './read-file.ts';

/** Reports what is wrong with a file. @throws CommandError when it may not be paid */
export function assertFilePayable(
  screen: Screen,
  journal: Journal,
  flags: FileFlags,
  { file, batch }: { readonly file: PayoutFile; readonly batch: StagedBatch },
): void {
  reportNotices(screen, file.notices);
  const wrong = fileFailure(file, flags, screen);
  if (wrong !== undefined) {
    const { problems } = batch.summary;
    if (wrong.code === 'rows_invalid') {
      for (const line of problemLines(file.problems, problems, { text: screen.text, columns: screen.messageColumns }))
        screen.warn(line);
    }
    throw wrong;
  }
  assertRepeatable(screen, journal, flags, batch.run, batch.fresh);
  if (!batch.isKnown && !batch.isSubmitted) assertNewNumber(screen, journal, flags, batch.summary, batch.run.account);
}

/** Of a remittance: names a number that goes backwards. @throws {PayoutError} `remittance_used` */
export function assertNewNumber(
  { text, warn }: Screen,
  journal: Journal,
  flags: FileFlags,
  { format }: BatchSummary,
  account: number,
): void {
  if (format?.kind !== 'cnab240' || format.number === undefined || namesPermission(flags, 'again')) return;
  const { number } = format;
  journal.staging.assertNewNumber(number, account);
  const newest = journal.staging.newestNumber(number.agreement, account);
  if (newest !== undefined && newest > number.number) warn(text.payouts.numberGoesBack(number.number, newest));
}

/** @throws what forbids to pay a file once more, where that is asked for */
export function assertRepeatable(
  { text }: Screen,
  journal: Journal,
  flags: FileFlags,
  { digest, account }: Pick<RunRecord, 'digest' | 'account'>,
  fresh: Payable,
): void {
  if (!namesPermission(flags, 'again')) return;
  journal.staging.assertRepeatable(digest, account);
  const last = journal.runOfDigest(digest, account);
  if (last === undefined || !isPermitted(flags, 'again', againCode(last))) throw notAllowed('again', text);
  if (fresh.totals.payouts === 0) throw usageError('nothing_to_pay', text.payouts.nothingToPayAgain);
}

/** Reports earlier runs that paid the same rows as a new file. @throws CommandError when they forbid it */
export function assertNew(screen: Screen, journal: Journal, fresh: Payable, flags: FileFlags): void {
  reportUnconfirmed(screen, journal, fresh.open);
  reportEarlierRows(screen, fresh, grantedRules(fresh, flags));
  reportTakenReferences(screen, fresh);
  const wrong = failureOfRows(screen, fresh, flags);
  if (wrong !== undefined) throw wrong;
}
