import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MirrorOwnerError, openMirror, type Mirror } from '../../../find/index/index-file.ts';
import { isDamage } from '../../../sqlite/damage.ts';
import { DatabaseOpenError } from '../../../sqlite/open-error.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import { openStateFolder } from '../../context/state-folder.ts';

/** Where the mirror of an account lies. */
export interface MirrorPlace {
  readonly path: string;
  /** Held by the process that writes it. */
  readonly lockPath: string;
  readonly isThere: boolean;
}

/** @throws CommandError state_unwritable */
export async function mirrorPlace(context: Context, settings: Settings): Promise<MirrorPlace> {
  const folder = await openStateFolder(context, settings);
  const path = join(folder, 'mirror.sqlite');
  return { path, lockPath: join(folder, 'mirror.lock'), isThere: existsSync(path) };
}

/**
 * Opens the mirror, which is bound to the account by the folder that it lies in, and to the service.
 *
 * @throws CommandError mirror_of_another_account, mirror_unusable
 */
export async function openMirrorAt(
  { path }: MirrorPlace,
  { baseUrl }: Settings,
  { text }: Screen,
  isRebuilt = false,
): Promise<Mirror> {
  try {
    const owner = { origin: originOf(baseUrl), profile: basename(join(path, '..')) };
    return await openMirror(path, owner, isRebuilt);
  } catch (error) {
    if (error instanceof MirrorOwnerError) {
      const { profile, origin } = error.owner;
      throw new CommandError({
        ...text.sync.otherAccount(profile, origin),
        code: 'mirror_of_another_account',
        exitCode: EXIT.failed,
        details: { file: path, profile, origin },
        cause: error,
      });
    }
    if (error instanceof DatabaseOpenError) throw unusableMirror(path, error.reason, error, text);
    throw isDamage(error) ? unusableMirror(path, 'unreadable', error, text) : error;
  }
}

/** For a mirror that can't be opened or is damaged. */
export function unusableMirror(
  path: string,
  reason: DatabaseOpenError['reason'],
  cause: Error,
  text: Screen['text'],
): CommandError {
  return new CommandError({
    ...text.sync.unusable(path),
    code: 'mirror_unusable',
    exitCode: EXIT.failed,
    details: { file: path, reason },
    cause,
  });
}
