import { NAMESPACES } from '../../../payouts/approval/statement.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { withJournal, runOfThisService } from '../../context/payouts/open-payouts.ts';
import { sign } from '../../context/signing.ts';
import { singleLine } from '../../output/control-characters.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import type { Output } from '../../output/output.ts';
import { labelledLines } from '../../output/sheet.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { announcePolicy } from './policy.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { reject } from './approval-commands.ts';

export type RejectFlags = OptionsOf<typeof reject>;

/** A rejected run in machine formats. Amounts are centavos. */
type RejectedRow = ReturnType<typeof rejectedRow>;

export const REJECTED_FIELDS: Fields<RejectedRow> = [
  ...ofKind('text', 'run', 'file'),
  { path: 'rows', kind: 'count' },
  { path: 'amount', kind: 'money' },
  ...ofKind('text', 'rejectedBy', 'reason'),
];

const REASON_CHARACTERS_MAXIMUM = 200;

/** `pix payouts reject RUN --reason TEXT`: withdraws a submitted run. Sends nothing. */
export async function run(
  context: Context,
  { runId, reason }: RejectFlags,
  output: Output<RejectedRow>,
): Promise<void> {
  const why = readReason(reason, context.screen);
  await withJournal(context, async (opened) => {
    const { policies, rejections } = opened.journal;
    const record = runOfThisService(opened, runId);
    const policy = policies.current();
    announcePolicy(context.screen, policy);
    const prepared = rejections.prepare(runId, why);
    const signature = policy === undefined ? null : await sign(context, NAMESPACES.rejection, prepared.statement);
    const person = rejections.reject(prepared, signature);
    const row = rejectedRow(record, person, why);
    await output.one(row, (style) => rejectedSheet(row, style));
    context.screen.notify(context.screen.text.payouts.rejection.rejected(runId, person));
  });
}

function readReason(typed: string | undefined, { text }: Screen): string {
  const reason = typed?.trim() ?? '';
  const { reasonRequired, invalidReason } = text.payouts.rejection;
  if (reason === '') throw usageError('reason_required', reasonRequired);
  if (reason.length <= REASON_CHARACTERS_MAXIMUM && !/\p{Cc}/u.test(reason)) return reason;
  throw usageError('invalid_reason', invalidReason(REASON_CHARACTERS_MAXIMUM));
}

function rejectedRow({ id, source, payouts, amountCentavos }: RunRecord, rejectedBy: string, reason: string) {
  return { run: id, file: source, rows: payouts, amount: amountCentavos, rejectedBy, reason };
}

function rejectedSheet({ run, file, rows, amount, rejectedBy, reason }: RejectedRow, style: HumanStyle): string {
  const { sheet, payments, rejection } = style.text.payouts;
  return labelledLines(
    [
      [sheet.run, run],
      [sheet.file, singleLine(file)],
      [sheet.all, `${payments(rows)} · ${formatReais(amount)}`],
      [rejection.labels.by, singleLine(rejectedBy)],
      [rejection.labels.reason, singleLine(reason)],
    ],
    style.palette,
    style.columns,
  );
}
