import { isOfBank, type ExportKind, readExportPlan, type ExportFlags, type ExportPlan } from './plan.ts';
import { isDamage } from '../../../sql/sqlite/damage.ts';
import { commandError, EXIT, CommandError } from '../../errors/command-error.ts';
import type { CommandModule } from '../../command/command.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { ExportState, unusableState } from './export-state.ts';
import { unwritable } from '../../output/write-output.ts';
import { exportFromIndex, readItems, type Exporting } from './read-items.ts';
import { printManifest, type Manifest, listFactsOf } from './manifest.ts';
import { collectEarly } from '../../context/account-index.ts';
import type { Settings } from '../../context/settings.ts';
import { syncIndex } from '../sync-index.ts';
import { UnstatedEntry } from '../../../account/entry.ts';
import { reportBalances, unstatedEntry } from './statement.ts';
import { refuseExisting, writeBoth } from './write-files.ts';

/** Gaps listed in the error; the manifest lists all of them. */
const GAPS_SHOWN = 3;

/**
 * `pix export KIND`: reads the lists into a state file, and writes the file and its manifest from there. If it ends
 * early, the state remains, and the same command resumes from it.
 */
export function exporting(kind: ExportKind): CommandModule<ExportFlags, Manifest> {
  return { run: (context, flags) => exportList(context, kind, flags) };
}

async function exportList(context: Context, kind: ExportKind, flags: ExportFlags): Promise<void> {
  const { text } = context.screen;
  const plan = readExportPlan(context, kind, flags);
  refuseExisting(plan, context.screen);
  collectEarly();
  const settings = await context.session.settings();
  if (plan.isOffline || (isPastStatement(plan, context.host.now()) && (await hasSynced(context, plan, settings)))) {
    await exportFromIndex(context, plan, settings);
    return;
  }
  const client = await context.session.openClient(settings);
  const state = await ExportState.open({ plan, settings }, context.host.now(), text);
  const span = plan.span(state.startedAt);
  const { manifest, items } = await keepingState({ context, plan, settings, client, state, span });
  await printManifest(context, manifest);
  if (!manifest.proven) throw notProven(manifest, plan, context.screen);
  context.screen.notify(text.export.done(manifest.rows, plan.path));
  if (items.of === 'statement') reportBalances(items.statement, plan.path, context);
}

/** Its entries no longer change: what the index contains of them is not read again. */
function isPastStatement(plan: ExportPlan, now: number): boolean {
  const { before = Infinity } = plan.span(now);
  return plan.kind === 'statement' && before <= now;
}

/** Whether the index is now up to date. One that is unusable, or cannot be proven complete, stops no statement. */
async function hasSynced(context: Context, { format }: ExportPlan, settings: Settings): Promise<boolean> {
  try {
    await syncIndex(context, { settings, requiresBalance: isOfBank(format) });
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

/** Removes the state after a complete export; otherwise leaves it, and says so. */
async function keepingState(exporting: Exporting) {
  const { context, plan, state } = exporting;
  const { export: text } = context.screen.text;
  let isDone = false;
  let isDamaged = false;
  try {
    if (state.isResumed) context.screen.notify(text.resuming(state.countRows()));
    const exported = await exportRows(exporting);
    isDone = exported.manifest.proven;
    return exported;
  } catch (error) {
    if (error instanceof UnstatedEntry) throw unstatedEntry(error, context.screen);
    isDamaged = isDamage(error);
    if (isDamage(error)) throw unusableState(plan.statePath, error, context.screen.text);
    // SQLite reports a full or missing disk.
    if (error instanceof Error && 'errcode' in error) throw unwritable(plan.path, error, context.screen.text);
    throw error;
  } finally {
    const rows = isDamaged ? undefined : state.countRows();
    if (isDone || rows === 0) state.discard();
    else state.close();
    if (!isDone && rows !== undefined && rows > 0) context.screen.notify(text.stored(rows, plan.statePath));
  }
}

async function exportRows(exporting: Exporting) {
  const { context, plan, settings, state, span } = exporting;
  const { verdicts, items } = await readItems(exporting);
  context.host.interruption.throwIfAborted();
  const manifest = await writeBoth(context, {
    plan,
    settings,
    span,
    items,
    startedAt: state.startedAt,
    isResumed: state.isResumed,
    listFacts: listFactsOf(verdicts, (list) => state[list]),
  });
  return { manifest, items };
}

function notProven(manifest: Manifest, plan: ExportPlan, { text }: Screen): CommandError {
  const { gaps, rows, lists } = manifest;
  const told = gaps.slice(0, GAPS_SHOWN).map(({ list, first, last }) => {
    return text.export.gap(text.lists.names[list], first, last);
  });
  const more = gaps.length > GAPS_SHOWN ? [text.export.moreGaps(gaps.length - GAPS_SHOWN)] : [];
  const moved = lists.some(({ reason }) => reason === 'order_moved') ? [text.export.orderMoved] : [];
  return commandError(
    EXIT.partlyDone,
    'not_proven',
    text.export.notProven(rows, [...told, ...more, ...moved].join(', ')),
    { details: { gaps, manifest: plan.manifestPath } },
  );
}
