import type { z } from 'zod';
import type { Field } from '../output/fields.ts';
import type { Slot } from './source.ts';

type Fields = readonly Field[];
type FieldsOf = (given: Slot['given']) => Promise<Fields>;

const documented = async (schema: z.core.SomeType): Promise<Fields> =>
  (await import('../output/documented-fields.ts')).documentedFields(schema);

const ofWithdrawals =
  (name: 'withdrawal' | 'withdrawalDetails'): FieldsOf =>
  async () =>
    documented((await import('../../contract/withdrawal.ts'))[name]);

const ofExport =
  (kind: 'payments' | 'withdraws' | 'statement'): FieldsOf =>
  async () =>
    (await import('../commands/export/export-kind.ts')).exportFields(kind);

const run: FieldsOf = async () => (await import('../commands/payouts/run-row.ts')).RUN_FIELDS;
const payout: FieldsOf = async () => (await import('../commands/payouts/payout-row.ts')).PAYOUT_FIELDS;

/** Formats of many lines hold the problems of a file; the others what was found out about it. */
const check: FieldsOf = async (given) =>
  ['csv', 'tsv', 'ndjson'].includes(given.get('output')?.toLowerCase() ?? '')
    ? (await import('../commands/payouts/finding-row.ts')).PROBLEM_FIELDS
    : (await import('../commands/payouts/check-row.ts')).CHECK_FIELDS;

const createWithdrawal: FieldsOf = async (given) => {
  if (given.has('dryRun')) return (await import('../commands/withdraw/plan-fields.ts')).PLAN_FIELDS;
  const { createdWithdrawal, withdrawalDetails } = await import('../../contract/withdrawal.ts');
  return documented(given.has('wait') ? withdrawalDetails : createdWithdrawal);
};

/** What `--fields` takes, by the path of the command. */
const BY_COMMAND: Readonly<Record<string, FieldsOf>> = {
  'withdraw get': ofWithdrawals('withdrawalDetails'),
  'withdraw receipt': ofWithdrawals('withdrawalDetails'),
  'withdraw create': createWithdrawal,
  'withdraw request-code': async () =>
    documented((await import('../../contract/withdrawal.ts')).transferCodeAnswer.shape.data),
  'payouts check': check,
  'payouts run': run,
  'payouts resume': run,
  'payouts status': run,
  'payouts list': run,
  'payouts report': payout,
  'payouts resolve': payout,
  'export payments': ofExport('payments'),
  'export withdraws': ofExport('withdraws'),
  'export statement': ofExport('statement'),
};

/** The fields of a command that does not declare them itself. */
export async function fieldsByPath(path: string, given: Slot['given']): Promise<Fields> {
  return (await BY_COMMAND[path]?.(given)) ?? [];
}
