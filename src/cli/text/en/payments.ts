import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';
import type { Complaint } from '../../errors/command-error.ts';

export const payments = {
  help: {
    commands: {
      group: 'List, look up and create payments (charges)',
      list: 'List payments, newest first',
      get: 'Show one payment',
      create: 'Create a charge with its copy-and-paste code',
    },
    options: {
      id: { value: 'id', description: 'id of the payment' },
      qr: 'draw the QR code in the terminal',
      qrFile: { value: 'file.png', description: 'write the QR code to a PNG file' },
      value: { value: 'amount', description: 'value in reais: 10,50' },
      description: {
        value: 'text',
        description: `what the payer sees, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters`,
      },
      coverFee: 'the payer pays the fee on top of the value',
      wait: 'wait until the payment is completed or has failed (exit 1)',
    },
  },
  fields: {
    value: 'Value',
    valueInReais: 'Value in reais',
    netValue: 'Net value',
    qrCode: 'QR code',
    copyPaste: 'Copy and paste',
    expiresAt: 'Expires',
  },
  prompts: {
    value: 'Value in reais',
  },
  outcomeUnknown: (reason: string, amount: string): Complaint => ({
    message: `nobody knows whether the charge of ${amount} was created: ${reason}`,
    hint: 'look for it with "pix payments list -L 5" before you repeat the command; lists may be 60 seconds old',
  }),
  waiting: 'Waiting until the payment is paid or fails. Ctrl-C stops the waiting alone.',
  failed: {
    message: 'the payment failed: it expired or was refused',
    hint: 'create another charge with: pix payments create',
  },
  qrCode: {
    copyPaste: 'Copy and paste:',
    tooLong: 'This code is too long for a QR code.',
    missing: {
      message: 'the payment has no QR code (any more)',
      hint: 'only a payment that can still be paid has one',
    },
    unreadable: {
      message: 'the QR code that the service sent is not a readable PNG picture',
      hint: 'see what it sent: pix payments get ID --json --fields qrCode',
    },
    written: (path: string) => `QR code written to ${path}`,
    tooWide: (needed: number) =>
      `The QR code takes ${needed} columns, more than this terminal has: make it wider, or have a picture: pix payments get ID --qr-file FILE`,
  },
};
