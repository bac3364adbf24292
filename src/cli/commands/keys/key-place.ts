import { closestWord } from '../../errors/closest-word.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Catalogue } from '../../text/translate.ts';

/** `--keychain` and `--no-keychain`; undefined lets `pix` choose. */
export interface StorageFlags {
  readonly keychain?: boolean;
}

const KEY_PLACES = ['keychain', 'file'] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

/** Reads the place that a person typed. */
export function keyPlace(text: Catalogue) {
  return (typed: string): KeyPlace => {
    const place = KEY_PLACES.find((known) => known === typed.toLowerCase());
    if (place !== undefined) return place;
    const closest = closestWord(typed, KEY_PLACES);
    throw usageError('invalid_place', text.usage.unknownValue(text.keyStorage.place, typed, KEY_PLACES, closest));
  };
}
