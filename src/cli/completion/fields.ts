import type { Field } from '../output/fields.ts';
import type { Slot } from './source.ts';

type Fields = readonly Field[];
type FieldsOf = (given: Slot['given']) => Promise<Fields>;

const ofExport =
  (kind: 'payments' | 'withdraws' | 'statement'): FieldsOf =>
  async () =>
    (await import('../commands/export/export-kind.ts')).exportFields(kind);

/** What `--fields` takes, by the path of the command. */
const BY_COMMAND: Readonly<Record<string, FieldsOf>> = {
  'export payments': ofExport('payments'),
  'export withdraws': ofExport('withdraws'),
  'export statement': ofExport('statement'),
};

/** The fields of a command that does not declare them itself. */
export async function fieldsByPath(path: string, given: Slot['given']): Promise<Fields> {
  return (await BY_COMMAND[path]?.(given)) ?? [];
}
