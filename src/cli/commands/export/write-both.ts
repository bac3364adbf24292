import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { prepareFile, type PreparedFile } from '../../../files/write-whole.ts';
import type { Context } from '../../context/context.ts';
import { guardingFile } from '../../output/write-output.ts';
import { holderNamesIn, ifReadableJournal } from '../../context/payouts/if-journal.ts';
import type { Screen } from '../../context/screen.ts';
import { usageError } from '../../errors/command-error.ts';
import { isForPerson } from './export-kind.ts';
import { manifestOf, type Manifest, type ReadyExport } from './manifest.ts';
import type { ExportPlan } from './plan.ts';
import { statedBalances } from './statement.ts';
import { writeRows, type ExportedItems } from './write-rows.ts';

/** Writes the file and its manifest: both, or none. */
export function writeBoth(context: Context, ready: ReadyExport & { readonly items: ExportedItems }): Promise<Manifest> {
  const { plan, settings, items, span, startedAt } = ready;
  const { interruption: signal, now } = context.host;
  const { screen } = context;
  screen.showProgress(screen.text.export.writing(plan.path));
  return guardingFile(plan.path, screen.text, async () => {
    const isNamed = items.of === 'statement' && isForPerson(plan.format);
    const names = isNamed ? await ifReadableJournal(context, settings, holderNamesIn) : undefined;
    const { file, tally } = await writeRows({ plan, items, names, span, madeAt: startedAt, signal, screen });
    try {
      const { sha256, bytes } = file;
      const written = { sha256, bytes, ...tally };
      const balances = items.of === 'statement' ? statedBalances(items.statement) : null;
      const manifest = manifestOf({ ...ready, written, balances, finishedAt: now() });
      const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
      const manifestFile = await prepareFile(plan.manifestPath, [text], signal);
      await moveBothIntoPlace(file, manifestFile, plan, screen);
      return manifest;
    } finally {
      await file.discard();
    }
  });
}

/** @throws CommandError invalid_file, file_exists */
export function refuseExisting({ path, replaces }: ExportPlan, { text }: Screen): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) throw usageError('invalid_file', text.export.notAFile(path));
  if (!replaces) throw usageError('file_exists', text.errors.fileExists(path));
}

/** Moves both files or none, so that a manifest never describes another file. */
async function moveBothIntoPlace(
  file: PreparedFile,
  manifestFile: PreparedFile,
  plan: ExportPlan,
  screen: Screen,
): Promise<void> {
  try {
    // Another process may have written the file in the meantime.
    refuseExisting(plan, screen);
    await rm(plan.manifestPath, { force: true });
    await file.moveIntoPlace();
    await manifestFile.moveIntoPlace();
  } finally {
    await manifestFile.discard();
  }
}
