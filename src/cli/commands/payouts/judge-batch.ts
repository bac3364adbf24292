import type { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import { hasNothingNew } from '../../../payouts/rules/batch-refusals.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { usageError, type CommandError } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import { createPalette } from '../../output/palette.ts';
import type { Output } from '../../output/output.ts';
import { reportEarlierRows, rewrittenReferences, unsettledRows } from './earlier-rows.ts';
import { problemTable, reportNotices } from './finding-row.ts';
import { fileFailure, takenReferences } from './judge-file.ts';
import { reportOpenReferences } from './unconfirmed-rows.ts';
import type { FileFlags, PayoutFile } from './read-file.ts';

export interface JudgedFlags extends FileFlags {
  readonly again?: boolean;
}

/** Reports what is wrong with a file. @throws CommandError when it may not be paid */
export async function assertFilePayable(
  screen: Screen,
  flags: JudgedFlags,
  { file, batch }: { readonly file: PayoutFile; readonly batch: StagedBatch },
  output: Pick<Output<unknown>, 'style'>,
): Promise<void> {
  reportNotices(screen, file.notices);
  const wrong = fileFailure(file, flags, screen.text);
  if (wrong !== undefined) {
    const { problems } = batch.summary;
    if (problems > 0 && wrong.code === 'rows_invalid') await reportProblems(screen, output, file);
    throw wrong;
  }
  if (flags.again === true) {
    batch.assertRepeatable();
    if (batch.fresh.totals.payouts === 0) throw usageError('nothing_to_pay', screen.text.payouts.nothingToPayAgain);
  }
}

/** Reports earlier runs that paid the same rows as a new file. @throws CommandError when they forbid it */
export function assertNew(screen: Screen, fresh: Payable, flags: JudgedFlags): void {
  reportOpenReferences(screen, fresh.open);
  reportEarlierRows(screen, fresh, flags);
  const wrong =
    takenReferences(screen, fresh, flags.onlyValid === true) ??
    rewrittenReferences(screen, fresh, flags) ??
    unsettledRows(screen, fresh) ??
    nothingNew(screen, fresh);
  if (wrong !== undefined) throw wrong;
}

/** @returns nothing_to_pay when every row may have been paid before; otherwise undefined */
export function nothingNew({ text }: Screen, payable: Payable): CommandError | undefined {
  return hasNothingNew(payable) ? usageError('nothing_to_pay', text.payouts.nothingNew) : undefined;
}

async function reportProblems(
  { warn }: Screen,
  output: Pick<Output<unknown>, 'style'>,
  { problems, reading }: PayoutFile,
): Promise<void> {
  const palette = await createPalette(false);
  const table = await problemTable(problems, reading.summary().problems, { ...(await output.style()), palette });
  for (const line of table.trimEnd().split('\n')) warn(line);
}
