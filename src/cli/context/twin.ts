import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unknownProfile } from '../../client/errors.ts';
import type { StoredProfile } from '../../client/profiles/profiles-file.ts';
import { FILE_MODE } from '../../files/private-files.ts';
import { isSystemError } from '../../files/system-error.ts';
import { fakesOf, NO_FAKES, type Fakes } from '../../twin/fakes.ts';
import { TwinError, worldOfIndex, type Twin } from '../../twin/world-of-index.ts';
import { usageError } from '../errors/command-error.ts';
import { withCompleteIndex } from './account-index.ts';
import type { Context } from './context.ts';
import { openStateFolder, type AccountSettings } from './state-folder.ts';

/** Beside the index: with both, one can try which CPF a fake stands for. */
const SECRET_FILE = 'twin-secret';

export interface TwinOfProfile extends Twin {
  readonly settings: AccountSettings;
  readonly profile: StoredProfile;
  readonly fakes: Fakes;
  /** Epoch milliseconds: what happened later is not in it. */
  readonly asOf: number;
}

/**
 * The account of a profile as a world, from the index that `pix sync` keeps. No request is sent, and no key is read.
 *
 * @throws CommandError no_mirror, mirror_incomplete, mirror_unusable, mirror_without_balance
 * @throws {ConfigurationError} `unknown_profile`
 */
export async function twinOfProfile(context: Context, name: string, keepsNames: boolean): Promise<TwinOfProfile> {
  const { text, warn } = context.screen;
  const profiles = await context.session.profiles();
  const profile = profiles.get(name);
  if (profile === undefined) throw unknownProfile(name, profiles);
  // Where the state of the profile is: its key is not asked for.
  const settings: AccountSettings = { profileName: name, keySource: 'profile', apiKey: '', baseUrl: profile.baseUrl };
  const fakes = keepsNames ? NO_FAKES : fakesOf(secretIn(await openStateFolder(context, settings)));
  return withCompleteIndex(context, settings, ({ index, asOf }) => {
    try {
      const twin = worldOfIndex(index, name, fakes);
      if (!twin.hasDisputes) warn(text.twin.withoutDisputes);
      return { ...twin, settings, profile, fakes, asOf };
    } catch (error) {
      if (!(error instanceof TwinError)) throw error;
      if (error.code === 'not_noted') throw usageError('mirror_without_balance', text.twin.withoutBalance(name));
      throw usageError('mirror_unusable', text.twin.unreadable(error.message));
    }
  });
}

/** The same on every run. It is made once, and never leaves this machine. */
function secretIn(folder: string): string {
  const path = join(folder, SECRET_FILE);
  try {
    writeFileSync(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: FILE_MODE });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
