import { Command } from 'commander';
import { payoutAccounts, pixKeyTypes, withdrawalStatuses } from '../../completion/sources.ts';
import { documented } from '../../output/documented.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withListOptions } from '../list-options.ts';
import { withReceiptOptions } from '../receipt-options.ts';

const created = documented(async () => (await import('../../../contract/withdrawal.ts')).createdWithdrawal);
const details = documented(async () => (await import('../../../contract/withdrawal.ts')).withdrawalDetails);

export const helpGroup = 'money';

export const texts = {
  en: () => import('../../text/en/withdraw.ts'),
  'pt-BR': () => import('../../text/pt-br/withdraw.ts'),
};

export function declareCommand(declaring: Declaring): Command {
  const { text, isNamed } = declaring;
  const group = new Command('withdraw')
    .aliases(['withdraws', 'withdrawals'])
    .description(text.withdraw.help.commands.group);
  if (!isNamed(group)) return group;
  for (const declare of [declareCreate, declareRequestCode, declareList, declareGet, declareReceipt]) {
    group.addCommand(declare(declaring));
  }
  return withExamples(group, ['pix withdraw create', 'pix withdraw list --status FAILED', 'pix withdraw receipt ID']);
}

function declareCreate({ text, runs }: Declaring): Command {
  const { commands, options } = text.withdraw.help;
  const ofPayouts = text.payouts.help.options;
  const create = new Command('create')
    .description(commands.create)
    .addOption(valueOption('--amount', options.amount))
    .addOption(valueOption('--pix-key', options.pixKey))
    .addOption(valueOption('--pix-key-type', options.pixKeyType, pixKeyTypes))
    .option('--force-key', options.forceKey)
    .addOption(valueOption('--description', options.description))
    .option('--cover-fee', options.coverFee)
    .option('--no-cover-fee', options.noCoverFee)
    .addOption(valueOption('--code', options.code))
    .addOption(valueOption('--reference', options.reference))
    .option('--new-reference', options.newReference)
    .option('--pay-again', options.payAgain)
    .option('--no-mark', ofPayouts.noMark)
    .addOption(valueOption('--account', ofPayouts.account, payoutAccounts))
    .option('--other-journal', ofPayouts.otherJournal)
    .option('--yes', options.yes)
    .option('--dry-run', options.dryRun)
    .option('--wait', options.wait)
    .option('--copy', options.copy)
    .addOption(valueOption('--look-for', ofPayouts.lookFor));
  return runs(create, {
    load: () => import('./create.ts'),
    fields: async ({ options: given }) => {
      if (given.has('dryRun')) return (await import('./plan.ts')).PLAN_FIELDS;
      return given.has('wait') ? details() : created();
    },
    examples: [
      'pix withdraw create',
      'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run',
      'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --yes --wait',
      'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --reference INV-17 --yes',
    ],
  });
}

function declareRequestCode({ text, runs }: Declaring): Command {
  const { commands, options } = text.withdraw.help;
  const requestCode = new Command('request-code')
    .description(commands.requestCode)
    .addOption(valueOption('--amount', options.amount))
    .option('--cover-fee', options.coverFee)
    .option('--no-cover-fee', options.noCoverFee);
  return runs(requestCode, {
    load: () => import('./request-code.ts'),
    fields: documented(async () => (await import('../../../contract/withdrawal.ts')).transferCodeAnswer.shape.data),
    examples: [
      'pix withdraw request-code --amount 25,00',
      'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --code 123456 --yes',
    ],
  });
}

function declareList(declaring: Declaring): Command {
  const list = new Command('list').description(declaring.text.withdraw.help.commands.list);
  return declaring.runs(withListOptions(list, withdrawalStatuses, declaring), {
    load: () => import('./list.ts'),
    showsMoney: true,
    fields: documented(async () => (await import('../../../contract/withdrawal.ts')).withdrawal),
    examples: ['pix withdraw list --status FAILED', 'pix withdraw list -L 5 --json'],
  });
}

function declareGet({ text, runs }: Declaring): Command {
  const { commands, options } = text.withdraw.help;
  const get = new Command('get')
    .description(commands.get)
    .addArgument(requiredArgument(options.id))
    .option('--wait', options.waitGet)
    .option('--copy', options.copy);
  return runs(get, {
    load: () => import('./get.ts'),
    showsMoney: true,
    arguments: ['id'],
    fields: details,
    examples: ['pix withdraw get ID', 'pix withdraw get ID --wait'],
  });
}

function declareReceipt(declaring: Declaring): Command {
  const { commands, options } = declaring.text.withdraw.help;
  const receipt = new Command('receipt').description(commands.receipt).addArgument(requiredArgument(options.id));
  return declaring.runs(withReceiptOptions(receipt, declaring), {
    load: () => import('./receipt.ts'),
    arguments: ['id'],
    fields: details,
    examples: ['pix withdraw receipt ID', 'pix withdraw receipt ID --lang pt-BR --out receipt.pdf'],
  });
}
