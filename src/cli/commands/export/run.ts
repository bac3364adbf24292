import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { PixClient } from '../../../client/client.ts';
import type { ProofVerdict } from '../../../lists/proof.ts';
import { maskKey } from '../../../client/http/redact.ts';
import { isDamage } from '../../../sqlite/damage.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import type { TimeSpan } from '../../input/moment.ts';
import { allFields } from '../../output/fields.ts';
import { Output } from '../../output/output.ts';
import type { Settings } from '../../context/settings.ts';
import type { ListName } from '../../../find/wallet-entry.ts';
import { ExportState, unusableState } from './export-state.ts';
import { LISTS_OF, type ExportKind } from './export-kind.ts';
import { guardingFile, unwritable } from '../../context/file-failure.ts';
import { MANIFEST_FIELDS, manifestOf, type Manifest } from './manifest.ts';
import { readExportPlan, type ExportFlags, type ExportPlan } from './plan.ts';
import { listProgress } from '../../output/progress-line.ts';
import { listFailures } from '../../../client/list-source.ts';
import { StoredReading, type ReadingOptions } from '../../../lists/stored-reading.ts';
import { limitHeap } from '../../context/small-heap.ts';
import { UnstatedEntry } from './formats/statement.ts';
import { prepareFile, type PreparedFile } from '../../../files/write-whole.ts';
import { SHEET_ROWS_MAXIMUM, TooManyRows } from '../../../xlsx/sheet-form.ts';
import { writeRows, type StatedAccount } from './write-rows.ts';

/** A running export. */
interface Exporting {
  readonly context: Context;
  readonly plan: ExportPlan;
  readonly settings: Settings;
  readonly client: PixClient;
  readonly state: ExportState;
  readonly span: TimeSpan;
}

/** Gaps listed in the error; the manifest lists all of them. */
const GAPS_SHOWN = 3;

/**
 * `pix export KIND`: reads the lists into a state file, and writes the file and its manifest from there. If it ends
 * early, the state remains, and the same command resumes from it.
 */
export async function run(context: Context, flags: ExportFlags & { readonly kind: ExportKind }): Promise<void> {
  const { text } = context.screen;
  const plan = readExportPlan(context, flags.kind, flags);
  refuseExisting(plan, context.screen);
  limitHeap();
  const settings = await context.session.settings();
  const client = await context.session.openClient(settings);
  const state = await ExportState.open({ plan, settings }, context.host.now(), text);
  const span = plan.span(state.startedAt);
  const manifest = await keepingState({ context, plan, settings, client, state, span });
  await new Output(context, allFields(MANIFEST_FIELDS)).one(manifest);
  if (!manifest.proven) throw notProven(manifest, plan, context.screen);
  context.screen.notify(text.export.done(manifest.rows, plan.path));
}

function refuseExisting({ path, replaces }: ExportPlan, { text }: Screen): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw usageError('invalid_file', text.export.notAFile(path));
  if (!replaces) throw usageError('file_exists', text.errors.fileExists(path));
}

/** Removes the state after a complete export; otherwise leaves it, and says so. */
async function keepingState(exporting: Exporting): Promise<Manifest> {
  const { context, plan, state } = exporting;
  const { export: text } = context.screen.text;
  let isDone = false;
  let isDamaged = false;
  try {
    if (state.isResumed) context.screen.notify(text.resuming(state.countRows()));
    const manifest = await exportRows(exporting);
    isDone = manifest.proven;
    return manifest;
  } catch (error) {
    if (error instanceof UnstatedEntry) throw unstated(error, context.screen);
    if (error instanceof TooManyRows) throw tooManyRows(error, context.screen);
    isDamaged = isDamage(error);
    if (isDamage(error)) throw unusableState(plan.statePath, error, context.screen.text);
    // SQLite reports a full or missing disk.
    if (error instanceof Error && 'errcode' in error) throw unwritable(plan.statePath, error, context.screen.text);
    throw error;
  } finally {
    context.screen.showProgress('');
    const rows = isDamaged ? undefined : state.countRows();
    if (isDone || rows === 0) state.discard();
    else state.close();
    if (!isDone && rows !== undefined && rows > 0) context.screen.notify(text.stored(rows, plan.statePath));
  }
}

