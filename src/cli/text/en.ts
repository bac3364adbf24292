import { amount } from './en/amount.ts';
import { configuration, localService, transport } from './en/connection.ts';
import { errors } from './en/errors.ts';
import { fields } from './en/fields.ts';
import { help } from './en/help.ts';
import { keyStorage } from './en/key-storage.ts';
import { lists } from './en/lists.ts';
import { payoutErrors } from './en/payouts/errors.ts';
import { payoutReasons } from './en/payouts/reasons.ts';
import { pixKey } from './en/pix-key.ts';
import { progress } from './en/progress.ts';
import { receipts } from './en/receipts.ts';
import { refusalCodes } from './en/refusal-codes.ts';
import { refusals } from './en/refusals.ts';
import { settings } from './en/settings.ts';
import { statuses } from './en/statuses.ts';
import { topics } from './en/topics.ts';
import { usage } from './en/usage.ts';
import { words } from './en/words.ts';

/** What no command brings: texts that several of them use. */
export const en = {
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
