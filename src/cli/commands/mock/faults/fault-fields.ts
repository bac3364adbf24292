import type { Field } from '../../../output/fields.ts';

export const FAULT_FIELDS: readonly Field[] = [
  { path: 'id', kind: 'text' },
  { path: 'on', kind: 'text' },
  { path: 'fault', kind: 'text' },
  { path: 'times', kind: 'text' },
  { path: 'after', kind: 'text' },
  { path: 'probability', kind: 'text' },
  { path: 'delayMs', kind: 'duration' },
  { path: 'matched', kind: 'text' },
  { path: 'fired', kind: 'text' },
];
