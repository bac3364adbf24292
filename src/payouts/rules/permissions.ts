import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/records.ts';
import { SeenCode, seenCodeOf } from '../seen-code.ts';
import type { PaidElsewhere } from './duplicates/duplicates.ts';
import { lastSentAt, type SentPayment } from './duplicates/sent-payment.ts';
import type { EarlierRules } from './duplicates/verdict.ts';
import type { Payable } from './payable.ts';

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
export const PERMISSION_KINDS = ['again', 'repeated', 'equal', 'reference', 'journal', 'absent'] as const;
export type PermissionKind = (typeof PERMISSION_KINDS)[number];

export interface Permissions {
  /** Whether anything of a kind is allowed: whether it is what was seen is only known once all of it was read. */
  names(kind: PermissionKind): boolean;
  /** @param code of what is there now */
  allows(kind: PermissionKind, code: string | undefined): boolean;
}

export interface Terms extends Permissions {
  /** Leaves out rows that are invalid, or that may have been paid before. */
  readonly onlyValid?: boolean | undefined;
  readonly digest?: string | undefined;
  /** Whether an option adds all fees on top, or takes them from the amounts. */
  readonly coverFee?: boolean | undefined;
}

/** Whether a kind of thing was accepted because a permission was given for others of it. */
export function isOverlooked(permissions: Permissions, kind: PermissionKind, code: string | undefined): boolean {
  return code !== undefined && permissions.names(kind) && !permissions.allows(kind, code);
}

/** What to do with rows that may have been paid before, as long as they are what was seen. */
export function namedRules(terms: Terms): EarlierRules {
  return {
    onlyValid: terms.onlyValid,
    newReferences: terms.names('reference'),
    payAgain: terms.names('repeated'),
    again: terms.names('again'),
  };
}

/** The same, now that the rows were read. */
export function grantedRules(payable: Payable, terms: Terms): EarlierRules {
  const named = namedRules(terms);
  return {
    ...named,
    newReferences: terms.allows('reference', payable.rewritten.code),
    payAgain: named.payAgain === true && questionsLeft(payable, terms).length === 0,
  };
}

/** What is paid once a person agrees to it, or an option has: rows that this account has paid, or another one. */
export type RepetitionQuestion =
  | { readonly about: 'paid_before'; readonly newest: SentPayment; readonly code: string | undefined }
  | { readonly about: 'paid_elsewhere'; readonly elsewhere: PaidElsewhere; readonly code: string };

/** Those of a new file, in the order in which they are asked. */
export function questionsOf(
  { elsewhere, repeated: { newest, code }, totals }: Payable,
  { onlyValid }: Pick<EarlierRules, 'onlyValid'>,
): readonly RepetitionQuestion[] {
  const questions: RepetitionQuestion[] = [];
  if (elsewhere !== undefined && totals.payouts > 0) {
    const { runId, sentAt, payouts, amountCentavos } = elsewhere;
    const facts = [runId, sentAt, payouts, amountCentavos, totals.payouts, totals.sumCentavos];
    questions.push({ about: 'paid_elsewhere', elsewhere, code: seenCodeOf('elsewhere', ...facts) });
  }
  if (newest !== undefined && onlyValid !== true) questions.push({ about: 'paid_before', newest, code });
  return questions;
}

/** A run whose payments are allowed to be made once more. */
interface RepeatedRun {
  readonly id: string;
  /** When it sent last. Milliseconds since the epoch. */
  readonly sentAt: number;
}

/**
 * What is not allowed yet of the rows that may be paid twice.
 *
 * @param repeated what it, and all before it, has paid may be paid again, but not what others have paid since
 */
export function questionsLeft(payable: Payable, terms: Terms, repeated?: RepeatedRun): readonly RepetitionQuestion[] {
  return questionsOf(payable, { onlyValid: terms.onlyValid }).filter((question) => {
    if (terms.allows('repeated', question.code)) return false;
    if (repeated === undefined) return true;
    return question.about === 'paid_before'
      ? question.newest.payout?.runId !== repeated.id
      : question.elsewhere.sentAt > repeated.sentAt;
  });
}

/** The run of the same file that is allowed to be repeated. */
export function repeatedRun(
  journal: Pick<Journal, 'run' | 'runOfDigest' | 'lastSentAt'>,
  permissions: Permissions,
  { digest, account }: Pick<RunRecord, 'digest' | 'account'>,
): RepeatedRun | undefined {
  const last = permissions.names('again') ? journal.runOfDigest(digest, account) : undefined;
  return last && { id: last.id, sentAt: lastSentAt(journal, last.id) };
}

/** Of paying the same payouts once more, after the last run of them. */
export function againCode({ id, digest }: RunRecord): string {
  return seenCodeOf('again', digest, id);
}

/** Of the rows of a run that are proven absent; undefined without any. */
export function absentCode(journal: Pick<Journal, 'payouts'>, runId: string): string | undefined {
  const code = new SeenCode();
  for (const { row, attempt } of journal.payouts(runId, { states: ['absent'] })) code.add(runId, row, attempt);
  return code.value();
}

/** The rows of a run that are proven absent, and may be sent again; undefined when those allowed are not those there now. */
export function resendsOf(
  journal: Pick<Journal, 'payouts'>,
  runId: string,
  permissions: Permissions,
): ReadonlySet<number> | undefined {
  const code = absentCode(journal, runId);
  if (code === undefined || !permissions.names('absent')) return new Set();
  if (!permissions.allows('absent', code)) return undefined;
  return new Set([...journal.payouts(runId, { states: ['absent'] })].map(({ row }) => row));
}
