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

/** `skipped`: what it depends on is not there. */
export type CheckState = 'ok' | 'warning' | 'problem' | 'skipped';

/** What was looked at, and what came out. */
export interface Check {
  readonly check: CheckName;
  readonly state: CheckState;
  readonly detail: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
}

/** What a failure that was to be expected says, and what to do. @throws the error itself, when it is any other */
export function saidBy(error: unknown): { readonly detail: string; readonly remedy?: string | undefined } {
  if (error instanceof CommandError) return { detail: error.message, remedy: error.hint };
  if (error instanceof ConfigurationError || error instanceof SettingsError) return { detail: error.message };
  if (error instanceof Error && 'code' in error) return { detail: error.message };
  throw error;
}
