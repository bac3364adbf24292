import { api } from './en/api.ts';
import { completion } from './en/completion.ts';
import { config, configFields } from './en/config.ts';
import { doctor } from './en/doctor.ts';
import { exports } from './en/exports.ts';
import { failures } from './en/failures.ts';
import { find, findFields, sync } from './en/find.ts';
import { help } from './en/help.ts';
import { keyStorage } from './en/key-storage.ts';
import { mock, mockFields } from './en/mock.ts';
import { payoutFields, payouts, payoutStatuses } from './en/payouts.ts';
import { receipt } from './en/receipt.ts';
import { screens } from './en/screens.ts';
import { stats } from './en/stats.ts';
import { topics } from './en/topics.ts';
import { views } from './en/views.ts';

export const en = {
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

/** Everything that a person reads, in one language. English sets the shape: what another language lacks does not compile. */
export type Catalogue = typeof en;
