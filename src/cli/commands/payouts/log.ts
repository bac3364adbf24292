import type { Run } from '../../command/command.ts';
import type { AuditEntry } from '../../../payouts/approval/audit-log.ts';
import { firstWrongEntry } from '../../../payouts/journal/journal-facts.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import { withJournal } from '../../context/payouts/open-payouts.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import type { Catalogue } from '../../text/translate.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { paidFooter } from './run-sheet.ts';
import type { log } from './command.ts';

/** An entry in machine formats. Times are RFC 3339. */
type LogRow = ReturnType<typeof logRow>;

export const LOG_FIELDS: Fields<LogRow> = [
  { path: 'number', kind: 'ordinal' },
  { path: 'at', kind: 'time' },
  ...ofKind('text', 'act', 'run', 'user', 'host', 'details', 'hash'),
];

const COLUMNS: readonly TableColumn[] = [
  { path: 'number', kind: 'ordinal', rank: 3 },
  { path: 'at', kind: 'minute', rank: 1 },
  { path: 'did', kind: 'text' },
  { path: 'run', kind: 'text', rank: 4 },
  { path: 'user', kind: 'text', rank: 2, isEssential: true },
  { path: 'host', kind: 'text', rank: 6, least: 8 },
];

/** `pix payouts log [RUN]`: sends no request. @throws CommandError log_broken (exit 1) with `--verify` */
export const run: Run<typeof log, LogRow> = async (context, { runId, verify }, output) => {
  const { text, notify } = context.screen;
  const { approval } = text.payouts;
  await withJournal(context, async ({ journal }) => {
    const record = runId === undefined ? undefined : journal.run(runId);
    const isTable = output.isForPerson;
    const rows = [...journal.log.entries(runId)].map((entry) => {
      return isTable ? { ...logRow(entry), did: deedOf(entry, text) } : logRow(entry);
    });
    const envelope = (entries: readonly unknown[]) => ({ entries });
    // The log says what may have been sent at most; what was sent is what the payments became.
    const footer = (_rows: readonly LogRow[], style: HumanStyle) =>
      record === undefined ? '' : paidFooter(journal, record, style);
    await output.list({ batches: [rows], envelope, emptyMessage: approval.emptyLog, footer }, COLUMNS);
    if (verify !== true) return;
    const wrong = firstWrongEntry(journal);
    if (wrong !== undefined) {
      throw commandError(EXIT.failed, 'log_broken', approval.logBroken(wrong), { details: { entry: wrong } });
    }
    notify(approval.logWhole(journal.log.head()?.number ?? 0));
  });
};

function logRow({ number, at, act, runId, user, host, details, hash }: AuditEntry) {
  return { number, at: new Date(at).toISOString(), act, run: runId, user, host, details, hash };
}

/** `Approved: bruno`. The user has a column. */
function deedOf({ act, user, details }: AuditEntry, { payouts, statuses }: Catalogue): string {
  const acts: Readonly<Record<string, string>> = payouts.approval.acts;
  const word = acts[act] ?? act;
  const { by, line, version, payments, sumCentavos, state, reason } = details;
  const words: Readonly<Record<string, string>> = statuses.payout;
  const facts = [
    ...(typeof payments === 'number' ? [payouts.payments(payments)] : []),
    ...(typeof sumCentavos === 'number' ? [formatReais(centavos(sumCentavos))] : []),
    ...(typeof line === 'number' ? [payouts.approval.lineNumber(line)] : []),
    ...(typeof version === 'number' ? [payouts.approval.versionNumber(version)] : []),
    ...(typeof state === 'string' ? [words[state] ?? state] : []),
    ...(typeof by === 'string' && by !== user ? [by] : []),
    ...(typeof reason === 'string' ? [reason] : []),
  ];
  return facts.length === 0 ? word : `${word}: ${facts.join(', ')}`;
}
