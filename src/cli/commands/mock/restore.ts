import { readFile } from 'node:fs/promises';
import { levers } from '../../../contract/lever.ts';
import { usageError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { openLevers } from '../../local-service.ts';
import { documentedFields } from '../../output/documented-fields.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';

/** `pix mock restore FILE` */
export async function run(context: Context, { file }: { readonly file: string }): Promise<void> {
  const { text } = context;
  const selection = selectFields(context.flags.fields, documentedFields(levers.restore.data), text);
  const snapshot = await read(context, file);
  const desk = await openLevers(context);
  await printThing(context, await desk.restore(snapshot), selection, () => '');
  context.notify(text.mock.restored(file));
}

async function read({ text }: Context, file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError('file_unreadable', text.mock.fileUnreadable(file, reason));
  }
}
