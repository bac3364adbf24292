import { controls, type FaultReceipt } from '../../../../contract/control.ts';
import type { Context } from '../../../context/context.ts';
import { openControls } from '../../../context/local-service.ts';
import type { Fields } from '../../../output/fields.ts';
import type { Output } from '../../../output/output.ts';

export const FAULT_FIELDS: Fields<FaultReceipt> = [
  { path: 'id', kind: 'text' },
  { path: 'on', kind: 'text' },
  { path: 'fault', kind: 'text' },
  { path: 'times', kind: 'count' },
  { path: 'after', kind: 'count' },
  { path: 'probability', kind: 'text' },
  { path: 'delayMs', kind: 'duration' },
  { path: 'matched', kind: 'count' },
  { path: 'fired', kind: 'count' },
];

interface ReceiptsFlags {
  readonly move: 'list' | 'clear';
}

/** `pix mock faults list|clear`: both show how often each fault has fired. */
export async function run(context: Context, { move }: ReceiptsFlags, output: Output<FaultReceipt>): Promise<void> {
  const localService = await openControls(context);
  const { faults } = await localService.use(move === 'list' ? controls.listFaults : controls.clearFaults, {});
  const source = {
    batches: [faults],
    envelope: (items: readonly unknown[]) => ({ faults: items }),
    emptyMessage: context.screen.text.mock.noFaults,
  };
  await output.list(source, FAULT_FIELDS);
}
