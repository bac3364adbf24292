import { type CreatedWithdrawal, type WithdrawalDetails, fieldsOf } from '../../../client/answers.ts';
import { withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { JournalReads } from '../../../payouts/journal/journal-reads.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { valueAt, type Field } from '../../output/fields.ts';
import { doneMark, humanStatus, type HumanStyle, failureWords, typedKey } from '../../output/human-value.ts';
import { refusalCodeIn } from '../../../pix/refusal-codes.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { filledSheet } from '../../output/sheet.ts';
import { wrappedLines, singleLine } from '../../output/text-width.ts';
import { CommandError, EXIT } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { PixClient } from '../../../client/client.ts';
import { listFailures } from '../../../client/list-source.ts';
import { withoutMarks } from '../../../payouts/rules/mark.ts';

const SHEET_FIELDS: readonly Field[] = [
  { path: 'name', kind: 'text' },
  ...documentedFields(withdrawalDetails),
  { path: 'description', kind: 'text' },
];

/** The order of fields: the most important first. */
const ORDER = [
  'name',
  'status',
  'failureReason',
  'sent',
  'fee',
  'value',
  'pixKey',
  'description',
  'createdAt',
  'completedAt',
  'failedAt',
  'updatedAt',
  'id',
  'transactionId',
  'correlationID',
];
const NOT_OF_FAILED = ['sent', 'fee'];

/** What the response does not say. */
interface Known {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** By the payout that made the withdrawal; the name also by an earlier payment to the key. */
export function knownOf({ id, pixKey }: ShownWithdrawal) {
  return (journal: JournalReads): Known => {
    const payout = journal.claimantOf(id);
    return { name: payout?.name ?? journal.nameOf(pixKey ?? ''), description: payout?.description };
  };
}

/** A withdrawal as a sheet, with the fields of the response, and what is known of it otherwise. */
export function withdrawalSheet(response: object, style: HumanStyle, known: Known = {}): string {
  const [pixKey, type] = ['pixKey', 'pixKeyType'].map((path) => textAt(response, path));
  const key = pixKey === undefined ? {} : { pixKey: typedKey(pixKey, type, style.text) };
  const withdrawal = { ...response, ...known, ...key };
  const [status, ...moments] = ['status', 'createdAt', 'completedAt', 'failedAt'].map((path) =>
    valueAt(response, path),
  );
  const hasFailed = status === 'FAILED';
  const fields = ORDER.flatMap((path) => SHEET_FIELDS.filter((field) => field.path === path)).filter(({ path }) => {
    const found = valueAt(withdrawal, path);
    // The amount to send was returned with its fee.
    if (hasFailed && NOT_OF_FAILED.includes(path)) return false;
    // Its beginning or its end is its last change.
    return path !== 'updatedAt' || !moments.includes(found);
  });
  // In the words of the plan.
  const label = hasFailed ? 'returned' : 'debited';
  const shown = fields.map((field) => (field.path === 'value' ? ({ ...field, label } as const) : field));
  return filledSheet(withdrawal, shown, style);
}

function textAt(data: object, path: string): string | undefined {
  const value = valueAt(data, path);
  return typeof value === 'string' ? value : undefined;
}

/** A withdrawal with the fields that are always known. */
export type ShownWithdrawal = Pick<CreatedWithdrawal, 'id' | 'value'> & Partial<WithdrawalDetails>;

/** What became of a withdrawal that was just created, in the words of its plan, and where to see more. */
export function createdLines(withdrawal: ShownWithdrawal, style: HumanStyle): string {
  const { text, palette, columns } = style;
  const { id, status, sent, value } = withdrawal;
  const { receipt, outcome } = text.withdraw;
  const isCompleted = status === 'COMPLETED';
  const word =
    status === null || status === undefined ? text.words.unknown : humanStatus(status, 'withdrawal', text, palette);
  const sum =
    status === 'FAILED'
      ? `${text.fields.returned} ${formatReais(value)}`
      : typeof sent === 'number'
        ? `${text.fields.sent} ${formatReais(sent)}`
        : `${text.fields.debited} ${formatReais(value)}`;
  const next = (isCompleted ? receipt : outcome)(singleLine(id));
  return wrappedLines([`${isCompleted ? doneMark(style) : ''}${word} · ${sum}`, next], columns);
}

/**
 * The error for a FAILED withdrawal: the reason, what to do, and that the money was returned.
 *
 * @param say adds the subject to the message when it is not obvious
 */
export function withdrawalFailed(
  { id, failureReason = null }: Pick<ShownWithdrawal, 'id' | 'failureReason'>,
  text: Catalogue,
  say = (message: string) => message,
): CommandError {
  const reason = failureReason === null ? text.words.unknown : failureWords(failureReason, text);
  const errorText = text.withdraw.failed(reason);
  const code = refusalCodeIn(failureReason ?? '');
  return new CommandError({
    ...errorText,
    message: say(errorText.message),
    ...(code !== undefined && { hint: text.payoutReasons.moneyIsBack(text.refusalCodes[code].advice) }),
    code: 'withdrawal_failed',
    exitCode: EXIT.failed,
    details: { id, failureReason },
  });
}

/** The specified look-up of a withdrawal has no description; the list has. */
export async function descriptionOf(
  { withdraws }: Pick<PixClient, 'withdraws'>,
  withdrawal: WithdrawalDetails,
  rowsMaximum: number,
): Promise<string | undefined> {
  const { id, createdAt, description } = fieldsOf(withdrawal);
  if (typeof description === 'string') return withoutMarks(description);
  try {
    for await (const row of withdraws.list({ maximum: rowsMaximum, fresh: true })) {
      if (row.id === id) return withoutMarks(row.description ?? '');
      if (Date.parse(row.createdAt ?? '') < Date.parse(String(createdAt))) return undefined;
    }
    return undefined;
  } catch (error) {
    if (listFailures.isOfService(error)) return undefined;
    throw error;
  }
}
