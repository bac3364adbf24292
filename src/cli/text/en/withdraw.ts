import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';
import type { Complaint } from '../../errors/command-error.ts';

export const withdraw = {
  help: {
    commands: {
      group: 'Send money to a Pix key, list and look up withdrawals',
      create: 'Send money from the balance to a Pix key',
      requestCode: 'Have the service send the verification code of a withdrawal by e-mail',
      list: 'List withdrawals, newest first',
      get: 'Show one withdrawal',
      receipt: 'Make a receipt of a completed withdrawal',
    },
    options: {
      id: { value: 'id', description: 'id of the withdrawal' },
      amount: { value: 'amount', description: 'amount in reais: 25,00; at least 5,00' },
      pixKey: { value: 'key', description: "the recipient's Pix key" },
      pixKeyType: {
        value: 'type',
        description: 'CPF, CNPJ, EMAIL, PHONE or RANDOM; found from the key where it is certain',
      },
      forceKey: 'take a key of the right form although its check digits are wrong',
      description: {
        value: 'text',
        description: `a note on the withdrawal, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters`,
      },
      coverFee: 'the recipient gets the whole amount; the fee leaves the balance on top of it',
      code: { value: 'code', description: 'verification code, when the account wants one (pix withdraw request-code)' },
      yes: 'do not ask for confirmation',
      dryRun: 'show what would happen and send nothing',
      wait: 'wait until the withdrawal is completed or has failed',
      waitGet: 'wait until the withdrawal is completed or has failed (exit 1)',
      out: { value: 'file', description: 'write it to this file, which ends in .txt or .html' },
      newReference: 'send it although its reference looks like an earlier one that a spreadsheet has rewritten',
      reference: {
        value: 'reference',
        description: 'your own name for this payment: a repetition of the command shows it and sends nothing',
      },
    },
  },
  fields: {
    fee: 'Fee',
    sent: 'Sent',
    'metadata.fee': 'Fee',
    'metadata.sent': 'Sent',
    coverFee: 'Fee on top',
    balance: 'Balance now',
  },
  prompts: {
    amount: 'Amount in reais',
    verificationCode: 'Verification code',
    sendNow: (amount: string, key: string) => `Send ${amount} to ${key} now?`,
  },
  plan: {
    from: 'From',
    to: 'To',
    arrives: 'Arrives',
    fee: 'Fee',
    leaves: 'Leaves the balance',
    remains: 'Remains',
    description: 'Description',
  },
  needsYes: {
    message: 'there is nobody to confirm it, so no money moves; nothing was sent',
    hint: 'add --yes to send, or --dry-run to see what would happen',
  },
  cancelled: { message: 'cancelled; nothing was sent' },
  rehearsed: 'Only rehearsed (--dry-run): nothing was sent.',
  balanceUnchecked: 'The key may not read the balance: balance, limits and fee could not be checked beforehand.',
  invalidCode: { message: 'that is not a verification code', hint: 'it is four to twelve letters or digits' },
  codeSent: (expires: string) =>
    `A verification code for this very amount was sent by e-mail to the holder of the account. It expires: ${expires}`,
  codeNotRequested: 'The service sends no codes on request: use one that you got from it in another way.',
  feeEatsAmount: (fee: string): Complaint => ({
    message: `nothing would arrive: the fee of ${fee} is taken from the amount`,
    hint: 'choose a larger amount, or have the fee taken on top of it: --cover-fee',
  }),
  differs: (amount: string, key: string) =>
    `CHECK THIS WITHDRAWAL: the service says that ${amount} leave the balance, for ${key}; that is not what was asked for.`,
  waiting: 'Waiting for the withdrawal to be completed. Ctrl-C stops the waiting, not the withdrawal.',
  notFollowed: (id: string, reason: string): Complaint => ({
    message: `the withdrawal ${id} was created, but not followed to its end: ${reason}`,
    hint: `do not repeat the command; see how it ended with: pix withdraw get ${id}`,
  }),
  failed: (reason: string): Complaint => ({
    message: `the withdrawal failed: ${reason}`,
    hint: 'the money is back on the balance; check the recipient before you try again',
  }),
  completed: 'Done: the money was sent.',
  pending: (id: string) => `Created, and not completed yet. Follow it with: pix withdraw get ${id}`,
  waitingForEnd: 'Waiting until the withdrawal is completed or fails. Ctrl-C stops the waiting alone.',
  outcomeUnknown: (reason: string, amount: string, key: string, runId: string): Complaint => ({
    message: `MONEY MAY HAVE MOVED: nobody knows whether ${amount} went to ${key} (${reason})`,
    hint: `do not repeat the command; wait 60 seconds (lists are that old at times), then clear it up with "pix payouts resume ${runId}", or look for ${amount} to ${key} in: pix withdraw list -L 5`,
  }),
  provenAbsent: (amount: string, key: string, runId: string): Complaint => ({
    message: `the answer was lost, and the service has no withdrawal of ${amount} to ${key}: it was not carried out`,
    hint: `to send it again: pix payouts resume ${runId} --resend-proven-absent; to leave it: pix payouts resolve ${runId} 1 --not-paid`,
  }),
  answeredOther: (id: string) => `the service answered with another withdrawal than was asked for: ${id}`,
  answeredEarlier: (id: string) =>
    `the service answered with a withdrawal that was there before the request, or belongs to another payment: ${id}`,
  found: (id: string) => `The answer was lost, and the withdrawal was found: ${id}.`,
  sentBefore: (reference: string, id: string) =>
    `The reference "${reference}" was sent before, as ${id}; nothing was sent now.`,
  referenceInUse: (reference: string): Complaint => ({
    message: `another command is sending the reference "${reference}" at this moment; nothing was sent`,
    hint: 'wait for it, then repeat the command: it shows what became of it',
  }),
  referenceTaken: (reference: string, amount: string, key: string): Complaint => ({
    message: `the reference "${reference}" belongs to another payment: ${amount} to ${key}; nothing was sent`,
    hint: 'use a reference of its own for each payment; see: pix payouts list',
  }),
  referenceRewritten: (reference: string, earlier: string, runId: string, when: string): Complaint => ({
    message: `the same key and amount were sent as "${earlier}" in ${runId} (${when}), and a spreadsheet may have made "${reference}" of that; nothing was sent`,
    hint: `use the reference "${earlier}" for that payment; if this is a new one: --new-reference`,
  }),
  paidLately: (runId: string, when: string) =>
    `note: the reference is new, but the same key and amount were sent in ${runId} (${when}).`,
  refusedLately: (runId: string) =>
    `note: the service refused the same key and amount some minutes ago (${runId}); if that request was copied on its way, the copy may still be paid.`,
  invalidReference: {
    message: 'that is not a reference',
    hint: 'it is one to 200 characters, without line breaks',
  },
  moneyIsBack: (advice: string) => `${advice}; the money is back on the balance`,
  untold: (id: string, amount: string) => `${id} over ${amount} was created, though nobody reads stdout.`,
  receipt: {
    titles: {
      paid: 'Receipt: Pix sent',
      pending: 'NOT A RECEIPT: this withdrawal is not completed',
      failed: 'NOT A RECEIPT: this withdrawal FAILED',
    },
    remarks: {
      paid: 'The service says that this withdrawal is completed.',
      pending: 'Nothing proves yet that the money arrived. Ask for the receipt once it is completed.',
      failed: 'No money was sent.',
    },
    labels: {
      service: 'Service',
      issuedAt: 'Issued',
      status: 'Status',
      id: 'Withdrawal',
      endToEndId: 'End-to-end id',
      value: 'Left the balance',
      fee: 'Fee',
      sent: 'Amount sent',
      notSent: 'To be sent',
    },
    written: (path: string) => `Written to ${path}`,
    notPaid: 'This withdrawal is not completed: what was made is no receipt, and says so.',
    unknownEnding: (file: string) => ({
      message: `${file} is neither a text nor a page`,
      hint: 'choose a file that ends in .txt or .html',
    }),
  },
};
