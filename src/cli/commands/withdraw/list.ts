import { withdrawalSettledAt } from '../../../account/entry.ts';
import type { Withdrawal } from '../../../client/answers.ts';
import { nameIn } from '../../../find/finding.ts';
import { withoutMarks } from '../../../payouts/rules/mark.ts';
import type { Context } from '../../context/context.ts';
import { holderNamesIn, ifReadableJournal } from '../../context/payouts/if-journal.ts';
import { WITHDRAWAL_STATUS_WORDS } from '../../input/status.ts';
import { WITHDRAWAL_COLUMNS } from '../../output/lists/list-columns.ts';
import { listRows, type ListFlags } from '../../output/lists/list-rows.ts';
import type { Output } from '../../output/output.ts';

export async function run(context: Context, flags: ListFlags, output: Output<Withdrawal>): Promise<void> {
  await listRows(context, flags, output, {
    name: 'withdraws',
    tableColumns: WITHDRAWAL_COLUMNS,
    statusWords: WITHDRAWAL_STATUS_WORDS,
    of: (client) => client.withdraws,
    settledAt: withdrawalSettledAt,
    async spoken(settings) {
      const names = await ifReadableJournal(context, settings, holderNamesIn);
      return (row) => {
        const { pixKey, description } = row;
        return {
          ...row,
          recipientName: nameIn(names, row) ?? pixKey,
          ...(typeof description === 'string' ? { description: withoutMarks(description) } : {}),
        };
      };
    },
  });
}
