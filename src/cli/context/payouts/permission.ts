import { usageError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';

/**
 * What a person may allow after seeing it.
 *
 * - `again`: to pay the whole file once more
 * - `repeated`: rows that may repeat earlier payments
 * - `equal`: rows of the file with the same key and amount
 * - `reference`: references that may be others as a spreadsheet has rewritten them
 * - `journal`: that another journal has paid from the account, and none of these payments
 * - `absent`: to send again what is proven not to have been processed
 */
const PERMISSION_KINDS = ['again', 'repeated', 'equal', 'reference', 'journal', 'absent'] as const;
export type PermissionKind = (typeof PERMISSION_KINDS)[number];

/** `KIND:CODE`, as a refusal prints it. The code stands for what the refusal has shown. */
export interface Permission {
  readonly kind: PermissionKind;
  readonly code: string;
}

/** Reads a value of `--allow`. @throws CommandError invalid_permission */
export function readPermission(typed: string, name: string, { usage }: Catalogue): Permission {
  const [, word, code] = /^([a-z]+):([\da-f]{6})$/.exec(typed) ?? [];
  const kind = PERMISSION_KINDS.find((known) => known === word);
  if (kind === undefined || code === undefined) {
    throw usageError('invalid_permission', usage.invalidPermission(name, typed, PERMISSION_KINDS));
  }
  return { kind, code };
}
