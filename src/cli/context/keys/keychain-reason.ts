import type { Catalogue } from '../../text/translate.ts';

type Reason = keyof Catalogue['keyStorage']['reasons'];

/** Matches the messages of the three systems' keychains, and those of `SystemKeychain`. */
const SIGNS: readonly (readonly [RegExp, Reason])[] = [
  [/d-?bus|freedesktop|secret service/i, 'noSession'],
  [/\block|denied|cancel|dismiss/i, 'locked'],
  [/no answer|has ended/i, 'silent'],
  [/give back/i, 'unreliable'],
];

/** Why a keychain could not be used, in the person's words; in its own where that is rare. */
export function keychainReason(reason: string, { keyStorage }: Catalogue): string {
  const known = SIGNS.find(([sign]) => sign.test(reason))?.[1];
  return known === undefined ? reason : keyStorage.reasons[known];
}

/** Why a command printed no key, in the person's words; the system's where it could not be started. */
export function commandReason(reason: string, { keyStorage }: Catalogue): string {
  const known = Object.entries(keyStorage.commandReasons).find(([flaw]) => flaw === reason);
  if (known !== undefined) return known[1];
  const [, exitCode] = /^exit code (\d+)$/.exec(reason) ?? [];
  if (exitCode !== undefined) return keyStorage.commandExit(exitCode);
  return /ENOENT/.test(reason) ? keyStorage.commandReasons['not found'] : reason;
}
