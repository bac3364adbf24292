import { failure } from '../../errors/command-error.ts';
import { DESCRIPTION_CHARACTERS_MAXIMUM } from '../../../contract/limits.ts';

export const withdraw = {
  help: {
    commands: {
      create: 'Send money from the balance to a Pix key',
      requestCode: 'Request the verification code of a withdrawal by e-mail',
      list: 'List withdrawals, newest first',
      get: 'Show one withdrawal',
      receipt: 'Make a receipt for a completed withdrawal',
    },
    options: {
      id: '<id> ID of the withdrawal, or the beginning of it',
      amount: '<amount> amount in reais: 25,00; at least 5,00',
      pixKey: "<key> the recipient's Pix key",
      pixKeyType: '<type> CPF, CNPJ, EMAIL, PHONE or RANDOM; inferred from the key if unambiguous',
      forceKey: 'accept a well-formed key with wrong check digits',
      description: `<text> a note on the withdrawal, at most ${DESCRIPTION_CHARACTERS_MAXIMUM} characters`,
      noCoverFee: 'charge the fee to the recipient, even if the profile says otherwise',
      coverFee: 'charge the fee on top, so that the recipient receives the full amount',
      code: '<code> verification code, if the account requires one (pix withdraw request-code)',
      dryRun: 'show what would happen and send nothing',
      wait: 'wait until the withdrawal is completed or has failed',
      copy: 'copy the ID to the clipboard',
      waitGet: 'wait until the withdrawal is completed or has failed (exit 1)',
      reference: '<reference> your own reference for this payment: repeating the command with it never pays twice',
    },
  },
  prompts: {
    amount: 'Amount in reais',
    verificationCode: 'Verification code',
    sendNow: (amount: string, key: string) => `Send ${amount} to ${key} now?`,
    sendAgain: (amount: string, key: string) => `Send ${amount} to ${key} once more?`,
  },
  sentOn: (when: string, id: string) => `same amount to this key on ${when}: ${id}`,
  needsPermission: (when: string, id: string, allow: string) =>
    `note: the same amount was sent to this key on ${when} (${id}). To send it with --yes, add --allow ${allow}.`,
  equalUnsettled: (runId: string) => failure`
    ${runId} has a payment with this reference, or of the same amount to this key, that is not settled; nothing was sent
    finish that run first: pix payouts resume ${runId}`,
  paidMeanwhile: (amount: string, when: string, id: string) => failure`
    an equal payment was just made from this account by hand, or by another program (${amount}, ${when}, ${id}); nothing was sent
    if both are due, repeat the command: it shows that payment`,
  paidElsewhere: (amount: string, key: string, when: string, runId: string, allow: string) => failure`
    ${amount} with this reference was sent to ${key} from another account, in ${runId} (${when}); nothing was sent now
    check the profile: pix auth status; if it is due from this account, too: --allow ${allow}`,
  sentElsewhere: (when: string, runId: string) => `same reference from another account, in ${runId} (${when})`,
  paidBefore: (amount: string, key: string, when: string, id: string, allow: string) => failure`
    ${amount} was already sent to ${key} on ${when} (${id}); nothing was sent now
    if this is another payment: --allow ${allow}`,
  failedBefore: (amount: string, key: string, when: string, until: string, allow: string) => failure`
    the payment of ${amount} to ${key} on ${when} has failed, but a copy of its request may still be processed; nothing was sent now
    repeat the command after ${until}; or do not wait: --allow ${allow}`,
  needsYes: failure`
    confirmation required, but no terminal is attached; nothing was sent
    add --yes to send, or --dry-run to see what would happen`,
  submitIt: (command: string) => `submit it for approval: ${command}`,
  rehearsed: 'Dry run (--dry-run): nothing was sent.',
  invalidCode: failure`invalid verification code \n it is four to twelve letters or digits`,
  codeSent: (expires: string) =>
    `A verification code for exactly this amount was sent to the e-mail of the account holder. It expires: ${expires}`,
  codeMaybeSent:
    'It is not clear from the answer whether a code was sent: use one that has arrived by e-mail or by other means.',
  codeNotRequested: 'The service sends no codes on request: use one that you received by other means.',
  feeEatsAmount: (fee: string) => failure`
    the fee of ${fee} uses up the whole amount
    choose a larger amount, or charge the fee on top: --cover-fee`,
  differs: (amount: string, key: string) =>
    `CHECK THIS WITHDRAWAL: the service reports a debit of ${amount} for ${key}; that is not what you requested.`,
  waiting: 'Waiting for the withdrawal. Ctrl-C stops waiting; the withdrawal continues.',
  notFollowed: (id: string, reason: string) => failure`
    the withdrawal ${id} was created, but its outcome is not known yet: ${reason}
    do not repeat the command; check its outcome with: pix withdraw get ${id}`,
  failed: (reason: string) => failure`
    the withdrawal failed: ${reason}
    the money was returned to your balance; check the recipient before you try again`,
  receipt: (id: string) => `Receipt: pix withdraw receipt ${id}`,
  outcome: (id: string) => `See the outcome: pix withdraw get ${id}`,
  waitingForEnd: 'Waiting until the withdrawal is completed or fails. Press Ctrl-C to stop waiting.',
  outcomeUnknown: (reason: string, amount: string, key: string, runId: string) => failure`
    MONEY MAY HAVE MOVED: no confirmation that ${amount} went to ${key} (${reason})
    do not repeat the command; wait 60 seconds (lists can lag), then check with "pix payouts resume ${runId}", or look for ${amount} to ${key} in: pix withdraw list -L 5`,
  provenAbsent: (amount: string, key: string, runId: string, answeredId: string | null, allow: string) => failure`
    ${answeredId === null ? 'no clear response arrived' : `the response named ${answeredId}, which is not it`}, and the service has no withdrawal of ${amount} to ${key}: it was not made
    to send it again: pix payouts resume ${runId} --allow ${allow}; to leave it: pix payouts resolve ${runId} 1 --not-paid`,
  answeredOther: (id: string) => `the service responded with a different withdrawal: ${id}`,
  answeredEarlier: (id: string) =>
    `the service responded with a withdrawal that existed before the request or belongs to another payment: ${id}`,
  found: (id: string, isAnswered: boolean) =>
    `${isAnswered ? 'The response named another withdrawal' : 'No clear response arrived'}, but the withdrawal was found: ${id}.`,
  foundEarlier: (id: string, allow: string) =>
    `An earlier command for this payment received no clear response, and its withdrawal was found: ${id}. Nothing was sent now; to send the same once more: --allow ${allow}`,
  sentBefore: (reference: string, id: string) =>
    `The reference "${reference}" was already sent, as ${id}; nothing was sent now.`,
  referenceInUse: (reference: string) => failure`
    another command is sending the reference "${reference}" right now; nothing was sent
    wait for it, then run the command again to see the result`,
  referenceTaken: (reference: string, amount: string, key: string) => failure`
    the reference "${reference}" belongs to another payment: ${amount} to ${key}; nothing was sent
    use a reference of its own for each payment; see: pix payouts list`,
  referenceRewritten: (reference: string, earlier: string, runId: string, when: string, allow: string) => failure`
    the same key and amount were sent as "${earlier}" in ${runId} (${when}); a spreadsheet may have changed that reference to "${reference}"; nothing was sent
    use the reference "${earlier}" for that payment; if this is a new one: --allow ${allow}`,
  refusedLately: (runId: string) =>
    `note: the service refused the same key and amount some minutes ago (${runId}); if that request was copied on its way, the copy may still be paid.`,
  invalidReference: failure`invalid reference \n use one to 200 characters, without line breaks`,
  outputClosed: (id: string, amount: string) => `${id} for ${amount} was created, but the output was closed.`,
};
