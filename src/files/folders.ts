import { join } from 'node:path';
import envPaths from 'env-paths';

/** The folder in `PIX_CONFIG_DIR`, which then stores everything; undefined if the variable is not set. */
export function namedFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = environment['PIX_CONFIG_DIR'];
  return folder === '' ? undefined : folder;
}

/** The folder of profiles and settings. @param named replaces the platform's default */
export function configFolder(named: string | undefined): string {
  return named ?? envPaths('pix', { suffix: '' }).config;
}

/** The folder of journals, indexes and exports. @param named replaces the platform's default */
export function stateFolder(named: string | undefined): string {
  return named === undefined ? envPaths('pix', { suffix: '' }).data : join(named, 'state');
}
