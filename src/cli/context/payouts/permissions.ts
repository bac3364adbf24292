import type { Journal } from '../../../payouts/journal/journal.ts';
import {
  resendsOf,
  type PermissionKind,
  type Permissions,
  type Terms,
  PERMISSION_KINDS,
} from '../../../payouts/rules/permissions.ts';
import { usageError, type CommandError } from '../../errors/command-error.ts';
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

/** Options of a command that something may be allowed to. */
export interface Allowing {
  readonly allow?: readonly Permission[];
}

/** What is typed to allow something. */
export function permissionWord(kind: PermissionKind, code: string | undefined): string {
  return `${kind}:${code ?? ''}`;
}

/** What a person has allowed after seeing it. */
export function permissionsOf({ allow: given = [] }: Allowing): Permissions {
  return {
    names: (kind) => given.some((permission) => permission.kind === kind),
    allows: (kind, code) => given.some((permission) => permission.kind === kind && permission.code === code),
  };
}

export function termsOf(flags: Allowing & Pick<Terms, 'onlyValid' | 'digest' | 'coverFee'>): Terms {
  const { onlyValid, digest, coverFee } = flags;
  return { onlyValid, digest, coverFee, ...permissionsOf(flags) };
}

/**
 * The rows of a run that are proven absent, and may be sent again.
 *
 * @throws CommandError not_allowed when they are not those that were seen
 */
export function permittedResends(
  journal: Pick<Journal, 'payouts'>,
  runId: string,
  flags: Allowing,
  text: Catalogue,
): ReadonlySet<number> {
  const resends = resendsOf(journal, runId, permissionsOf(flags));
  if (resends === undefined) throw notAllowed('absent', text);
  return resends;
}

/** What was allowed is not what is there now. The refusal without any permission shows that. */
export function notAllowed(kind: PermissionKind, { payouts }: Catalogue): CommandError {
  return usageError('not_allowed', payouts.notAllowed(`--allow ${kind}`));
}
