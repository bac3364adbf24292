import { withdrawalSettledAt } from '../../../account/entry.ts';
import type { Withdrawal } from '../../../client/answers.ts';
import { nameIn } from '../../../find/finding.ts';
import { withoutMarks } from '../../../payouts/rules/mark.ts';
import type { Context } from '../../context/context.ts';
import { shownNames } from '../../context/payouts/if-journal.ts';
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
    // The amount of a FAILED one came back with its last change.
    settledAt: (row) => (row.status === 'FAILED' ? row.updatedAt : undefined) ?? withdrawalSettledAt(row),
    spoken(settings) {
      const namesOf = shownNames(context, settings);
      return async (rows) => {
        const names = await namesOf(rows);
        return rows.map((row) => {
          const { pixKey, description } = row;
          return {
            ...row,
            recipientName: nameIn(names, row) ?? pixKey,
            ...(typeof description === 'string' ? { description: withoutMarks(description) } : {}),
          };
        });
      };
    },
  });
}
