import type { z } from 'zod';
import type { levers } from '../../contract/lever.ts';
import type { Field } from '../output/fields.ts';
import type { Slot } from './source.ts';

type Fields = readonly Field[];
type FieldsOf = (given: Slot['given']) => Promise<Fields>;

const documented = async (schema: z.core.SomeType): Promise<Fields> =>
  (await import('../output/documented-fields.ts')).documentedFields(schema);

const ofLever =
  (name: Exclude<keyof typeof levers, 'snapshot'>): FieldsOf =>
  async () =>
    documented((await import('../../contract/lever.ts')).levers[name].data);

const ofExport =
  (kind: 'payments' | 'withdraws' | 'statement'): FieldsOf =>
  async () =>
    (await import('../commands/export/export-kind.ts')).exportFields(kind);

const profile: FieldsOf = async () => (await import('../commands/auth/profile-fields.ts')).PROFILE_FIELDS;
const key: FieldsOf = async () => (await import('../commands/keys/key-row.ts')).KEY_FIELDS;
const behaviour: FieldsOf = async () => (await import('../commands/mock/account/sheet.ts')).BEHAVIOUR_FIELDS;
const fault: FieldsOf = async () => (await import('../commands/mock/faults/fault-fields.ts')).FAULT_FIELDS;

/** What `--fields` takes, by the path of the command. */
const BY_COMMAND: Readonly<Record<string, FieldsOf>> = {
  'auth login': profile,
  'auth status': profile,
  'auth switch': profile,
  'auth logout': profile,
  'keys add': key,
  'keys list': key,
  'keys remove': key,
  'keys move': key,
  'keys check': async () => (await import('../commands/keys/check.ts')).FIELDS,
  find: async () => (await import('../commands/find/match-fields.ts')).MATCH_FIELDS,
  sync: async () => (await import('../commands/sync/run.ts')).FIELDS,
  'export payments': ofExport('payments'),
  'export withdraws': ofExport('withdraws'),
  'export statement': ofExport('statement'),
  doctor: async () => (await import('../commands/doctor/run.ts')).FIELDS,
  'mock activate': ofLever('activatePayment'),
  'mock pay': ofLever('payPayment'),
  'mock expire': ofLever('expirePayment'),
  'mock settle': ofLever('settleWithdrawal'),
  'mock fail': ofLever('failWithdrawal'),
  'mock deposit': ofLever('deposit'),
  'mock dispute open': ofLever('openDispute'),
  'mock dispute accept': ofLever('acceptDispute'),
  'mock dispute refuse': ofLever('refuseDispute'),
  'mock account show': behaviour,
  'mock account set': behaviour,
  'mock inbox': async () =>
    documented((await import('../../contract/lever.ts')).levers.inbox.data.shape.messages.element),
  'mock advance': ofLever('advanceClock'),
  'mock faults add': fault,
  'mock faults list': fault,
  'mock faults clear': fault,
  'mock requests': async () => (await import('../commands/mock/requests.ts')).FIELDS,
  'mock verify': async () => (await import('../commands/mock/verify.ts')).FIELDS,
  'mock snapshot': async () => (await import('../commands/mock/snapshot.ts')).FIELDS,
  'mock restore': ofLever('restore'),
  'mock reset': ofLever('reset'),
};

/** The fields of a command that does not declare them itself. */
export async function fieldsByPath(path: string, given: Slot['given']): Promise<Fields> {
  return (await BY_COMMAND[path]?.(given)) ?? [];
}
