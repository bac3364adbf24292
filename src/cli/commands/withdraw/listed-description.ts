import { fieldsOf, type WithdrawalDetails } from '../../../client/answers.ts';
import type { PixClient } from '../../../client/client.ts';
import { listFailures } from '../../../client/list-source.ts';
import { uncachedLimit } from '../../../contract/limits.ts';
import { withoutMarks } from '../../../payouts/rules/mark.ts';
import type { Context } from '../../context/context.ts';

/** The specified look-up of a withdrawal has no description; the list has. */
export async function descriptionOf(
  { host }: Context,
  { withdraws }: Pick<PixClient, 'withdraws'>,
  withdrawal: WithdrawalDetails,
  rowsMaximum: number,
): Promise<string | undefined> {
  const { id, createdAt, description } = fieldsOf(withdrawal);
  if (typeof description === 'string') return withoutMarks(description);
  try {
    for await (const row of withdraws.list({ maximum: rowsMaximum, firstLimit: uncachedLimit(host.now()) })) {
      if (row.id === id) return withoutMarks(row.description ?? '');
      if (Date.parse(row.createdAt ?? '') < Date.parse(String(createdAt))) return undefined;
    }
    return undefined;
  } catch (error) {
    if (listFailures.isOfService(error)) return undefined;
    throw error;
  }
}
