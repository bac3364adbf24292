import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import type * as z from 'zod';
import type { controls } from '../../../contract/control.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { openControls } from '../../context/local-service.ts';
import type { Output } from '../../output/output.ts';

interface RestoreFlags {
  readonly file: string;
}

type State = z.output<(typeof controls.restore)['data']>;

export async function run(context: Context, { file }: RestoreFlags, output: Output<State>): Promise<void> {
  const snapshot = await open(context.screen, file);
  const localService = await openControls(context);
  await output.one(await localService.restore(snapshot), () => '');
  context.screen.notify(context.screen.text.mock.restored(file));
}

/** Read while it is sent: a state may be larger than memory. */
async function open({ text }: Screen, file: string): Promise<Blob> {
  try {
    await access(file, constants.R_OK);
    return await openAsBlob(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError('file_unreadable', text.mock.fileUnreadable(file, reason));
  }
}
