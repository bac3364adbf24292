import { Command } from 'commander';
import type { FaultKind } from '../../../../contract/control.ts';
import { operationNames } from '../../../completion/sources.ts';
import { wholeNumber } from '../../../input/number.ts';
import { valueOption, withExamples, type Declaring } from '../../declaring.ts';

/** Repeated from the contract, which takes too long to load for a help text. */
const FAULT_KINDS: Readonly<Record<FaultKind, true>> = {
  latency: true,
  'status-500': true,
  'status-502-html': true,
  'status-503': true,
  'rate-limit': true,
  'rate-limit-bare': true,
  'reset-before': true,
  'reset-after': true,
  truncate: true,
  malformed: true,
  hang: true,
};

const faultKinds = () => Object.keys(FAULT_KINDS);

export function declareFaults({ text, runs }: Declaring): Command {
  const { commands, options: help } = text.mock.help;
  const fields = async () => (await import('./receipts.ts')).FAULT_FIELDS;
  const faultHelp = { value: help.faultKind, description: `${help.fault}: ${faultKinds().join(', ')}` };
  const add = new Command('add')
    .description(commands.faultsAdd)
    .addOption(valueOption('--on', help.on, operationNames))
    .addOption(valueOption('--fault', faultHelp, faultKinds))
    .addOption(valueOption('--times', help.times).argParser(wholeNumber('--times', 1, Infinity, text)))
    .addOption(valueOption('--after', help.after).argParser(wholeNumber('--after', 0, Infinity, text)))
    .addOption(valueOption('--probability', help.probability))
    .addOption(valueOption('--delay', help.delay));
  const list = new Command('list').description(commands.faultsList);
  const clear = new Command('clear').description(commands.faultsClear);

  const group = new Command('faults')
    .description(commands.faults)
    .addCommand(
      runs(add, {
        load: () => import('./add.ts'),
        fields,
        examples: [
          'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
          'pix mock faults add --on "GET *" --fault latency --delay 2s --probability 0.1',
        ],
      }),
    )
    .addCommand(
      runs(list, {
        load: () => import('./receipts.ts'),
        fixed: { move: 'list' },
        fields,
        examples: ['pix mock faults list'],
      }),
    )
    .addCommand(
      runs(clear, {
        load: () => import('./receipts.ts'),
        fixed: { move: 'clear' },
        fields,
        examples: ['pix mock faults clear'],
      }),
    );
  return withExamples(group, [
    'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
    'pix mock faults list',
  ]);
}
