import type * as z from 'zod';
import type { controls } from '../../../../contract/control.ts';
import type { Fields } from '../../../output/fields.ts';
import type { Output } from '../../../output/output.ts';
import { renderSheet } from '../../../output/sheet.ts';

export type Behaviour = z.output<(typeof controls.showAccount)['data']>;

export const BEHAVIOUR_FIELDS: Fields<Behaviour> = [
  { path: 'id', kind: 'text' },
  { path: 'name', kind: 'text' },
  { path: 'instant', kind: 'text' },
  { path: 'settleAfterMs', kind: 'duration' },
  { path: 'settleAs', kind: 'status', statusOf: 'withdrawal' },
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

export async function printBehaviour(output: Output<Behaviour>, behaviour: Behaviour): Promise<void> {
  await output.one(behaviour, (style) => {
    const settleAfterMs = behaviour.settleAfterMs ?? style.text.mock.never;
    return renderSheet({ ...behaviour, settleAfterMs }, BEHAVIOUR_FIELDS, style);
  });
}
