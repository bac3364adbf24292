import { isSystemError } from '../../files/system-error.ts';
import { DatabaseOpenError } from '../../sql/sqlite/driver.ts';
import type { Catalogue } from '../text/translate.ts';
import { usageError } from './command-error.ts';

/** Why a file could not be read or written, in the person's language; rare reasons in the system's words. */
export function plainCause(
  error: Error,
  { labels }: Catalogue,
  ofFiles: Readonly<Record<string, string>> = {},
): string {
  const plain: Readonly<Record<string, string>> = { ...labels.fileCauses, ...ofFiles };
  for (const cause of causesOf(error)) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const words = Object.hasOwn(plain, code) ? plain[code] : undefined;
    if (words !== undefined) return words;
  }
  return databaseCause(error, labels) ?? error.message;
}

/** A file that the system does not read; any other error as it is. */
export function unreadableFile(path: string, error: unknown, text: Catalogue): unknown {
  if (!isSystemError(error)) return error;
  return usageError('file_unreadable', text.errors.fileUnreadable(path, plainCause(error, text)), { file: path });
}

/** What the driver of PostgreSQL says where a server asks for a password and there is none, or an empty one. */
const PASSWORD_MISSING = /client password must be a/;

/** Why a server of databases could not be connected to: in its words or the system's, which an administrator knows. */
export function connectionCause(error: Error, { labels }: Catalogue): string {
  const said = [...causesOf(error)].map(({ message }) => message).filter((message) => message !== '');
  const last = said.at(-1) ?? '';
  return PASSWORD_MISSING.test(last) ? labels.connectionCauses.passwordMissing : last;
}

/** Its primary code is the low byte of SQLite's extended one. */
const PRIMARY_CODE = 0xff;

function databaseCause(error: Error, labels: Catalogue['labels']): string | undefined {
  const causes: Readonly<Record<number, string>> = labels.databaseCauses;
  for (const cause of causesOf(error)) {
    const code = 'errcode' in cause && typeof cause.errcode === 'number' ? cause.errcode & PRIMARY_CODE : 0;
    if (causes[code] !== undefined) return causes[code];
  }
  return error instanceof DatabaseOpenError ? labels.databaseRefusals[error.reason] : undefined;
}

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    yield cause;
    if (cause instanceof AggregateError) for (const part of cause.errors) yield* causesOf(part);
  }
}

type Reason = keyof Catalogue['labels']['keychainReasons'];

/** Matches the messages of the three systems' keychains, and those of `SystemKeychain`. */
const SIGNS: readonly (readonly [RegExp, Reason])[] = [
  [/d-?bus|freedesktop|secret service/i, 'noSession'],
  [/\block|denied|cancel|dismiss/i, 'locked'],
  [/no answer|has ended/i, 'silent'],
  [/give back/i, 'unreliable'],
];

/** Why a keychain could not be used, in the person's words; in its own where that is rare. */
export function keychainReason(reason: string, { labels }: Catalogue): string {
  const known = SIGNS.find(([sign]) => sign.test(reason))?.[1];
  return known === undefined ? reason : labels.keychainReasons[known];
}

/** Why a command printed no key, in the person's words; the system's where it could not be started. */
export function commandReason(reason: string, { keyStorage, labels }: Catalogue): string {
  const known = Object.entries(labels.keyCommandReasons).find(([flaw]) => flaw === reason);
  if (known !== undefined) return known[1];
  const [, exitCode] = /^exit code (\d+)$/.exec(reason) ?? [];
  if (exitCode !== undefined) return keyStorage.commandExit(exitCode);
  return /ENOENT/.test(reason) ? labels.keyCommandReasons['not found'] : reason;
}
