import { failure } from '../../errors/command-error.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';

export const payments = {
  help: {
    commands: {
      list: 'List charges, newest first',
      get: 'Show one charge',
      create: 'Create a charge with its copy-and-paste code',
      receipt: 'Show or write the receipt of a paid charge',
    },
    options: {
      id: '<id> ID of the charge, or the beginning of it',
      qr: 'draw the QR code in the terminal',
      qrFile: '<file.png> write the QR code to a PNG file',
      value: '<amount> value in reais: 10,50',
      description: `<text> what the payer sees, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters`,
      copy: 'copy the copy-and-paste code to the clipboard; without one, the ID',
      coverFee: 'add the fee on top of the value, for the payer to pay',
      wait: 'wait until the charge is paid, or expires (exit 1)',
    },
  },
  outcomeUnknown: (reason: string, amount: string) => failure`
    the charge of ${amount} may have been created; its outcome is unknown: ${reason}
    look for it with "pix payments list -L 5" before you repeat the command; lists may be 60 seconds old`,
  differs: (amount: string) => `CHECK THIS CHARGE: the payer is asked for ${amount}; that is not what you requested.`,
  waiting: 'Waiting for payment. Press Ctrl-C to stop waiting.',
  failed: failure`
    the charge was not paid: it expired or was rejected
    create another charge with: pix payments create`,
  qrCode: {
    copyPaste: 'Copy and paste:',
    tooLong: 'This code is too long for a QR code.',
    missing: failure`the charge has no QR code \n only a charge that can still be paid has one`,
    unreadable: failure`
      the QR code from the service is not a readable PNG image
      see what the service sent: pix payments get ID --json --fields qrCode`,
    written: (path: string) => `QR code written to ${path}`,
    tooLarge: (columns: number, lines: number, id: string) =>
      `The QR code needs a window of ${columns} columns and ${lines} lines. As a picture: pix payments get ${id} --qr-file FILE`,
  },
};
