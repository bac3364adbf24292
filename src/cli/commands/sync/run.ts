import type { Run } from '../../command/command.ts';
import type { SyncedList } from '../../../find/sync.ts';
import { notedSpans, type BalanceNote } from '../../../account/balance-notes.ts';
import { formatMoment, isoTime } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { ofKind, type Fields } from '../../output/fields.ts';
import { originOf } from '../../context/settings.ts';
import { notFinalRow, syncIndex } from '../sync-index.ts';
import type { sync } from './command.ts';
import { endToEndIdOf, type UnstatedEntry } from '../../../account/entry.ts';
import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import type { IndexEntries, LookedUp } from '../../../find/index/index-entries.ts';

type SyncedRow = ReturnType<typeof syncedRow>;

export const FIELDS: Fields<SyncedRow> = [
  { path: 'list', kind: 'word' },
  ...ofKind('count', 'rows', 'newRows'),
  { path: 'proven', kind: 'flag' },
  { path: 'asOf', kind: 'time' },
  { path: 'notFinal.rows', kind: 'count' },
  { path: 'notFinal.asOf', kind: 'time' },
];

export const run: Run<typeof sync, SyncedRow> = async (context, flags, output) => {
  const { rebuild = false, endToEndIds = false } = flags;
  const settings = await context.session.settings();
  await syncIndex(context, settings, { isRebuilt: rebuild }, async ({ index, client, lists, note, file }) => {
    const lookedUp = endToEndIds ? await lookUpEndToEndIds(context, client, index.account) : 0;
    const noted = note === undefined ? null : notedRow(note, index);
    const rows = lists.map((list) => syncedRow(list, index));
    const envelope = (items: readonly unknown[]) => ({
      profile: settings.profileName ?? null,
      service: originOf(settings.baseUrl),
      file,
      lists: items,
      note: noted,
      lookedUp,
    });
    if (output.isForPerson) context.screen.print(`${shortReport(rows, noted, context.screen)}\n`);
    else await output.list({ batches: [rows], envelope }, FIELDS);
    reportNote(noted, context.screen, index.account.unstated());
  });
};

type NotedRow = ReturnType<typeof notedRow>;

/** The note of the balance, and the span since the one before it. Money in centavos, times RFC 3339. */
function notedRow({ notedAt, balance }: BalanceNote, index: WalletIndex) {
  const span = notedSpans(index.account.notes()).find(({ to }) => to === notedAt);
  const sinceBefore = span && { since: isoTime(span.from), verdict: span.verdict, difference: span.difference };
  return { at: isoTime(notedAt), balance, span: sinceBefore ?? null };
}

function shortReport(rows: readonly SyncedRow[], noted: NotedRow | null, { text }: Screen): string {
  const lists = rows.map(({ list, rows: all, newRows }) => text.sync.withNew(text.lists.counted[list](all), newRows));
  return text.sync.updated([...lists, ...(noted === null ? [] : [text.sync.balance(formatReais(noted.balance))])]);
}

/** Says on a screen that nothing was noted, and in every format what does not add up. */
function reportNote(
  noted: NotedRow | null,
  { format, text, language, notify, warn }: Screen,
  unstated: UnstatedEntry | undefined,
): void {
  if (noted?.span?.verdict === 'gap') {
    warn(text.sync.gapSince(formatReais(noted.span.difference), formatMoment(noted.span.since, language)));
  } else if (noted === null && format === 'table') {
    notify(unstated === undefined ? text.sync.notNoted : text.sync.notStated(unstated.id, unstated.field));
  }
}

/** The state of a list in its index. Times RFC 3339. */
function syncedRow({ list, rows, newRows, isProven, asOf }: SyncedList, index: WalletIndex) {
  const notFinal = notFinalRow(index.list(list).countUnsettled());
  return { list, rows, newRows, proven: isProven, asOf: isoTime(asOf), notFinal };
}

/** Looked up at once: the rate limiter spaces them. */
const LOOK_UPS_AT_ONCE = 10;

/**
 * Looks up the end-to-end IDs of settled withdrawals, which lists do not contain: each once, newest first. An interruption
 * loses nothing.
 *
 * @returns how many were looked up
 */
async function lookUpEndToEndIds(context: Context, client: PixClient, account: IndexEntries): Promise<number> {
  const { text, showProgress } = context.screen;
  for (let lookedUp = 0; ;) {
    context.host.interruption.throwIfAborted();
    const rows = account.withoutEndToEndId(LOOK_UPS_AT_ONCE);
    if (rows.length === 0) return lookedUp;
    const found = await Promise.all(rows.map(async ({ key, id }) => ({ key, facts: await lookUp(client, id) })));
    for (const { key, facts } of found) account.setLookedUp(key, facts);
    lookedUp += rows.length;
    showProgress(text.sync.lookingUp(lookedUp));
  }
}

async function lookUp(client: PixClient, id: string): Promise<LookedUp> {
  try {
    const withdrawal = await client.withdraws.get(id);
    return { endToEndId: endToEndIdOf(withdrawal), failureReason: withdrawal.failureReason ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { endToEndId: null, failureReason: null };
    throw error;
  }
}
