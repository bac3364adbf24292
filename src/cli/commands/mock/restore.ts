import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { levers } from '../../../contract/lever.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { openLevers } from '../../context/local-service.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** `pix mock restore FILE` */
export async function run(context: Context, { file }: { readonly file: string }): Promise<void> {
  const { text } = context.screen;
  const selection = selectFields(context.session.flags.fields, documentedFields(levers.restore.data), text);
  const snapshot = await open(context.screen, file);
  const desk = await openLevers(context);
  await printThing(context, await desk.restore(snapshot), selection, () => '');
  context.screen.notify(text.mock.restored(file));
}

/** Read only while it is sent: a state may be larger than what a process can hold. */
async function open({ text }: Screen, file: string): Promise<Blob> {
  try {
    await access(file, constants.R_OK);
    return await openAsBlob(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError('file_unreadable', text.mock.fileUnreadable(file, reason));
  }
}
