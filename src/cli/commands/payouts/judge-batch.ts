import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import { failureOfRows, reportEarlierRows } from './earlier-rows.ts';
import { problemLines, reportNotices } from './finding-row.ts';
import { fileFailure, reportTakenReferences } from './judge-file.ts';
import { reportUnconfirmed } from './unconfirmed-rows.ts';
import type { FileFlags, PayoutFile } from './read-file.ts';

export interface JudgedFlags extends FileFlags {
  readonly again?: boolean;
}

/** Reports what is wrong with a file. @throws CommandError when it may not be paid */
export function assertFilePayable(
  screen: Screen,
  flags: JudgedFlags,
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
  if (flags.again === true) {
    batch.assertRepeatable();
    if (batch.fresh.totals.payouts === 0) throw usageError('nothing_to_pay', screen.text.payouts.nothingToPayAgain);
  }
}

/** Reports earlier runs that paid the same rows as a new file. @throws CommandError when they forbid it */
export function assertNew(screen: Screen, fresh: Payable, flags: JudgedFlags): void {
  reportUnconfirmed(screen, fresh.open);
  reportEarlierRows(screen, fresh, flags);
  reportTakenReferences(screen, fresh);
  const wrong = failureOfRows(screen, fresh, flags);
  if (wrong !== undefined) throw wrong;
}
