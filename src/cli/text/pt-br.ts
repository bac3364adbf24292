import type { en } from './en.ts';
import { amount } from './pt-br/amount.ts';
import { configuration, localService, transport } from './pt-br/connection.ts';
import { errors } from './pt-br/errors.ts';
import { fields } from './pt-br/fields.ts';
import { help } from './pt-br/help.ts';
import { keyStorage } from './pt-br/key-storage.ts';
import { lists } from './pt-br/lists.ts';
import { payoutErrors } from './pt-br/payouts/errors.ts';
import { payoutReasons } from './pt-br/payouts/reasons.ts';
import { pixKey } from './pt-br/pix-key.ts';
import { progress } from './pt-br/progress.ts';
import { receipts } from './pt-br/receipts.ts';
import { refusalCodes } from './pt-br/refusal-codes.ts';
import { refusals } from './pt-br/refusals.ts';
import { settings } from './pt-br/settings.ts';
import { statuses } from './pt-br/statuses.ts';
import { topics } from './pt-br/topics.ts';
import { usage } from './pt-br/usage.ts';
import { words } from './pt-br/words.ts';

export const ptBr: typeof en = {
  amount,
  configuration,
  transport,
  errors,
  fields,
  help,
  keyStorage,
  lists,
  localService,
  payoutErrors,
  payoutReasons,
  pixKey,
  progress,
  receipts,
  refusalCodes,
  refusals,
  settings,
  statuses,
  topics,
  usage,
  words,
};
