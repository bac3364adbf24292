import { noteBalance } from '../../account/note-balance.ts';
import type { BalanceNote } from '../../account/balance-notes.ts';
import type { PixClient } from '../../client/client.ts';
import { listFailures } from '../../client/list-source.ts';
import type { WalletIndex } from '../../find/index/wallet-index.ts';
import { IndexMismatchError, ListSync, type SyncedList } from '../../find/sync.ts';
import { LIST_NAMES, walletLists, type ListName } from '../../find/wallet-entry.ts';
import { LIST_CACHE_SECONDS } from '../../contract/limits.ts';
import type { RereadExtent } from '../../lists/stored-reading.ts';
import { isDiskFailure } from '../../sql/sqlite/damage.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import { openDatabase } from '../../sql/sqlite/open.ts';
import { indexFailure, indexLocation, openAccountIndex, collectEarly } from '../context/account-index.ts';
import type { Context } from '../context/context.ts';
import { unwritable } from '../output/write-output.ts';
import type { Screen } from '../context/screen.ts';
import type { Settings } from '../context/settings.ts';
import { commandError, usageError, EXIT } from '../errors/command-error.ts';
import { isoTime } from '../output/dates.ts';
import { listProgress } from '../output/progress-line.ts';

/** A lock file for the process that writes an index; nothing is stored in it. */
const LOCK = { applicationId: 0x7069786c, steps: [] };

interface Synced {
  readonly index: WalletIndex;
  readonly client: PixClient;
  /** In the order of {@link LIST_NAMES}. */
  readonly lists: readonly SyncedList[];
  readonly note: BalanceNote | undefined;
  readonly file: string;
}

/**
 * Brings the index of an account up to date, with its progress, and notes the balance.
 *
 * @param options `requiresBalance`: whether the service's refusal to report the balance is an error
 * @throws CommandError sync_under_way, mirror_of_another_account, mirror_unusable; not_proven (exit 3) after `work`
 */
export async function syncIndex(
  context: Context,
  settings: Settings,
  { isRebuilt = false, requiresBalance = false } = {},
  work: (synced: Synced) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { text } = context.screen;
  const client = await context.session.openClient(settings);
  const location = await indexLocation(context, settings);
  collectEarly();
  await holdingLock(location.lockPath, context.screen, async () => {
    const index = await openAccountIndex(location.path, settings, context.screen, isRebuilt);
    try {
      const syncs = listSyncs(context, client, index);
      let synced: SyncedList[] = [];
      const note = await noteBalance({
        client,
        account: index.account,
        now: context.host.now,
        read: async (extent) => {
          const startedAt = context.host.now();
          const lists = await syncLists(syncs, index, extent);
          synced = withEarlierRows(lists, synced);
          return {
            isProven: lists.every(({ isProven }) => isProven),
            isCurrent: lists.every(({ list }) => (index.list(list).countUnsettled().readAt ?? Infinity) >= startedAt),
            newRows: Math.max(...lists.map(({ newRows }) => newRows)),
          };
        },
        isRequired: requiresBalance,
      });
      if (note !== undefined) index.account.addNote(note);
      const positionOf = ({ list }: SyncedList) => LIST_NAMES.indexOf(list);
      synced.sort((one, other) => positionOf(one) - positionOf(other));
      await work({ index, client, lists: synced, note, file: location.path });
      assertProven(synced, context.screen);
    } catch (error) {
      if (context.host.interruption.aborted) context.screen.notify(text.sync.stored);
      throw named(error, location.path, context.screen);
    } finally {
      index.close();
    }
  });
  context.screen.showProgress('');
}

/** Kept for all readings: each knows the page sizes that it has asked for. */
function listSyncs(context: Context, client: PixClient, index: WalletIndex): readonly ListSync[] {
  return walletLists(client).map(
    (list) =>
      new ListSync(list, index.list(list.name), {
        ...readingOptions(context, list.name),
        clock: context.host.clock,
      }),
  );
}

async function syncLists(syncs: readonly ListSync[], index: WalletIndex, extent: RereadExtent) {
  const synced: SyncedList[] = [];
  // A list with stored rows first: only that can show whether the account is the same.
  const rowsKnown = ({ name }: ListSync) => index.list(name).state().total ?? 0;
  for (const sync of syncs.toSorted((one, other) => rowsKnown(other) - rowsKnown(one))) {
    synced.push(await sync.run(extent));
  }
  return synced;
}

/** How a list is read, with its progress. */
export function readingOptions(context: Context, list: ListName) {
  const { now, interruption: signal } = context.host;
  const { text, warn } = context.screen;
  return {
    failures: listFailures,
    now,
    random: Math.random,
    signal,
    onProgress: listProgress(context, list),
    onRestart: () => warn(text.export.startingOver(text.lists.names[list])),
  };
}

/** The maximum age of a list answer. */
const LIST_AGE_MS = LIST_CACHE_SECONDS * 1_000;

/** Rows whose status may still change, and the time at which the oldest of them was read. */
export function notFinalRow({ rows, readAt }: { readonly rows: number; readonly readAt: number | undefined }) {
  return { rows, asOf: readAt === undefined ? null : isoTime(readAt - LIST_AGE_MS) };
}

/** The lists as they are now, with the rows that all passes added. */
function withEarlierRows(now: readonly SyncedList[], earlier: readonly SyncedList[]): SyncedList[] {
  return now.map((synced) => {
    const before = earlier.find(({ list }) => list === synced.list);
    return { ...synced, newRows: synced.newRows + (before?.newRows ?? 0) };
  });
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
    if (!(error instanceof DatabaseOpenError) || isDiskFailure(error)) throw error;
    const [errorText, code] =
      error.reason === 'locked' ? [text.sync.busy, 'sync_under_way'] : [text.sync.unusable(path), 'mirror_unusable'];
    throw commandError(EXIT.failed, code, errorText, { details: { file: path }, cause: error });
  }
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
  throw commandError(EXIT.partlyDone, 'not_proven', text.sync.notProven(reasons.join('; ')));
}

/** The error to show for a failure of the index. */
function named(error: unknown, path: string, screen: Screen): unknown {
  const { text } = screen;
  if (error instanceof IndexMismatchError) {
    return commandError(EXIT.failed, 'mirror_of_another_account', text.sync.mismatch(text.lists.names[error.list]), {
      details: { file: path, list: error.list },
      cause: error,
    });
  }
  const failure = indexFailure(error, path, screen);
  // SQLite reports a full or missing disk.
  return failure instanceof Error && 'errcode' in failure ? unwritable(path, failure, text) : failure;
}

/** @throws CommandError entry_incomplete: an entry without its amount or its time is in no balance, and matches nothing */
export function assertStated({ account }: WalletIndex, { text }: Screen): void {
  const unstated = account.unstated();
  if (unstated === undefined) return;
  throw usageError('entry_incomplete', text.export.unstatedEntry(unstated.id, unstated.field));
}
