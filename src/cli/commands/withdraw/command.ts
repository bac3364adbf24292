import { Command } from 'commander';
import { files, payoutAccounts, pixKeyTypes, receiptFormats, withdrawalStatuses } from '../../completion/sources.ts';
import { documented } from '../../output/documented.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withListOptions } from '../list-options.ts';

const created = documented(async () => (await import('../../../contract/withdrawal.ts')).createdWithdrawal);
const details = documented(async () => (await import('../../../contract/withdrawal.ts')).withdrawalDetails);

export const helpGroup = 'money';

export const texts = {
  en: () => import('../../text/en/withdraw.ts'),
  'pt-BR': () => import('../../text/pt-br/withdraw.ts'),
};

export function declareCommand(declaring: Declaring): Command {
  const { text, isNamed, runs } = declaring;
  const { commands, options: help } = text.withdraw.help;
  const group = new Command('withdraw').aliases(['withdraws', 'withdrawals']).description(commands.group);
  if (!isNamed(group)) return group;

  const create = new Command('create')
    .description(commands.create)
    .addOption(valueOption('--amount', help.amount))
    .addOption(valueOption('--pix-key', help.pixKey))
    .addOption(valueOption('--pix-key-type', help.pixKeyType, pixKeyTypes))
    .option('--force-key', help.forceKey)
    .addOption(valueOption('--description', help.description))
    .option('--cover-fee', help.coverFee)
    .option('--no-cover-fee', help.noCoverFee)
    .addOption(valueOption('--code', help.code))
    .addOption(valueOption('--reference', help.reference))
    .option('--new-reference', help.newReference)
    .option('--pay-again', help.payAgain)
    .option('--no-mark', text.payouts.help.options.noMark)
    .addOption(valueOption('--account', text.payouts.help.options.account, payoutAccounts))
    .option('--other-journal', text.payouts.help.options.otherJournal)
    .option('--yes', help.yes)
    .option('--dry-run', help.dryRun)
    .option('--wait', help.wait)
    .option('--copy', help.copy)
    .addOption(valueOption('--look-for', text.payouts.help.options.lookFor));
  const requestCode = new Command('request-code')
    .description(commands.requestCode)
    .addOption(valueOption('--amount', help.amount))
    .option('--cover-fee', help.coverFee)
    .option('--no-cover-fee', help.noCoverFee);
  const list = withListOptions(new Command('list').description(commands.list), withdrawalStatuses, declaring);
  const get = new Command('get')
    .description(commands.get)
    .addArgument(requiredArgument(help.id))
    .option('--wait', help.waitGet)
    .option('--copy', help.copy);
  const receipt = new Command('receipt')
    .description(commands.receipt)
    .addArgument(requiredArgument(help.id))
    .addOption(valueOption('--format', text.receipts.options.format, receiptFormats))
    .addOption(valueOption('--out', text.receipts.options.out, files))
    .addOption(valueOption('--holder', text.receipts.options.holder))
    .option('--force', text.help.options.force);

  group
    .addCommand(
      runs(create, {
        load: () => import('./create.ts'),
        fields: async ({ options }) => {
          if (options.has('dryRun')) return (await import('./plan.ts')).PLAN_FIELDS;
          return options.has('wait') ? details() : created();
        },
        examples: [
          'pix withdraw create',
          'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run',
          'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --yes --wait',
          'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --reference INV-17 --yes',
        ],
      }),
    )
    .addCommand(
      runs(requestCode, {
        load: () => import('./request-code.ts'),
        fields: documented(async () => (await import('../../../contract/withdrawal.ts')).transferCodeAnswer.shape.data),
        examples: [
          'pix withdraw request-code --amount 25,00',
          'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --code 123456 --yes',
        ],
      }),
    )
    .addCommand(
      runs(list, {
        load: () => import('./list.ts'),
        showsMoney: true,
        fields: documented(async () => (await import('../../../contract/withdrawal.ts')).withdrawal),
        examples: ['pix withdraw list --status FAILED', 'pix withdraw list -L 5 --json'],
      }),
    )
    .addCommand(
      runs(get, {
        load: () => import('./get.ts'),
        showsMoney: true,
        arguments: ['id'],
        fields: details,
        examples: ['pix withdraw get ID', 'pix withdraw get ID --wait'],
      }),
    )
    .addCommand(
      runs(receipt, {
        load: () => import('./receipt.ts'),
        arguments: ['id'],
        fields: details,
        examples: ['pix withdraw receipt ID', 'pix withdraw receipt ID --lang pt-BR --out receipt.pdf'],
      }),
    );
  return withExamples(group, ['pix withdraw create', 'pix withdraw list --status FAILED', 'pix withdraw receipt ID']);
}