async function exportRows(exporting: Exporting): Promise<Manifest> {
  const { context, plan, client, state, span } = exporting;
  const { now, interruption: signal } = context.host;
  const { text } = context.screen;
  // A key without permission to read the balance is refused before the long reading, not after it.
  if (plan.format === 'ofx') await client.balance();
  const verdicts: [ListName, ProofVerdict][] = [];
  for (const list of LISTS_OF[plan.kind]) verdicts.push([list, await readList(exporting, list)]);
  const account = plan.format === 'ofx' ? await statedAccount(exporting) : undefined;
  signal.throwIfAborted();
  context.screen.showProgress(text.export.writing(plan.path));
  return guardingFile(plan.path, text, async () => {
    const { file, tally } = await writeRows({ plan, state, span, account, signal, screen: context.screen });
    try {
      const { sha256, bytes } = file;
      const written = { sha256, bytes, ...tally };
      const manifest = manifestOf({ ...exporting, verdicts, written, finishedAt: now() });
      const manifestFile = await prepareFile(
        plan.manifestPath,
        [`${JSON.stringify(manifest, undefined, 2)}\n`],
        signal,
      );
      await moveBothIntoPlace(file, manifestFile, exporting);
      return manifest;
    } finally {
      await file.discard();
    }
  });
}

/** Reads a list into the state, resuming an earlier attempt. */
function readList({ context, plan, client, state, span }: Exporting, list: ListName): Promise<ProofVerdict> {
  const { now, interruption: signal } = context.host;
  const { text, warn } = context.screen;
  // A charge may be paid long after its creation, so a statement also reads older ones.
  const since = plan.kind === 'statement' && list === 'payments' ? undefined : span.from;
  const options: ReadingOptions = {
    since: since === undefined ? undefined : new Date(since),
    until: span.before === undefined ? undefined : new Date(span.before),
    failures: listFailures,
    now,
    random: Math.random,
    signal,
    onProgress: listProgress(context, list),
    onRestart() {
      warn(text.export.anew(text.lists.names[list]));
    },
  };
  return list === 'payments'
    ? new StoredReading(client.payments, state.payments, options).read()
    : new StoredReading(client.withdraws, state.withdraws, options).read();
}

/** Moves both files or none, so that a manifest never describes another file. */
async function moveBothIntoPlace(
  file: PreparedFile,
  manifestFile: PreparedFile,
  { plan, context }: Exporting,
): Promise<void> {
  try {
    // Another process may have written the file in the meantime.
    refuseExisting(plan, context.screen);
    await rm(plan.manifestPath, { force: true });
    await file.moveIntoPlace();
    await manifestFile.moveIntoPlace();
  } finally {
    await manifestFile.discard();
  }
}

/** The API has no account number: the profile name replaces it, otherwise the masked key. */
async function statedAccount({ context, settings, client }: Exporting): Promise<StatedAccount> {
  const { balance } = await client.balance();
  return {
    accountName: settings.profileName ?? maskKey(settings.apiKey),
    balanceCentavos: balance.total,
    balanceAt: context.host.now(),
  };
}

function notProven(manifest: Manifest, plan: ExportPlan, { text }: Screen): CommandError {
  const { gaps, rows, lists } = manifest;
  const told = gaps.slice(0, GAPS_SHOWN).map(({ list, first, last }) => {
    return text.export.gap(text.lists.names[list], first, last);
  });
  const more = gaps.length > GAPS_SHOWN ? [text.export.moreGaps(gaps.length - GAPS_SHOWN)] : [];
  const moved = lists.some(({ reason }) => reason === 'order_moved') ? [text.export.orderMoved] : [];
  return new CommandError({
    ...text.export.notProven(rows, [...told, ...more, ...moved].join(', ')),
    code: 'not_proven',
    exitCode: EXIT.partlyDone,
    details: { gaps, manifest: plan.manifestPath },
  });
}

function tooManyRows(cause: TooManyRows, { text }: Screen): CommandError {
  const complaint = text.export.tooManyRows(SHEET_ROWS_MAXIMUM);
  return new CommandError({ ...complaint, code: 'too_many_rows', exitCode: EXIT.failed, cause });
}

function unstated(error: UnstatedEntry, { text }: Screen): CommandError {
  const { id, field } = error;
  return new CommandError({
    ...text.export.unstatedEntry(id, field),
    code: 'entry_incomplete',
    exitCode: EXIT.failed,
    details: { id, field },
    cause: error,
  });
}
