import { inEnglish } from '../../contract/words/pairs.ts';
import { FIELDS } from './fields.ts';

/** What no command brings: texts that several of them use. */
export { configuration, localService, progress, transport } from './en/connection.ts';
export { errors } from './en/errors.ts';
export { completion, help, topics } from './en/help.ts';
export { lists } from './en/lists.ts';
export { payoutErrors, payoutReasons } from './en/payouts/errors.ts';
export { receipts } from './en/receipts.ts';
export { refusalCodes, refusals } from './en/refusals.ts';
export { keyStorage, settings } from './en/settings.ts';
export { amount, pixKey, usage } from './en/usage.ts';
export { statuses, words } from './en/words.ts';

export const fields = inEnglish(FIELDS);
