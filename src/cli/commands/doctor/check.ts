import { ConfigurationError, SettingsError } from '../../../client/errors.ts';
import { CommandError } from '../../errors/command-error.ts';

export const CHECKS = [
  'version',
  'terminal',
  'configFile',
  'settings',
  'key',
  'readOnly',
  'state',
  'proxy',
  'dns',
  'certificate',
  'service',
  'clock',
  'permissions',
  'rate',
] as const;
type CheckName = (typeof CHECKS)[number];

/** `skipped`: a precondition is missing. */
export type CheckState = 'ok' | 'warning' | 'problem' | 'skipped';

/** The result of one check. */
export interface Check {
  readonly check: CheckName;
  readonly state: CheckState;
  readonly detail: string;
  /** What to do about a problem. */
  readonly remedy?: string | undefined;
}

/** The text of an expected failure, with its remedy. @throws any other error */
export function saidBy(error: unknown): { readonly detail: string; readonly remedy?: string | undefined } {
  if (error instanceof CommandError) return { detail: error.message, remedy: error.hint };
  if (error instanceof ConfigurationError || error instanceof SettingsError) return { detail: error.message };
  if (error instanceof Error && 'code' in error) return { detail: error.message };
  throw error;
}
