import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The home folder of users without one, as Debian names it. It does not exist, so writing fails with a clear error. */
const NO_HOME = '/nonexistent';

/** The folder in `PIX_CONFIG_DIR`, which then stores everything; undefined if the variable is not set. */
export function namedFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment['PIX_CONFIG_DIR'];
  return folder === '' ? undefined : folder;
}

/** The folder of profiles and settings. @param named replaces the platform's default */
export function configFolder(named: string | undefined): string {
  return named ?? folderOfPlatform('config');
}

/** The folder of journals, indexes and exports. @param named replaces the platform's default */
export function stateFolder(named: string | undefined): string {
  return named === undefined ? folderOfPlatform('data') : join(named, 'state');
}

function folderOfPlatform(kind: 'config' | 'data'): string {
  const { APPDATA, LOCALAPPDATA, XDG_CONFIG_HOME, XDG_DATA_HOME } = process.env;
  const home = homeFolder();
  const isConfig = kind === 'config';
  if (process.platform === 'darwin') {
    return join(home, 'Library', isConfig ? 'Preferences' : 'Application Support', 'pix');
  }
  if (process.platform === 'win32') {
    return isConfig
      ? join(APPDATA || join(home, 'AppData', 'Roaming'), 'pix', 'Config')
      : join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'pix', 'Data');
  }
  return isConfig
    ? join(XDG_CONFIG_HOME || join(home, '.config'), 'pix')
    : join(XDG_DATA_HOME || join(home, '.local', 'share'), 'pix');
}

/** In a container, a process may run without `HOME`, as a user that the system does not list. */
export function homeFolder(): string {
  try {
    return homedir() || userInfo().homedir;
  } catch {
    return NO_HOME;
  }
}
