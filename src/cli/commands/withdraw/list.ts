import { withdrawal, WITHDRAWAL_STATUSES } from '../../../contract/withdrawal.ts';
import type { Context } from '../../context/context.ts';
import { WITHDRAWAL_COLUMNS } from '../../output/lists/list-columns.ts';
import { listRows, type ListFlags } from '../../output/lists/list-rows.ts';
import { documentedFields } from '../../output/documented-fields.ts';

/** `pix withdraw list` */
export async function run(context: Context, flags: ListFlags): Promise<void> {
  await listRows(context, flags, {
    name: 'withdraws',
    fields: documentedFields(withdrawal),
    tableColumns: WITHDRAWAL_COLUMNS,
    statuses: WITHDRAWAL_STATUSES,
    of: (client) => client.withdraws,
  });
}
