import type { Run } from '../../command/command.ts';
import { argumentName } from '../../command/options.ts';
import { runsOf, sizeOf, workersOf, firstWrongEntry } from '../../../payouts/journal/journal-facts.ts';
import {
  JournalNotEmptyError,
  moveToDatabase,
  moveToFolder,
  type Moved,
} from '../../../payouts/journal/move-journal.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import type { Context } from '../../context/context.ts';
import { withJournal, guardingOpening, journalSource, type OpenJournal } from '../../context/payouts/open-payouts.ts';
import type { Output } from '../../output/output.ts';
import { isJournalAddress, shownLocation } from '../../../payouts/journal/journal-location.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import { confirm } from '../../context/prompts.ts';
import { openStatesFolder } from '../../context/state-folder.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { move, exported, log } from './command.ts';
import { JOURNAL_TABLES, rowsOf } from '../../../payouts/journal/journal-tables.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { assertReplaceable, refuseOtherForms, writeDocument } from '../../output/write-output.ts';
import type { AuditEntry } from '../../../payouts/approval/audit-log.ts';
import type { TableColumn } from '../../output/table-layout.ts';
import type { Catalogue } from '../../text/translate.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { centavos } from '../../../pix/centavos.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { shellWord } from '../../output/text-width.ts';
import { paidFooter } from './run-sheet.ts';

type JournalRow = ReturnType<typeof journalRow>;

export const JOURNAL_FIELDS: Fields<JournalRow> = [
  ...ofKind('text', 'journal', 'service'),
  ...ofKind('count', 'bytes', 'runs'),
  ...ofKind('text', 'unfinished', 'workers'),
];

export const MOVED_FIELDS: Fields<Moved> = [...ofKind('text', 'from', 'to'), ...ofKind('count', 'runs', 'payouts')];

/** `pix payouts journal status`: sends no request. */
export async function runStatus(context: Context, _options: object, output: Output<JournalRow>): Promise<void> {
  await withJournal(context, (opened) => output.one(journalRow(opened)));
}

function journalRow({ journal, origin, folder, location }: OpenJournal) {
  const { opened } = journal;
  const { runs, unfinished } = runsOf(journal);
  return {
    journal: location,
    service: origin,
    bytes: sizeOf(opened, join(folder, JOURNAL_FILE)),
    runs,
    unfinished: unfinished.join(' '),
    // Of a journal that several machines share.
    workers: workersOf(opened)
      .map(({ runId, host, pid }) => `${runId}: ${host}, ${pid}`)
      .join('; '),
  };
}

/** @throws CommandError invalid_target, no_shared_journal, journal_not_empty, journal_elsewhere, confirmation_required */
export const runMove: Run<typeof move, Moved> = async (context, { target, yes }, output) => {
  const { text } = context.screen;
  const { origin, url: shared } = await journalSource(context);
  const toFolder = target === 'local';
  // What is typed is seen by others on the machine, so it contains no password.
  if (!toFolder && !isJournalAddress(target)) {
    const name = argumentName(text.payouts.help.options.journalTarget);
    throw usageError('invalid_target', text.settings.invalidJournal(name));
  }
  const url = toFolder ? shared : target;
  if (url === undefined) throw usageError('no_shared_journal', text.payouts.noSharedJournal);
  const states = await openStatesFolder(context);
  const folder = serviceFolder(states, origin);
  const [from, to] = toFolder ? [shownLocation(url), folder] : [folder, shownLocation(url)];
  if (yes !== true) {
    if (!context.screen.isInteractive) throw usageError('confirmation_required', text.payouts.moveNeedsYes);
    if (!(await confirm(context.screen, text.payouts.confirmMove(from, to)))) return;
  }
  const moving = { states, origin, url, clock: context.host.clock };
  const moved = await guardingOpening(context.screen, { folder, location: shownLocation(url) }, async () => {
    try {
      return await (toFolder ? moveToFolder(moving) : moveToDatabase(moving));
    } catch (error) {
      if (!(error instanceof JournalNotEmptyError)) throw error;
      const errorText = text.payouts.journalNotEmpty(error.location);
      throw commandError(EXIT.failed, 'journal_not_empty', errorText, { cause: error });
    }
  });
  await output.one(moved);
  context.screen.notify(text.payouts.journalMoved(toFolder ? 'default' : shellWord(target)));
};

/** `pix payouts journal export`: a line of JSON for each row of each table. */
export const runExport: Run<typeof exported> = async (context, { out, force }) => {
  const { text, print } = context.screen;
  await withJournal(context, async ({ journal }) => {
    const lines = linesOf(journal);
    if (out === undefined) {
      refuseOtherForms(context, ['ndjson', 'json']);
      for (const line of lines) print(line);
      return;
    }
    assertReplaceable(out, force, text);
    await writeDocument(context, out, 'ndjson', lines);
  });
};

/** All of one moment. */
function linesOf(journal: Journal): readonly string[] {
  const { database } = journal.opened;
  const linesIn = (table: (typeof JOURNAL_TABLES)[number]) =>
    [...rowsOf(database, table)].flat().map((row) => `${JSON.stringify({ table: table.name, ...row })}\n`);
  return journal.transaction(() => JOURNAL_TABLES.flatMap(linesIn));
}

/** An entry in machine formats. Times are RFC 3339. */
type LogRow = ReturnType<typeof logRow>;

export const LOG_FIELDS: Fields<LogRow> = [
  { path: 'number', kind: 'ordinal' },
  { path: 'at', kind: 'time' },
  ...ofKind('text', 'act', 'run', 'user', 'host'),
  { path: 'details', kind: 'data' },
  { path: 'hash', kind: 'text' },
];

const COLUMNS: readonly TableColumn[] = [
  { path: 'number', kind: 'ordinal', rank: 3 },
  { path: 'at', kind: 'minute', rank: 1 },
  { path: 'did', kind: 'text' },
  { path: 'run', kind: 'text', rank: 4, isEssential: true },
  { path: 'user', kind: 'text', rank: 2, isEssential: true },
  { path: 'host', kind: 'text', rank: 6, least: 8 },
];

/** `pix payouts log [RUN]`: sends no request. @throws CommandError log_broken (exit 1) with `--verify` */
export const runLog: Run<typeof log, LogRow> = async (context, { runId, verify }, output) => {
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
    const columns = COLUMNS.filter(({ path }) => path !== 'run' || runId === undefined);
    await output.list({ batches: [rows], envelope, emptyMessage: approval.emptyLog, footer }, columns);
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
function deedOf({ act, user, details }: AuditEntry, { payouts, statuses, labels }: Catalogue): string {
  const acts: Readonly<Record<string, string>> = labels.acts;
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
