import type { CreatedWithdrawal, WithdrawalDetails } from '../../../client/answers.ts';
import { withdrawalDetails } from '../../../contract/withdrawal.ts';
import type { JournalReads } from '../../../payouts/journal/journal-reads.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { singleLine } from '../../output/control-characters.ts';
import { valueAt } from '../../output/fields.ts';
import { humanStatus, type HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { renderSheet } from '../../output/sheet.ts';
import { wrapToWidth } from '../../output/text-width.ts';

const WITHDRAWAL_FIELDS = documentedFields(withdrawalDetails);

/** The order of fields: the most important first. */
const ORDER = [
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
/** Fields of the end of a withdrawal, of which it has only some. */
const ENDINGS = ['failureReason', 'completedAt', 'failedAt'];

const NOT_OF_FAILED = ['sent', 'fee', 'value'];

/** The recipient, by the payout that made the withdrawal, or by an earlier payment to the key. */
export function nameFor({ id, pixKey }: ShownWithdrawal) {
  return (journal: JournalReads) => journal.claimantOf(id)?.name ?? journal.nameOf(pixKey ?? '');
}

/** A withdrawal as a sheet, with the fields of the response, and the recipient's name, if it is known. */
export function withdrawalSheet(withdrawal: object, style: HumanStyle, name?: string): string {
  const status = valueAt(withdrawal, 'status');
  const hasFailed = status === 'FAILED';
  const fields = ORDER.flatMap((path) => WITHDRAWAL_FIELDS.filter((field) => field.path === path)).filter(
    ({ path }) => {
      const value = valueAt(withdrawal, path);
      // The amount to send was returned with its fee.
      if (hasFailed && NOT_OF_FAILED.includes(path)) return false;
      return value !== undefined && (value !== null || !ENDINGS.includes(path));
    },
  );
  const value = valueAt(withdrawal, 'value');
  const named = name === undefined ? [] : [{ path: 'name', kind: 'text' } as const];
  if (!hasFailed) {
    // In the words of the plan.
    const shown = fields.map((field) => (field.path === 'value' ? { ...field, path: 'debited' } : field));
    return renderSheet({ ...withdrawal, name, debited: value }, [...named, ...shown], style);
  }
  const returned = { ...withdrawal, name, returned: value };
  const ending = fields.filter(({ path }) => path === 'status' || path === 'failureReason');
  const others = fields.filter((field) => !ending.includes(field));
  return renderSheet(returned, [...named, ...ending, { path: 'returned', kind: 'money' }, ...others], style);
}

/** A withdrawal with the fields that are always known. */
export type ShownWithdrawal = Pick<CreatedWithdrawal, 'id' | 'value'> & Partial<WithdrawalDetails>;

/** What became of a withdrawal that was just created, in the words of its plan, and where to see more. */
export function createdLines(withdrawal: ShownWithdrawal, { text, palette, columns = Infinity }: HumanStyle): string {
  const { id, status, sent, value } = withdrawal;
  const { plan, receipt, outcome } = text.withdraw;
  const isCompleted = status === 'COMPLETED';
  const word =
    status === null || status === undefined ? text.words.unknown : humanStatus(status, 'withdrawal', text, palette);
  const sum =
    status === 'FAILED'
      ? `${text.fields.returned} ${formatReais(value)}`
      : typeof sent === 'number'
        ? `${plan.arrives} ${formatReais(sent)}`
        : `${plan.leaves} ${formatReais(value)}`;
  return [
    `${isCompleted ? `${palette.good('✓')} ` : ''}${word} · ${sum}`,
    (isCompleted ? receipt : outcome)(singleLine(id)),
  ]
    .flatMap((line) => wrapToWidth(line, columns))
    .map((line) => `${line}\n`)
    .join('');
}
