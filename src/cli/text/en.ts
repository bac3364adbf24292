import { exports } from './en/exports.ts';
import { failures } from './en/failures.ts';
import { help } from './en/help.ts';
import { mock, mockFields } from './en/mock.ts';
import { payouts } from './en/payouts.ts';
import { screens } from './en/screens.ts';

export const en = {
  help,
  ...exports,
  ...failures,
  ...payouts,
  ...screens,
  mock,
  fields: { ...screens.fields, ...mockFields },
};

/** Everything that a person reads, in one language. English sets the shape: what another language lacks does not compile. */
export type Catalogue = typeof en;
