import type * as z from 'zod';
import type { levers } from '../../../../contract/lever.ts';
import type { Context } from '../../../context/context.ts';
import type { Field, Selection } from '../../../output/fields.ts';
import { printThing } from '../../../output/present.ts';
import { renderSheet } from '../../../output/sheet.ts';

export const BEHAVIOUR_FIELDS: readonly Field[] = [
  { path: 'id', kind: 'text' },
  { path: 'name', kind: 'text' },
  { path: 'instant', kind: 'text' },
  { path: 'settleAfterMs', kind: 'duration' },
  { path: 'settleAs', kind: 'status' },
  { path: 'transferSecurity', kind: 'text' },
  { path: 'oneAtATime', kind: 'text' },
  { path: 'blocked', kind: 'text' },
  { path: 'dailyLimitCentavos', kind: 'money' },
  { path: 'monthlyLimitCentavos', kind: 'money' },
  { path: 'perTransactionLimitCentavos', kind: 'money' },
  { path: 'feeCentavos', kind: 'money' },
  { path: 'availableCentavos', kind: 'money' },
  { path: 'inTransitCentavos', kind: 'money' },
  { path: 'blockedCentavos', kind: 'money' },
];

type Behaviour = z.output<(typeof levers.showAccount)['data']>;

export async function printBehaviour(context: Context, behaviour: Behaviour, selection: Selection): Promise<void> {
  await printThing(context, behaviour, selection, (style) => {
    const settleAfterMs = behaviour.settleAfterMs ?? context.screen.text.mock.never;
    return renderSheet({ ...behaviour, settleAfterMs }, BEHAVIOUR_FIELDS, style);
  });
}
