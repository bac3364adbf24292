import { inPortuguese } from '../../contract/words/pairs.ts';
import { FIELDS } from './fields.ts';

export { configuration, localService, progress, transport } from './pt-br/connection.ts';
export { errors } from './pt-br/errors.ts';
export { completion, help, topics } from './pt-br/help.ts';
export { lists } from './pt-br/lists.ts';
export { payoutErrors, payoutReasons } from './pt-br/payouts/errors.ts';
export { receipts } from './pt-br/receipts.ts';
export { refusalCodes, refusals } from './pt-br/refusals.ts';
export { keyStorage, settings } from './pt-br/settings.ts';
export { amount, pixKey, usage } from './pt-br/usage.ts';
export { statuses, words } from './pt-br/words.ts';

export const fields = inPortuguese(FIELDS);
