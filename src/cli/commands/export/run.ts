import { type ListName, LIST_NAMES } from '../../../find/wallet-entry.ts';
import type { StorableRow } from '../../../lists/stored-list.ts';
import { StoredReading } from '../../../lists/stored-reading.ts';
import { isDamage } from '../../../sql/sqlite/damage.ts';
import type { CommandModule } from '../../command/command.ts';
import { collectEarly, withCompleteIndex } from '../../context/account-index.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import type { Settings } from '../../context/settings.ts';
import { commandError, EXIT, type CommandError, usageError } from '../../errors/command-error.ts';
import { unwritable } from '../../output/write-output.ts';
import { readingOptions, syncIndex } from '../sync-index.ts';
import { ExportState, unusableState } from './export-state.ts';
import { listFactsOf, printManifest, type Manifest } from './manifest.ts';
import { readExportPlan, type ExportFlags, type ExportKind, type ExportPlan, isOfBank } from './plan.ts';
import { refuseExisting, writeBoth } from './write-files.ts';
import { closePeriod } from '../../../account/balance-notes.ts';
import { maskKey } from '../../../client/http/redact.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import { formatMoment, isoTime } from '../../output/dates.ts';
import { reportBalances, type Statement } from './statement.ts';

/** Gaps listed in the error; the manifest lists all of them. */
const GAPS_SHOWN = 3;

/**
 * `pix export KIND`: reads a list into a state file, and writes the file and its manifest from there. If it ends early,
 * the state remains, and the same command resumes from it. A statement is written from the index instead.
 */
export function exporting(kind: ExportKind): CommandModule<ExportFlags, Manifest> {
  return {
    async run(context, flags) {
      const plan = readExportPlan(context, kind, flags);
      refuseExisting(plan, context.screen);
      collectEarly();
      const settings = await context.session.settings();
      if (kind === 'statement') await exportStatement(context, plan, settings);
      else await exportList(context, kind, plan, settings);
    },
  };
}

/** Reads the list into the state, resuming an earlier attempt, and writes the files from there. */
async function exportList(context: Context, name: ListName, plan: ExportPlan, settings: Settings): Promise<void> {
  const { text, notify } = context.screen;
  const client = await context.session.openClient(settings);
  const state = await ExportState.open({ plan, settings }, context.host.now(), text);
  const { startedAt, isResumed, list } = state;
  const manifest = await keepingState(context, plan, state, async () => {
    const span = plan.span(startedAt);
    const { from, before } = span;
    const reading = new StoredReading<StorableRow>(client[name], list, {
      ...readingOptions(context, name),
      since: from === undefined ? undefined : new Date(from),
      until: before === undefined ? undefined : new Date(before),
    });
    const listFacts = listFactsOf([[name, await reading.read()]], () => list);
    context.host.interruption.throwIfAborted();
    const items = { of: 'list', rows: () => list.items() } as const;
    return writeBoth(context, { plan, settings, span, items, startedAt, isResumed, listFacts });
  });
  await printManifest(context, manifest);
  if (!manifest.proven) throw notProven(manifest, plan, context.screen);
  notify(text.export.done(manifest.rows, plan.path));
}

/** Removes the state after a complete export; otherwise leaves it, and says so. */
async function keepingState(
  { screen: { text, notify } }: Context,
  plan: ExportPlan,
  state: ExportState,
  work: () => Promise<Manifest>,
): Promise<Manifest> {
  let isDone = false;
  let isDamaged = false;
  try {
    if (state.isResumed) notify(text.export.resuming(state.countRows()));
    const manifest = await work();
    isDone = manifest.proven;
    return manifest;
  } catch (error) {
    isDamaged = isDamage(error);
    if (isDamage(error)) throw unusableState(plan.statePath, error, text);
    // SQLite reports a full or missing disk.
    if (error instanceof Error && 'errcode' in error) throw unwritable(plan.path, error, text);
    throw error;
  } finally {
    const rows = isDamaged ? undefined : state.countRows();
    if (isDone || rows === 0) state.discard();
    else state.close();
    if (!isDone && rows !== undefined && rows > 0) notify(text.export.stored(rows, plan.statePath));
  }
}

function notProven(manifest: Manifest, plan: ExportPlan, { text }: Screen): CommandError {
  const { gaps, rows, lists } = manifest;
  const told = gaps
    .slice(0, GAPS_SHOWN)
    .map(({ list, first, last }) => text.export.gap(text.lists.names[list], first, last));
  const more = gaps.length > GAPS_SHOWN ? [text.export.moreGaps(gaps.length - GAPS_SHOWN)] : [];
  const moved = lists.some(({ reason }) => reason === 'order_moved') ? [text.export.orderMoved] : [];
  const errorText = text.export.notProven(rows, [...told, ...more, ...moved].join(', '));
  return commandError(EXIT.partlyDone, 'not_proven', errorText, { details: { gaps, manifest: plan.manifestPath } });
}

/** `pix export statement`: from the index, which is brought up to date first, and closed by the notes of the balance. */
async function exportStatement(context: Context, plan: ExportPlan, settings: Settings): Promise<void> {
  if (!plan.isOffline) await syncIndex(context, settings, { requiresBalance: isOfBank(plan.format) });
  await withCompleteIndex(context, settings, async ({ index, asOf }) => {
    const startedAt = context.host.now();
    const span = plan.span(startedAt);
    // The whole time, where the span has no bounds.
    const bounds = { from: span.from ?? 0, before: span.before ?? Infinity };
    const { text, language, notify } = context.screen;
    const unstated = index.account.unstated();
    if (unstated !== undefined) {
      const { id, field } = unstated;
      const facts = { details: { id, field }, cause: unstated };
      throw commandError(EXIT.failed, 'entry_incomplete', text.export.unstatedEntry(id, field), facts);
    }
    const [first, ...later] = index.account.notes();
    // A file of a bank states the balance.
    if (first === undefined && isOfBank(plan.format)) {
      if (plan.isOffline) throw usageError('no_balance_note', text.export.noNote);
      throw commandError(EXIT.failed, 'balance_moved', text.export.balanceMoved);
    }
    const sumBefore = (moment: number) => index.account.sumBefore(moment);
    const period = first && closePeriod(bounds, [first, ...later], sumBefore, asOf);
    const verdicts = LIST_NAMES.map((list) => verdictOf(index, list));
    // The API has no account number: the profile name replaces it, otherwise the masked key.
    const accountName = settings.profileName ?? maskKey(settings.apiKey);
    const statement: Statement = { accountName, period, knownUntil: asOf };
    const manifest = await writeBoth(context, {
      plan,
      settings,
      span,
      items: { of: 'statement', statement, entries: () => index.account.entries(bounds) },
      startedAt,
      isResumed: false,
      listFacts: listFactsOf(verdicts, (list) => index.list(list)),
    });
    await printManifest(context, manifest);
    if (!manifest.proven) {
      const told = text.export.indexEnds(formatMoment(asOf, language));
      const details = { asOf: isoTime(asOf), manifest: plan.manifestPath };
      throw commandError(EXIT.partlyDone, 'index_too_old', told, { details });
    }
    notify(text.export.done(manifest.rows, plan.path));
    reportBalances(statement, plan.path, context.screen);
  });
}

/** What an index contains was proven when it was brought up to date. */
function verdictOf(index: WalletIndex, list: ListName) {
  const { total = 0, asOf = 0 } = index.list(list).state();
  return [list, { isProven: true, gaps: [], firstNumber: 0, endNumber: total, total, asOf, restarts: 0 }] as const;
}
