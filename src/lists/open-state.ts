import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isDamage } from '../sqlite/damage.ts';
import { DatabaseOpenError } from '../sqlite/open-error.ts';
import { CommandError } from '../cli/errors/command-error.ts';
import type { Context } from '../cli/context/context.ts';
import type { Catalogue } from '../cli/text/translate.ts';
import { EXIT } from '../cli/errors/exit-code.ts';
import type { Settings } from '../cli/context/settings.ts';
import { unwritable } from '../cli/context/file-failure.ts';
import type { ExportPlan } from '../cli/commands/export/plan.ts';
import { openExportState, type ExportState } from './state-file.ts';

/** Opens the state of an export beside its file. @throws CommandError export_locked, state_unusable or file_unwritable */
export async function openState(context: Context, plan: ExportPlan, settings: Settings): Promise<ExportState> {
  const { text } = context.screen;
  const { kind, statePath, typedSpan } = plan;
  const wasThere = existsSync(statePath);
  const request = {
    kind,
    baseUrl: settings.baseUrl,
    keyDigest: createHash('sha256').update(settings.apiKey).digest('hex'),
    ...typedSpan,
    spanAt(startedAt: number) {
      const { from, before } = plan.span(startedAt);
      return [from, before];
    },
  };
  try {
    return await openExportState(statePath, request, context.host.now());
  } catch (error) {
    if (isDamage(error)) throw unusableState(statePath, error, text);
    if (!(error instanceof DatabaseOpenError)) throw error;
    if (error.reason === 'unreadable' && !wasThere) throw unwritable(statePath, error, text);
    if (error.reason !== 'locked') throw unusableState(statePath, error, text);
    const complaint = text.export.stateLocked(statePath);
    throw new CommandError({ ...complaint, code: 'export_locked', exitCode: EXIT.failed, cause: error });
  }
}

/** For a state that can't be opened, or is damaged. */
export function unusableState(path: string, cause: Error, text: Catalogue): CommandError {
  return new CommandError({
    ...text.export.stateUnusable(path),
    code: 'state_unusable',
    exitCode: EXIT.failed,
    cause,
  });
}
