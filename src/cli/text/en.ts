import { fieldsOf } from './fields.ts';
import { amount } from './en/amount.ts';
import { api } from './en/api.ts';
import { auth } from './en/auth.ts';
import { balance } from './en/balance.ts';
import { completion } from './en/completion.ts';
import { config } from './en/config.ts';
import { configuration, transport } from './en/connection.ts';
import { doctor } from './en/doctor.ts';
import { errors } from './en/errors.ts';
import { explain } from './en/explain.ts';
import { exports } from './en/export.ts';
import { fields } from './en/fields.ts';
import { find } from './en/find.ts';
import { help } from './en/help.ts';
import { keyStorage } from './en/key-storage.ts';
import { keys } from './en/keys.ts';
import { lists } from './en/lists.ts';
import { mock } from './en/mock.ts';
import { payments } from './en/payments.ts';
import { payouts } from './en/payouts/payouts.ts';
import { pixKey } from './en/pix-key.ts';
import { progress } from './en/progress.ts';
import { prompt } from './en/prompt.ts';
import { refusalCodes } from './en/refusal-codes.ts';
import { refusals } from './en/refusals.ts';
import { serve } from './en/serve.ts';
import { settings } from './en/settings.ts';
import { stats } from './en/stats.ts';
import { statuses } from './en/statuses.ts';
import { sync } from './en/sync.ts';
import { topics } from './en/topics.ts';
import { usage } from './en/usage.ts';
import { withdraw } from './en/withdraw.ts';
import { words } from './en/words.ts';

const commands = {
  api,
  auth,
  balance,
  completion,
  config,
  doctor,
  explain,
  export: exports,
  find,
  keys,
  mock,
  payments,
  payouts,
  prompt,
  serve,
  stats,
  sync,
  withdraw,
};

export const en = {
  ...commands,
  amount,
  configuration,
  transport,
  errors,
  help,
  keyStorage,
  lists,
  pixKey,
  progress,
  refusalCodes,
  refusals,
  settings,
  statuses,
  topics,
  usage,
  words,
  fields: fieldsOf(fields, commands),
};

/** Everything that a person reads, in one language. English sets the shape: what another language lacks does not compile. */
export type Catalogue = typeof en;
