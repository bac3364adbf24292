/**
 * What a fault of the local service may do. `reset-after`, `truncate`, `malformed` and `hang` process the request and
 * store its effect before they spoil the answer.
 */
export const FAULT_KINDS = [
  'latency',
  'status-500',
  'status-502-html',
  'status-503',
  'rate-limit',
  'rate-limit-bare',
  'reset-before',
  'reset-after',
  'truncate',
  'malformed',
  'hang',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
