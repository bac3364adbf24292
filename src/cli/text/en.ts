/** What no command brings: texts that several of them use. */
export { configuration, errors, localService, progress, transport } from './en/errors.ts';
export { completion, help, topics } from './en/help.ts';
export { fields, labels } from './en/labels.ts';
export { lists, receipts, statuses, words } from './en/output.ts';
export { byHand, payoutErrors, payoutReasons, payoutStops, policyProblems } from './en/payouts/errors.ts';
export { refusalCodes, refusals } from './en/refusals.ts';
export { keyStorage, settings } from './en/settings.ts';
export { amount, pixKey, usage } from './en/usage.ts';
