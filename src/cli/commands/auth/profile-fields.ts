import { maskedKeyOf, type StoredProfile } from '../../../client/profiles/profiles-file.ts';
import { REFUSAL_FORM_DEFAULT } from '../../../client/http/refusal-forms.ts';
import { placeOf } from '../keys/keep-key.ts';
import type { Field } from '../../output/fields.ts';

/** What is shown of a stored profile. The key only masked. */
export const PROFILE_FIELDS: readonly Field[] = [
  { path: 'name', kind: 'text' },
  { path: 'baseUrl', kind: 'text' },
  { path: 'key', kind: 'text' },
  { path: 'current', kind: 'text' },
  { path: 'keyPlace', kind: 'word' },
  { path: 'readOnly', kind: 'text' },
  { path: 'refusalForm', kind: 'text' },
];

/** @param isCurrent whether it is the one in use where no other is named */
export function profileRow(name: string, profile: StoredProfile, isCurrent: boolean) {
  const { baseUrl, keys, readOnly = false, refusalForm = REFUSAL_FORM_DEFAULT } = profile;
  const [first] = keys;
  return {
    name,
    baseUrl,
    key: first === undefined ? null : maskedKeyOf(first),
    current: isCurrent,
    keyPlace: first === undefined ? null : placeOf(first),
    readOnly,
    refusalForm,
  };
}
