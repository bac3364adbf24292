import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseOpenError } from '../../sqlite/open-error.ts';
import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { EXIT } from '../exit-code.ts';
import type { Settings } from '../settings.ts';
import { unwritable } from './file-failure.ts';
import type { ExportPlan } from './plan.ts';
import { openExportState, type ExportState } from './state-file.ts';

/** Opens the state of an export beside its file. @throws CommandError export_locked, state_unusable or file_unwritable */
export async function openState(context: Context, plan: ExportPlan, settings: Settings): Promise<ExportState> {
  const { text } = context;
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
    return await openExportState(statePath, request, context.now());
  } catch (error) {
    if (!(error instanceof DatabaseOpenError)) throw error;
    if (error.reason === 'unreadable' && !wasThere) throw unwritable(statePath, error, text);
    const [complaint, code] =
      error.reason === 'locked'
        ? [text.exports.stateLocked(statePath), 'export_locked']
        : [text.exports.stateUnusable(statePath), 'state_unusable'];
    throw new CommandError({ ...complaint, code, exitCode: EXIT.failed, cause: error });
  }
}
