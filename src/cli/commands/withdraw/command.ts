import { payoutAccounts, pixKeyTypes, withdrawalStatuses } from '../../completion/sources.ts';
import { command, running, type Group, documented } from '../../command/command.ts';
import { advanced, either, flag, off, required, text } from '../../command/options.ts';
import { allow, lookFor } from '../sending-flags.ts';
import { listFlags, receiptFlags, yes } from '../shared-flags.ts';

const created = documented(async () => (await import('../../../contract/withdrawal.ts')).createdWithdrawal);
const details = documented(async () => (await import('../../../contract/withdrawal.ts')).withdrawalDetails);

const id = required(text(({ withdraw: { help } }) => help.options.id));
const amount = text(({ withdraw: { help } }) => help.options.amount);
const copy = flag(({ withdraw: { help } }) => help.options.copy);
const coverFee = either(
  ({ withdraw: { help } }) => help.options.coverFee,
  ({ withdraw: { help } }) => help.options.noCoverFee,
);

export const create = command({
  description: ({ withdraw: { help } }) => help.commands.create,
  flags: {
    amount,
    pixKey: text(({ withdraw: { help } }) => help.options.pixKey),
    pixKeyType: text(({ withdraw: { help } }) => help.options.pixKeyType, pixKeyTypes),
    description: text(({ withdraw: { help } }) => help.options.description),
    coverFee,
    code: text(({ withdraw: { help } }) => help.options.code),
    reference: text(({ withdraw: { help } }) => help.options.reference),
    yes,
    dryRun: flag(({ withdraw: { help } }) => help.options.dryRun),
    wait: flag(({ withdraw: { help } }) => help.options.wait),
    copy,
    ...advanced({
      forceKey: flag(({ withdraw: { help } }) => help.options.forceKey),
      mark: off(({ payouts: { help } }) => help.options.noMark),
      account: text(({ payouts: { help } }) => help.options.account, payoutAccounts),
      allow,
      lookFor,
    }),
  },
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
});

export const requestCode = command({
  description: ({ withdraw: { help } }) => help.commands.requestCode,
  flags: { amount, coverFee },
  fields: documented(async () => (await import('../../../contract/withdrawal.ts')).transferCodeAnswer.shape.data),
  examples: [
    'pix withdraw request-code --amount 25,00',
    'pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --code 123456 --yes',
  ],
});

export const get = command({
  description: ({ withdraw: { help } }) => help.commands.get,
  arguments: { id },
  flags: { wait: flag(({ withdraw: { help } }) => help.options.waitGet), copy },
  showsMoney: true,
  fields: details,
  examples: ['pix withdraw get ID', 'pix withdraw get ID --wait'],
});

export const tree: Group = {
  description: ({ help }) => help.commands.withdraw,
  commands: {
    create: running(() => import('./create.ts'), create),
    'request-code': running(async () => ({ run: (await import('./transfer-code.ts')).runRequestCode }), requestCode),
    list: running(() => import('./list.ts'), {
      description: ({ withdraw: { help } }) => help.commands.list,
      flags: listFlags('withdrawal', withdrawalStatuses),
      showsMoney: true,
      fields: documented(async () => (await import('../../../contract/withdrawal.ts')).withdrawal),
      examples: ['pix withdraw list --status FAILED', 'pix withdraw list -L 5 --json'],
    }),
    get: running(async () => ({ run: (await import('./withdrawal.ts')).runGet }), get),
    receipt: running(async () => ({ run: (await import('./withdrawal.ts')).runReceipt }), {
      description: ({ withdraw: { help } }) => help.commands.receipt,
      arguments: { id },
      flags: receiptFlags,
      fields: details,
      examples: ['pix withdraw receipt ID', 'pix withdraw receipt ID --lang pt-BR --out receipt.pdf'],
    }),
  },
  examples: ['pix withdraw create', 'pix withdraw list --status FAILED', 'pix withdraw receipt ID'],
};
