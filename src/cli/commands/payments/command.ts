import { files, paymentStatuses } from '../../completion/sources.ts';
import { command, running, type Group, documented } from '../../command/command.ts';
import { flag, required, text } from '../../command/options.ts';
import { force, listFlags, receiptFlags } from '../shared-flags.ts';

const details = documented(async () => (await import('../../../contract/payment.ts')).paymentDetails);

const created = documented(async () => (await import('../../../contract/payment.ts')).createdPayment);

const id = required(text(({ payments: { help } }) => help.options.id));

export const list = command({
  description: ({ payments: { help } }) => help.commands.list,
  flags: listFlags('charge', paymentStatuses),
  showsMoney: true,
  fields: documented(async () => (await import('../../../contract/payment.ts')).payment),
  examples: [
    'pix payments list --status COMPLETED --since 7d',
    'pix payments list --watch',
    'pix payments list --all --output csv > payments.csv',
  ],
});

export const get = command({
  description: ({ payments: { help } }) => help.commands.get,
  arguments: { id },
  flags: {
    qr: flag(({ payments: { help } }) => help.options.qr),
    qrFile: text(({ payments: { help } }) => help.options.qrFile, files),
    force,
    wait: flag(({ payments: { help } }) => help.options.wait),
    copy: flag(({ payments: { help } }) => help.options.copy),
  },
  showsMoney: true,
  fields: details,
  hiddenFields: ['qrCode'],
  examples: ['pix payments get ID --qr --wait', 'pix payments get ID --qr-file charge.png'],
});

export const receipt = command({
  description: ({ payments: { help } }) => help.commands.receipt,
  arguments: { id },
  flags: receiptFlags,
  fields: details,
  hiddenFields: ['qrCode'],
  examples: ['pix payments receipt ID --out receipt.pdf'],
});

export const create = command({
  description: ({ payments: { help } }) => help.commands.create,
  flags: {
    value: text(({ payments: { help } }) => help.options.value),
    description: text(({ payments: { help } }) => help.options.description),
    coverFee: flag(({ payments: { help } }) => help.options.coverFee),
    qr: flag(({ payments: { help } }) => help.options.qr),
    copy: flag(({ payments: { help } }) => help.options.copy),
  },
  showsMoney: true,
  fields: created,
  hiddenFields: ['qrCode'],
  examples: ['pix payments create --value 10,50 --description "Order 17" --qr'],
});

export const tree: Group = {
  description: ({ help }) => help.commands.payments,
  commands: {
    list: running(() => import('./list.ts'), list),
    get: running(async () => ({ run: (await import('./charge.ts')).runGet }), get),
    receipt: running(async () => ({ run: (await import('./charge.ts')).runReceipt }), receipt),
    create: running(async () => ({ run: (await import('./charge.ts')).runCreate }), create),
  },
  examples: ['pix payments list --status COMPLETED --since 7d', 'pix payments get ID --qr --wait'],
};
