import { access } from 'node:fs/promises';
import { FILE_MODE } from '../../../files/private-files.ts';
import { writeFileWhole } from '../../../files/write-whole.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { guardingFile } from '../../context/file-failure.ts';
import { openControls } from '../../context/local-service.ts';
import type { Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';

interface SavedState {
  readonly file: string;
  readonly bytes: number;
}

export const FIELDS: Fields<SavedState> = [
  { path: 'file', kind: 'text' },
  { path: 'bytes', kind: 'text' },
];

interface SnapshotFlags {
  readonly file: string;
  readonly force?: boolean;
}

export async function run(context: Context, { file, force }: SnapshotFlags, output: Output<SavedState>): Promise<void> {
  const { text } = context.screen;
  if (force !== true && (await exists(file))) throw usageError('file_exists', text.errors.fileExists(file));
  const localService = await openControls(context);
  let bytes = 0;
  await localService.snapshot((pieces) =>
    guardingFile(file, text, async () => {
      // Private, because the state contains the keys of the service.
      ({ bytes } = await writeFileWhole(file, pieces, context.host.interruption, FILE_MODE));
    }),
  );
  await output.one({ file, bytes }, () => '');
  context.screen.notify(text.mock.saved(file));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
