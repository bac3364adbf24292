import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import type { EarlierRules } from '../../../payouts/rules/duplicates/verdict.ts';
import type { Payable } from '../../../payouts/rules/payable.ts';
import { questionsOf, type RepetitionQuestion } from '../../../payouts/rules/refusals.ts';
import { repetitionCode } from '../../../payouts/rules/duplicates/sent-payment.ts';
import { SeenCode, seenCodeOf } from '../../../payouts/seen-code.ts';
import type { Permission, PermissionKind } from './permission.ts';
import { usageError, type CommandError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';

/** Options of a command that something may be allowed to. */
export interface Allowing {
  readonly allow?: readonly Permission[];
}

/** What is typed to allow something. */
export function permissionWord(kind: PermissionKind, code: string | undefined): string {
  return `${kind}:${code ?? ''}`;
}

/** Whether anything of a kind is allowed: whether it is what was seen is only known once all of it was read. */
export function namesPermission({ allow: given = [] }: Allowing, kind: PermissionKind): boolean {
  return given.some((permission) => permission.kind === kind);
}

export function isPermitted({ allow: given = [] }: Allowing, kind: PermissionKind, code: string | undefined): boolean {
  return given.some((permission) => permission.kind === kind && permission.code === code);
}

/** Whether a kind of thing was accepted because a permission was given for others of it. */
export function isOverlooked(kind: PermissionKind, code: string | undefined, flags: Allowing): boolean {
  return code !== undefined && namesPermission(flags, kind) && !isPermitted(flags, kind, code);
}

/** What to do with rows that may have been paid before, as long as they are what was seen. */
export function namedRules(flags: Allowing & { readonly onlyValid?: boolean }): EarlierRules {
  return {
    onlyValid: flags.onlyValid,
    newReferences: namesPermission(flags, 'reference'),
    payAgain: namesPermission(flags, 'repeated'),
    again: namesPermission(flags, 'again'),
  };
}

/** The same, now that the rows were read. */
export function grantedRules(payable: Payable, flags: Allowing & { readonly onlyValid?: boolean }): EarlierRules {
  const named = namedRules(flags);
  return {
    ...named,
    newReferences: isPermitted(flags, 'reference', payable.rewritten.code),
    payAgain: named.payAgain === true && questionsLeft(payable, flags).length === 0,
  };
}

/** A run whose payments are allowed to be made once more. */
export interface RepeatedRun {
  readonly id: string;
  /** When it sent last. Milliseconds since the epoch. */
  readonly sentAt: number;
}

/**
 * What is not allowed yet of the rows that may be paid twice.
 *
 * @param repeated what it, and all before it, has paid may be paid again, but not what others have paid since
 */
export function questionsLeft(
  payable: Payable,
  flags: Allowing & { readonly onlyValid?: boolean },
  repeated?: RepeatedRun,
): readonly RepetitionQuestion[] {
  return questionsOf(payable, { onlyValid: flags.onlyValid }).filter((question) => {
    if (isPermitted(flags, 'repeated', question.code)) return false;
    if (repeated === undefined) return true;
    return question.about === 'paid_before'
      ? question.newest.payout?.runId !== repeated.id
      : question.elsewhere.sentAt > repeated.sentAt;
  });
}

/** Of paying the same payouts once more, after the last run of them. */
export function againCode({ id, digest }: RunRecord): string {
  return seenCodeOf('again', digest, id);
}

/** Whether one payment may be sent although an earlier one is like it. */
export function isRepetitionPermitted(
  order: Parameters<typeof repetitionCode>[0],
  earlier: Parameters<typeof repetitionCode>[1],
  flags: Allowing,
): boolean {
  return isPermitted(flags, 'repeated', repetitionCode(order, earlier));
}

/**
 * The rows of a run that are proven absent, and may be sent again.
 *
 * @throws CommandError not_allowed when they are not those that were seen
 */
export function resendsOf(
  journal: Pick<Journal, 'payouts'>,
  runId: string,
  flags: Allowing,
  text: Catalogue,
): ReadonlySet<number> {
  const code = absentCode(journal, runId);
  if (code === undefined || !namesPermission(flags, 'absent')) return new Set();
  if (!isPermitted(flags, 'absent', code)) throw notAllowed('absent', text);
  return new Set([...journal.payouts(runId, { states: ['absent'] })].map(({ row }) => row));
}

/** Of the rows of a run that are proven absent; undefined without any. */
export function absentCode(journal: Pick<Journal, 'payouts'>, runId: string): string | undefined {
  const code = new SeenCode();
  for (const { row, attempt } of journal.payouts(runId, { states: ['absent'] })) code.add(runId, row, attempt);
  return code.value();
}

/** What was allowed is not what is there now. The refusal without any permission shows that. */
export function notAllowed(kind: PermissionKind, { payouts }: Catalogue): CommandError {
  return usageError('not_allowed', payouts.notAllowed(`--allow ${kind}`));
}
