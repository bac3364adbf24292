import { Command } from 'commander';
import { files, paymentStatuses } from '../../completion/sources.ts';
import { documented } from '../../output/documented.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withListOptions } from '../list-options.ts';
import { withReceiptOptions } from '../receipt-options.ts';

const details = documented(async () => (await import('../../../contract/payment.ts')).paymentDetails);

export const helpGroup = 'money';

export const texts = {
  en: () => import('../../text/en/payments.ts'),
  'pt-BR': () => import('../../text/pt-br/payments.ts'),
};

export function declareCommand(declaring: Declaring): Command {
  const { text, isNamed } = declaring;
  const group = new Command('payments').alias('payment').description(text.payments.help.commands.group);
  if (!isNamed(group)) return group;
  for (const declare of [declareList, declareGet, declareReceipt, declareCreate]) group.addCommand(declare(declaring));
  return withExamples(group, ['pix payments list --status COMPLETED --since 7d', 'pix payments get ID --qr --wait']);
}

function declareList(declaring: Declaring): Command {
  const list = new Command('list').description(declaring.text.payments.help.commands.list);
  return declaring.runs(withListOptions(list, paymentStatuses, declaring), {
    load: () => import('./list.ts'),
    showsMoney: true,
    fields: documented(async () => (await import('../../../contract/payment.ts')).payment),
    examples: [
      'pix payments list --status COMPLETED --since 7d',
      'pix payments list --watch',
      'pix payments list --all --output csv > payments.csv',
    ],
  });
}

function declareGet({ text, runs }: Declaring): Command {
  const { commands, options } = text.payments.help;
  const get = new Command('get')
    .description(commands.get)
    .addArgument(requiredArgument(options.id))
    .option('--qr', options.qr)
    .addOption(valueOption('--qr-file', options.qrFile, files))
    .option('--force', text.help.options.force)
    .option('--wait', options.wait)
    .option('--copy', options.copy);
  return runs(get, {
    load: () => import('./get.ts'),
    showsMoney: true,
    arguments: ['id'],
    fields: details,
    hiddenFields: ['qrCode'],
    examples: ['pix payments get ID --qr --wait', 'pix payments get ID --qr-file charge.png'],
  });
}

function declareReceipt(declaring: Declaring): Command {
  const { commands, options } = declaring.text.payments.help;
  const receipt = new Command('receipt').description(commands.receipt).addArgument(requiredArgument(options.id));
  return declaring.runs(withReceiptOptions(receipt, declaring), {
    load: () => import('./receipt.ts'),
    arguments: ['id'],
    fields: details,
    hiddenFields: ['qrCode'],
    examples: ['pix payments receipt ID --out receipt.pdf'],
  });
}

function declareCreate({ text, runs }: Declaring): Command {
  const { commands, options } = text.payments.help;
  const create = new Command('create')
    .description(commands.create)
    .addOption(valueOption('--value', options.value))
    .addOption(valueOption('--description', options.description))
    .option('--cover-fee', options.coverFee)
    .option('--qr', options.qr)
    .option('--copy', options.copy);
  return runs(create, {
    load: () => import('./create.ts'),
    showsMoney: true,
    fields: documented(async () => (await import('../../../contract/payment.ts')).createdPayment),
    hiddenFields: ['qrCode'],
    examples: ['pix payments create --value 10,50 --description "Order 17" --qr'],
  });
}
