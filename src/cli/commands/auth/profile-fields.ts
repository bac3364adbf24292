import type { Field } from '../../output/fields.ts';

/** What is shown of a stored profile. The key only masked. */
export const PROFILE_FIELDS: readonly Field[] = [
  { path: 'name', kind: 'text' },
  { path: 'baseUrl', kind: 'text' },
  { path: 'key', kind: 'text' },
  { path: 'current', kind: 'text' },
  { path: 'keyPlace', kind: 'text' },
  { path: 'readOnly', kind: 'text' },
];
