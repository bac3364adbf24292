import type { Field } from '../../../output/fields.ts';

export const FAULT_FIELDS: readonly Field[] = [
  { path: 'id', kind: 'text' },
  { path: 'on', kind: 'text' },
  { path: 'fault', kind: 'text' },
  { path: 'times', kind: 'count' },
  { path: 'after', kind: 'count' },
  { path: 'probability', kind: 'text' },
  { path: 'delayMs', kind: 'duration' },
  { path: 'matched', kind: 'count' },
  { path: 'fired', kind: 'count' },
];
