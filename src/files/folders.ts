import { join } from 'node:path';
import envPaths from 'env-paths';

/** The folder that `PIX_CONFIG_DIR` names, the only one where anything is kept; undefined where it names none. */
export function namedFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment['PIX_CONFIG_DIR'];
  return folder === '' ? undefined : folder;
}

/** The folder of profiles and settings. @param named in place of the platform's */
export function configFolder(named: string | undefined): string {
  return named ?? envPaths('pix', { suffix: '' }).config;
}

/** The folder of what is remembered of accounts. @param named in place of the platform's */
export function stateFolder(named: string | undefined): string {
  return named === undefined ? envPaths('pix', { suffix: '' }).data : join(named, 'state');
}
