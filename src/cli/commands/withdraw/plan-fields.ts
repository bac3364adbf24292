import type { Field } from '../../output/fields.ts';

/** What `--dry-run` tells. */
export const PLAN_FIELDS: readonly Field[] = [
  { path: 'profile', kind: 'text' },
  { path: 'baseUrl', kind: 'text' },
  { path: 'pixKey', kind: 'text' },
  { path: 'pixKeyType', kind: 'text' },
  { path: 'amount', kind: 'money' },
  { path: 'coverFee', kind: 'text' },
  { path: 'fee', kind: 'money' },
  { path: 'sent', kind: 'money' },
  { path: 'value', kind: 'money' },
  { path: 'balance', kind: 'money' },
  { path: 'balanceAfter', kind: 'money' },
  { path: 'description', kind: 'text' },
];
