import { withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { Context } from '../../context.ts';
import { followStatus } from '../../follow-status.ts';
import { readId } from '../../input/id.ts';
import { lookUp } from '../../look-up.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields, valueAt, type Field } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { renderSheet } from '../../output/sheet.ts';
import { withdrawalFailed } from './withdrawal-failed.ts';

export interface GetFlags {
  readonly id: string;
  readonly wait?: boolean;
}

const FIELDS = documentedFields(withdrawalDetails);

/** What a person asks first comes first; of how it ended, what there is. */
const SHEET = [
  'status',
  'failureReason',
  'sent',
  'fee',
  'value',
  'pixKey',
  'pixKeyType',
  'createdAt',
  'completedAt',
  'failedAt',
  'updatedAt',
  'id',
  'transactionId',
  'correlationID',
];
const ENDINGS = ['failureReason', 'completedAt', 'failedAt'];

/** `pix withdraw get ID` */
export async function run(context: Context, flags: GetFlags): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, FIELDS, text);
  const id = readId(flags.id, text);
  const client = await context.openClient(await context.settings());
  const read = () => client.withdraws.get(id);
  let withdrawal = await lookUp('withdrawal', id, read(), text);
  if (flags.wait === true) {
    for await (const seen of followStatus(context, withdrawal, read, text.views.waitingForWithdrawal)) {
      withdrawal = seen;
    }
  }
  const fields = SHEET.flatMap((path) => FIELDS.filter((field) => field.path === path)).filter(
    ({ path }: Field) => !ENDINGS.includes(path) || (valueAt(withdrawal, path) ?? null) !== null,
  );
  await printThing(context, withdrawal, selection, (style) => renderSheet(withdrawal, fields, style));
  if (flags.wait === true && withdrawal.status === 'FAILED') {
    throw withdrawalFailed(withdrawal, text);
  }
}
