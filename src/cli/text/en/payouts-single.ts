import type { RefusalCode } from '../../../pix/refusal-codes.ts';
import type { Complaint } from '../../errors/command-error.ts';

/** What `pix withdraw create` tells of its place in the journal. */
export const singlePayout = {
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
  invalidReference: {
    message: 'that is not a reference',
    hint: 'it is one to 200 characters, without line breaks',
  },
  refusals: {
    AB03: 'the banks did not settle it in time; try again later',
    AC03: 'the account behind the key does not exist; ask the recipient for another key',
    AC06: 'the account of the recipient is blocked; ask them for another key',
    AC07: 'the account of the recipient is closed; ask them for another key',
    AG03: 'the account of the recipient can not take this kind of transfer; ask them for another key',
    AM02: 'it is more than the recipient may receive; ask them, or send less',
    BE01: 'the CPF or CNPJ is not that of the holder of the account; check the key with the recipient',
    DS04: 'the bank of the recipient refused it; they can ask their bank why',
    DUPL: 'it was taken for a repetition; look for the first one before you try again: pix withdraw list',
    ED05: 'it could not be processed; try again later',
    FRAD: 'it was taken for fraud; make sure of the recipient, and ask the support of the service',
    RR04: 'a rule of the regulator forbids it; ask the support of the service',
  } satisfies Readonly<Record<RefusalCode, string>>,
  moneyIsBack: (advice: string) => `${advice}; the money is back on the balance`,
  whichRecipient: 'To whom?',
  anotherKey: 'another key',
  untold: (id: string, amount: string) => `${id} over ${amount} was created, though nobody reads stdout.`,
  help: {
    newReference: 'send it although its reference looks like an earlier one that a spreadsheet has rewritten',
    reference: {
      value: 'reference',
      description: 'your own name for this payment: a repetition of the command shows it and sends nothing',
    },
  },
};
