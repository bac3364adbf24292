import { Command } from 'commander';
import { files, paymentStatuses, receiptFormats } from '../../completion/sources.ts';
import { documented } from '../../output/documented.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withListOptions } from '../list-options.ts';

export const helpGroup = 'money';

export const texts = {
  en: () => import('../../text/en/payments.ts'),
  'pt-BR': () => import('../../text/pt-br/payments.ts'),
};

export function declareCommand(declaring: Declaring): Command {
  const { text, isNamed, runs } = declaring;
  const { commands, options: help } = text.payments.help;
  const group = new Command('payments').alias('payment').description(commands.group);
  if (!isNamed(group)) return group;

  const list = withListOptions(new Command('list').description(commands.list), paymentStatuses, declaring);
  const get = new Command('get')
    .description(commands.get)
    .addArgument(requiredArgument(help.id))
    .option('--qr', help.qr)
    .addOption(valueOption('--qr-file', help.qrFile, files))
    .option('--force', text.help.options.force)
    .option('--wait', help.wait)
    .option('--copy', help.copy);
  const receipt = new Command('receipt')
    .description(commands.receipt)
    .addArgument(requiredArgument(help.id))
    .addOption(valueOption('--format', text.receipts.options.format, receiptFormats))
    .addOption(valueOption('--out', text.receipts.options.out, files))
    .addOption(valueOption('--holder', text.receipts.options.holder))
    .option('--force', text.help.options.force);
  const create = new Command('create')
    .description(commands.create)
    .addOption(valueOption('--value', help.value))
    .addOption(valueOption('--description', help.description))
    .option('--cover-fee', help.coverFee)
    .option('--qr', help.qr)
    .option('--copy', help.copy);

  group
    .addCommand(
      runs(list, {
        load: () => import('./list.ts'),
        showsMoney: true,
        fields: documented(async () => (await import('../../../contract/payment.ts')).payment),
        examples: [
          'pix payments list --status COMPLETED --since 7d',
          'pix payments list --watch',
          'pix payments list --all --output csv > payments.csv',
        ],
      }),
    )
    .addCommand(
      runs(get, {
        load: () => import('./get.ts'),
        showsMoney: true,
        arguments: ['id'],
        fields: documented(async () => (await import('../../../contract/payment.ts')).paymentDetails),
        hiddenFields: ['qrCode'],
        examples: ['pix payments get ID --qr --wait', 'pix payments get ID --qr-file charge.png'],
      }),
    )
    .addCommand(
      runs(receipt, {
        load: () => import('./receipt.ts'),
        arguments: ['id'],
        fields: documented(async () => (await import('../../../contract/payment.ts')).paymentDetails),
        hiddenFields: ['qrCode'],
        examples: ['pix payments receipt ID --out receipt.pdf'],
      }),
    )
    .addCommand(
      runs(create, {
        load: () => import('./create.ts'),
        showsMoney: true,
        fields: documented(async () => (await import('../../../contract/payment.ts')).createdPayment),
        hiddenFields: ['qrCode'],
        examples: ['pix payments create --value 10,50 --description "Order 17" --qr'],
      }),
    );
  return withExamples(group, ['pix payments list --status COMPLETED --since 7d', 'pix payments get ID --qr --wait']);
}
