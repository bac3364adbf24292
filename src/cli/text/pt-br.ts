import type { Catalogue } from './en.ts';
import { api } from './pt-br/api.ts';
import { completion } from './pt-br/completion.ts';
import { config, configFields } from './pt-br/config.ts';
import { doctor } from './pt-br/doctor.ts';
import { exports } from './pt-br/exports.ts';
import { failures } from './pt-br/failures.ts';
import { find, findFields, sync } from './pt-br/find.ts';
import { help } from './pt-br/help.ts';
import { keyStorage } from './pt-br/key-storage.ts';
import { mock, mockFields } from './pt-br/mock.ts';
import { payoutFields, payouts, payoutStatuses } from './pt-br/payouts.ts';
import { receipt } from './pt-br/receipt.ts';
import { screens } from './pt-br/screens.ts';
import { stats } from './pt-br/stats.ts';
import { topics } from './pt-br/topics.ts';
import { views } from './pt-br/views.ts';

export const ptBr: Catalogue = {
  help,
  api,
  completion,
  config,
  doctor,
  ...exports,
  ...failures,
  ...payouts,
  ...screens,
  find,
  keyStorage,
  sync,
  mock,
  receipt,
  stats,
  topics,
  views,
  statuses: { ...screens.statuses, ...payoutStatuses },
  fields: { ...screens.fields, ...configFields, ...keyStorage.fields, ...mockFields, ...findFields, ...payoutFields },
};
