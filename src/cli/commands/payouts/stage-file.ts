import { StagedBatch } from '../../../payouts/engine/staged-batch.ts';
import type { FeeRule } from '../../../payouts/files/batch-summary.ts';
import type { Context } from '../../context/context.ts';
import type { BoundPayouts } from '../../context/payouts/open-payouts.ts';
import { termsOf } from '../../context/payouts/permissions.ts';
import type { FileFlags, PayoutFile } from './read-file.ts';

/** Reads a file into the journal. Nothing of it can be sent yet; close the batch whatever comes next. */
export async function stageFile(
  { host }: Pick<Context, 'host'>,
  { journal, origin, account, pastWithdrawals }: BoundPayouts,
  { flags, file, feeRule }: { readonly flags: FileFlags; readonly file: PayoutFile; readonly feeRule: FeeRule },
): Promise<StagedBatch> {
  return StagedBatch.stage({
    journal,
    origin,
    account,
    source: file.source,
    reading: file.reading,
    coverFee: feeRule.coverFee,
    usesMarks: flags.mark !== false,
    resendsProvenAbsent: false,
    terms: termsOf(flags),
    past: await pastWithdrawals(account.newest.rows),
    nowMs: host.now(),
  });
}
