import { paymentSettledAt } from '../../../account/entry.ts';
import type { Payment } from '../../../client/answers.ts';
import type { Context } from '../../context/context.ts';
import { CHARGE_STATUS_WORDS } from '../../input/status.ts';
import { PAID_AT, PAYMENT_COLUMNS } from '../../output/lists/list-columns.ts';
import { listRows, type ListFlags } from '../../output/lists/list-rows.ts';
import type { Output } from '../../output/output.ts';

export async function run(context: Context, flags: ListFlags, output: Output<Payment>): Promise<void> {
  await listRows(context, flags, output, {
    name: 'payments',
    tableColumns: PAYMENT_COLUMNS,
    settledColumn: PAID_AT,
    statusWords: CHARGE_STATUS_WORDS,
    of: (client) => client.payments,
    settledAt: paymentSettledAt,
  });
}
