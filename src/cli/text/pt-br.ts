export { configuration, errors, localService, progress, transport } from './pt-br/errors.ts';
export { completion, help, topics } from './pt-br/help.ts';
export { fields, labels } from './pt-br/labels.ts';
export { lists, receipts, statuses, words } from './pt-br/output.ts';
export { byHand, payoutErrors, payoutReasons, payoutStops, policyProblems } from './pt-br/payouts/errors.ts';
export { refusalCodes, refusals } from './pt-br/refusals.ts';
export { keyStorage, settings } from './pt-br/settings.ts';
export { amount, pixKey, usage } from './pt-br/usage.ts';
