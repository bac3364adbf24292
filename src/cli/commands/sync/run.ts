import { LIST_CACHE_SECONDS } from '../../../contract/limits.ts';
import { LIST_NAMES, walletLists, type ListName, type WalletList } from '../../../find/wallet-entry.ts';
import { IndexMismatchError, ListSync, type SyncedList } from '../../../find/sync.ts';
import { notedSpans, type BalanceNote, type NotedSpan } from '../../../account/balance-notes.ts';
import { noteBalance } from '../../../account/note-balance.ts';
import type { PixClient } from '../../../client/client.ts';
import type { Centavos } from '../../../pix/centavos.ts';
import { formatMoment } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import { lookUpEndToEndIds } from './look-up-ids.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import { listFailures } from '../../../client/list-source.ts';
import { isDamage } from '../../../sql/sqlite/damage.ts';
import { DatabaseOpenError } from '../../../sql/sqlite/open-error.ts';
import { openDatabase } from '../../../sql/sqlite/open.ts';
import { CommandError } from '../../errors/command-error.ts';
import { indexLocation, openAccountIndex, unusableIndex } from '../../context/account-index.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { unwritable } from '../../context/file-failure.ts';
import { listProgress } from '../../output/progress-line.ts';
import { collectEarly } from '../../context/collect-early.ts';
import type { Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';
import { originOf } from '../../context/settings.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { sync } from './command.ts';

export type SyncFlags = OptionsOf<typeof sync>;

/** The state of a list in its index. Times RFC 3339. */
interface SyncedRow {
  readonly list: ListName;
  readonly rows: number;
  readonly newRows: number;
  readonly proven: boolean;
  readonly asOf: string;
  /** Rows whose status may still change, and the time at which the oldest of them was read. */
  readonly notFinal: { readonly rows: number; readonly asOf: string | null };
}

export const FIELDS: Fields<SyncedRow> = [
  { path: 'list', kind: 'word' },
  { path: 'rows', kind: 'count' },
  { path: 'newRows', kind: 'count' },
  { path: 'proven', kind: 'text' },
  { path: 'asOf', kind: 'time' },
  { path: 'notFinal.rows', kind: 'count' },
  { path: 'notFinal.asOf', kind: 'time' },
];

/** The maximum age of a list answer. */
const LIST_AGE_MS = LIST_CACHE_SECONDS * 1_000;

/** A lock file for the process that writes an index; nothing is stored in it. */
const LOCK = { applicationId: 0x7069786c, steps: [] };

export async function run(context: Context, flags: SyncFlags, output: Output<SyncedRow>): Promise<void> {
  const { rebuild = false, endToEndIds = false } = flags;
  const { text } = context.screen;
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const location = await indexLocation(context, settings);
  collectEarly();
  await holdingLock(location.lockPath, context.screen, async () => {
    const index = await openAccountIndex(location, settings, context.screen, rebuild);
    try {
      let synced: SyncedList[] = [];
      const note = await noteBalance({
        client,
        account: index.account,
        now: context.host.now,
        read: async () => {
          const startedAt = context.host.now();
          const lists = await syncLists(context, client, index);
          synced = withEarlierRows(lists, synced);
          return {
            isProven: lists.every(({ isProven }) => isProven),
            isCurrent: lists.every(({ list }) => (index.list(list).countUnsettled().readAt ?? Infinity) >= startedAt),
            newRows: Math.max(...lists.map(({ newRows }) => newRows)),
          };
        },
        isRequired: false,
      });
      if (note !== undefined) index.account.addNote(note);
      const lookedUp = endToEndIds ? await lookUpEndToEndIds(context, client, index.account) : 0;
      const positionOf = ({ list }: SyncedList) => LIST_NAMES.indexOf(list);
      synced.sort((one, other) => positionOf(one) - positionOf(other));
      const noted = note === undefined ? null : notedRow(note, index);
      const rows = synced.map((list) => syncedRow(list, index));
      const envelope = (lists: readonly unknown[]) => ({
        profile: settings.profileName ?? null,
        service: originOf(settings.baseUrl),
        file: location.path,
        lists,
        note: noted,
        lookedUp,
      });
      const isShort =
        context.screen.format === 'table' &&
        output.chosenFields === undefined &&
        context.session.flags.verbose !== true;
      if (isShort) context.screen.print(`${shortReport(rows, noted, context.screen)}\n`);
      else await output.list({ batches: [rows], envelope, emptyMessage: '' }, FIELDS);
      reportNote(noted, context.screen, isShort);
      assertProven(synced, context.screen);
    } catch (error) {
      if (context.host.interruption.aborted) context.screen.notify(text.sync.stored);
      throw named(error, location.path, context.screen);
    } finally {
      index.close();
    }
  });
}

/** Updates both lists. */
async function syncLists(context: Context, client: PixClient, index: WalletIndex): Promise<SyncedList[]> {
  const { text, warn } = context.screen;
  const synced: SyncedList[] = [];
  // A list with stored rows first: only that can show whether the account is the same.
  const rowsKnown = ({ name }: WalletList) => index.list(name).state().total ?? 0;
  for (const list of walletLists(client).toSorted((one, other) => rowsKnown(other) - rowsKnown(one))) {
    const sync = new ListSync(list, index.list(list.name), {
      failures: listFailures,
      now: context.host.now,
      random: Math.random,
      signal: context.host.interruption,
      onProgress: listProgress(context, list.name),
      onRestart() {
        warn(text.export.startingOver(text.lists.names[list.name]));
      },
    });
    synced.push(await sync.run());
  }
  return synced;
}

/** The lists as they are now, with the rows that all passes added. */
function withEarlierRows(now: readonly SyncedList[], earlier: readonly SyncedList[]): SyncedList[] {
  return now.map((synced) => {
    const before = earlier.find(({ list }) => list === synced.list);
    return { ...synced, newRows: synced.newRows + (before?.newRows ?? 0) };
  });
}

/** The note of the balance, and the span since the one before it. Money in centavos, times RFC 3339. */
interface NotedRow {
  readonly at: string;
  readonly balance: Centavos;
  readonly span: {
    readonly since: string;
    readonly verdict: NotedSpan['verdict'];
    readonly difference: Centavos;
  } | null;
}

function notedRow({ notedAt, balance }: BalanceNote, index: WalletIndex): NotedRow {
  const span = notedSpans(index.account.notes()).find(({ to }) => to === notedAt);
  return {
    at: new Date(notedAt).toISOString(),
    balance,
    span:
      span === undefined
        ? null
        : { since: new Date(span.from).toISOString(), verdict: span.verdict, difference: span.difference },
  };
}

function shortReport(rows: readonly SyncedRow[], noted: NotedRow | null, { text }: Screen): string {
  const lists = rows.map(({ list, rows: all, newRows }) => text.sync.withNew(text.lists.counted[list](all), newRows));
  return text.sync.updated([...lists, ...(noted === null ? [] : [text.sync.balance(formatReais(noted.balance))])]);
}

/** Says on a screen what was noted, and in every format what does not add up. */
function reportNote(noted: NotedRow | null, { format, text, language, notify, warn }: Screen, isShort: boolean): void {
  if (noted?.span?.verdict === 'gap') {
    const since = formatMoment(noted.span.since, language);
    warn(text.sync.gapSince(formatReais(noted.span.difference), since));
    return;
  }
  if (format !== 'table' || (isShort && noted !== null)) return;
  if (noted === null) notify(text.sync.notNoted);
  else if (noted.span === null) notify(text.sync.noted(formatReais(noted.balance)));
  else {
    const since = formatMoment(noted.span.since, language);
    const change = noted.span.verdict === 'disputes' ? formatReais(noted.span.difference) : undefined;
    notify(text.sync.addsUp(formatReais(noted.balance), since, change));
  }
}

/** @throws CommandError sync_under_way */
async function holdingLock(path: string, { text }: Screen, work: () => Promise<void>): Promise<void> {
  try {
    const lock = await openDatabase(path, LOCK);
    try {
      await work();
    } finally {
      lock.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error;
    const [errorText, code] =
      error.reason === 'locked' ? [text.sync.busy, 'sync_under_way'] : [text.sync.unusable(path), 'mirror_unusable'];
    throw new CommandError({ ...errorText, code, exitCode: EXIT.failed, details: { file: path }, cause: error });
  }
}

function syncedRow({ list, rows, newRows, isProven, asOf }: SyncedList, index: WalletIndex): SyncedRow {
  const notFinal = index.list(list).countUnsettled();
  return {
    list,
    rows,
    newRows,
    proven: isProven,
    asOf: new Date(asOf).toISOString(),
    notFinal: {
      rows: notFinal.rows,
      asOf: notFinal.readAt === undefined ? null : new Date(notFinal.readAt - LIST_AGE_MS).toISOString(),
    },
  };
}

/** @throws CommandError not_proven (exit 3) */
function assertProven(synced: readonly SyncedList[], { text }: Screen): void {
  const reasons = synced
    .filter(({ isProven }) => !isProven)
    .map(({ list, reason }) => {
      const name = text.lists.names[list];
      return reason === 'order_moved' ? text.sync.orderMoved(name) : text.sync.gaps(name);
    });
  if (reasons.length === 0) return;
  throw new CommandError({
    ...text.sync.notProven(reasons.join('; ')),
    code: 'not_proven',
    exitCode: EXIT.partlyDone,
  });
}

/** The error to show for a failure of the index. */
function named(error: unknown, path: string, { text }: Screen): unknown {
  if (error instanceof IndexMismatchError) {
    return new CommandError({
      ...text.sync.mismatch(text.lists.names[error.list]),
      code: 'mirror_of_another_account',
      exitCode: EXIT.failed,
      details: { file: path, list: error.list },
      cause: error,
    });
  }
  if (isDamage(error)) return unusableIndex(path, 'unreadable', error, text);
  // SQLite reports a full or missing disk.
  if (error instanceof Error && 'errcode' in error) return unwritable(path, error, text);
  return error;
}
