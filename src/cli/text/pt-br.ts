import type { Catalogue } from './en.ts';
import { fieldsOf } from './fields.ts';
import { amount } from './pt-br/amount.ts';
import { api } from './pt-br/api.ts';
import { auth } from './pt-br/auth.ts';
import { balance } from './pt-br/balance.ts';
import { completion } from './pt-br/completion.ts';
import { config } from './pt-br/config.ts';
import { configuration, transport } from './pt-br/connection.ts';
import { doctor } from './pt-br/doctor.ts';
import { errors } from './pt-br/errors.ts';
import { explain } from './pt-br/explain.ts';
import { exports } from './pt-br/export.ts';
import { fields } from './pt-br/fields.ts';
import { find } from './pt-br/find.ts';
import { help } from './pt-br/help.ts';
import { keyStorage } from './pt-br/key-storage.ts';
import { keys } from './pt-br/keys.ts';
import { lists } from './pt-br/lists.ts';
import { mock } from './pt-br/mock.ts';
import { payments } from './pt-br/payments.ts';
import { payouts } from './pt-br/payouts/payouts.ts';
import { pixKey } from './pt-br/pix-key.ts';
import { progress } from './pt-br/progress.ts';
import { prompt } from './pt-br/prompt.ts';
import { refusalCodes } from './pt-br/refusal-codes.ts';
import { refusals } from './pt-br/refusals.ts';
import { serve } from './pt-br/serve.ts';
import { settings } from './pt-br/settings.ts';
import { stats } from './pt-br/stats.ts';
import { statuses } from './pt-br/statuses.ts';
import { sync } from './pt-br/sync.ts';
import { topics } from './pt-br/topics.ts';
import { usage } from './pt-br/usage.ts';
import { withdraw } from './pt-br/withdraw.ts';
import { words } from './pt-br/words.ts';

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

export const ptBr: Catalogue = {
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
