import { payment, PAYMENT_STATUSES } from '../../../contract/payment.ts';
import type { Context } from '../../context/context.ts';
import { PAYMENT_COLUMNS } from '../../output/lists/list-columns.ts';
import { listRows, type ListFlags } from '../../output/lists/list-rows.ts';
import { documentedFields } from '../../output/documented-fields.ts';

/** `pix payments list` */
export async function run(context: Context, flags: ListFlags): Promise<void> {
  await listRows(context, flags, {
    name: 'payments',
    fields: documentedFields(payment),
    tableColumns: PAYMENT_COLUMNS,
    statuses: PAYMENT_STATUSES,
    of: (client) => client.payments,
  });
}
