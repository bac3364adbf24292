import { payment, PAYMENT_STATUSES } from '../../../contract/payment.ts';
import type { Context } from '../../context.ts';
import { listRows, type ListFlags } from '../../list-rows.ts';
import { documentedFields } from '../../output/documented-fields.ts';

/** `pix payments list` */
export async function run(context: Context, flags: ListFlags): Promise<void> {
  await listRows(context, flags, {
    name: 'payments',
    fields: documentedFields(payment),
    tableColumns: ['createdAt', 'status', 'value', 'fee', 'netValue', 'description', 'id'],
    statuses: PAYMENT_STATUSES,
    open: async (query) => (await context.openClient(await context.settings())).payments.list(query),
  });
}
