import { usageError } from '../../errors/command-error.ts';
import { PERMISSION_KINDS, type PermissionKind } from '../../../payouts/rules/permissions.ts';
import type { Catalogue } from '../../text/translate.ts';

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
