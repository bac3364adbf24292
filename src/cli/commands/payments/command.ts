import { Command } from 'commander';
import type { CreateFlags } from './create.ts';
import type { GetFlags } from './get.ts';
import type { ListFlags } from '../../output/lists/list-rows.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withListOptions } from '../list-options.ts';

export function declarePayments(declaring: Declaring): Command {
  const { text, launch } = declaring;
  const { commands, payments: help } = text.help;
  const list = withListOptions(new Command('list').description(commands.paymentsList), declaring).action(
    (options: ListFlags, command: Command) => launch(command, () => import('./list.ts'), options),
  );
  const get = new Command('get')
    .description(commands.paymentsGet)
    .addArgument(requiredArgument(help.id))
    .option('--qr', help.qr)
    .addOption(valueOption('--qr-file', help.qrFile))
    .option('--force', text.help.export.force)
    .option('--wait', text.views.help.waitPayment)
    .action((id: string, options: Omit<GetFlags, 'id'>, command: Command) =>
      launch(command, () => import('./get.ts'), { ...options, id }),
    );
  const create = new Command('create')
    .description(commands.paymentsCreate)
    .addOption(valueOption('--value', help.value))
    .addOption(valueOption('--description', help.description))
    .option('--cover-fee', help.coverFee)
    .option('--qr', help.qr)
    .action((options: CreateFlags, command: Command) => launch(command, () => import('./create.ts'), options));

  const group = new Command('payments')
    .alias('payment')
    .description(commands.payments)
    .addCommand(
      withExamples(list, [
        'pix payments list --status COMPLETED --since 7d',
        'pix payments list --watch',
        'pix payments list --all --output csv > payments.csv',
      ]),
    )
    .addCommand(withExamples(get, ['pix payments get ID --qr --wait', 'pix payments get ID --qr-file charge.png']))
    .addCommand(withExamples(create, ['pix payments create --value 10,50 --description "Order 17" --qr']));
  return withExamples(group, ['pix payments list --status COMPLETED --since 7d', 'pix payments get ID --qr --wait']);
}
