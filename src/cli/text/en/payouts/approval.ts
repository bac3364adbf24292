import { failure } from '../../../errors/command-error.ts';
import { count, payments } from '../numbers.ts';

const more = (missing: number) => `${count(missing)} more ${missing === 1 ? 'approval' : 'approvals'}`;
const from = (day: string | null) => (day === null ? '' : `, on ${day} or later`);

/** Payments that other people approve, and the policy that requires it. */
export const approval = {
  rules: {
    above: (sum: string, needed: number) => `above ${sum}: ${count(needed)}`,
    hours: (hours: number) => `after ${count(hours)} ${hours === 1 ? 'hour' : 'hours'}`,
    listed: (number: number) => `only ${count(number)} listed ${number === 1 ? 'key' : 'keys'}`,
  },
  submitted: (number: number, sum: string) => `Submitted for approval: ${payments(number)}, ${sum}. Nothing was sent.`,
  isSubmitted: (runId: string) => `This file was already submitted for approval, as ${runId}.`,
  madeAlready: (runId: string, isPaid: boolean, allow: string | undefined) => failure`
    ${isPaid ? `the valid rows of this file were already paid, as ${runId}` : `this file was already run, as ${runId}, and nothing is left to send`}; nothing was submitted
    ${isPaid ? '' : `see what was paid: pix payouts status ${runId}; `}to pay it once more${allow === undefined ? ', give the payments new references' : `: --allow ${allow}`}`,
  noneNeeded: 'none needed',
  given: (given: number, needed: number, approvers: readonly string[]) =>
    `${count(given)} of ${count(needed)}${approvers.length === 0 ? '' : ` (${approvers.join(', ')})`}`,
  approveWith: (runId: string, missing: number) => `It needs ${more(missing)}: pix payouts approve ${runId}`,
  awaited: (runId: string) => `It was submitted for approval: pix payouts pending ${runId}`,
  stillMissing: (missing: number) => `It needs ${more(missing)}.`,
  startWith: (runId: string, needed: number, day: string | null) =>
    `${needed === 0 ? 'It needs no approval' : 'It has its approvals'}. To send it${from(day)}: pix payouts resume ${runId}`,
  expiring: (runId: string, day: string) =>
    `Approvals expire before it is sent on ${day}. Approve it again nearer to that day: pix payouts approve ${runId}`,
  lapsed: {
    expired: (when: string) => `expired ${when}`,
    policy: () => 'the policy has changed since',
    submitted: () => 'has submitted the run, too',
  },
  done: (runId: string) => `Nothing is left to send: pix payouts status ${runId}`,
  ready: (runs: number, runId: string, day: string | null) =>
    runs === 1
      ? `${runId} needs no more approvals. To send it${from(day)}: pix payouts resume ${runId}`
      : `${count(runs)} runs need no more approvals. To send one: pix payouts resume RUN`,
  approved: (runId: string, person: string) => `${person} has approved ${runId}.`,
  nonePending: 'No run awaits approval.',
  unstarted: 'Runs that were submitted, and have not started: pix payouts pending',
  policySeenFirst: (version: number, setBy: string, digest: string) =>
    `note: this machine sees the policy for the first time (version ${version}, set by ${setBy}). Compare its code with an administrator: ${digest}`,
  init: {
    needsTerminal: failure`
      this command asks questions at a terminal, and none is attached
      write the file of the policy yourself; its form: pix payouts policy set --help`,
    administrator: (user: string) => `Your name in the policy (Enter: ${user})`,
    submitters: 'Who submits payouts? Names, separated by commas',
    approvers: 'Who approves them? Names, separated by commas',
    above: 'Above which sum is one approval needed? (Enter: every sum)',
    aboveForTwo: 'Above which sum are two needed? (Enter: never)',
    payment: 'Largest payment (Enter: no cap)',
    day: 'Largest sum of a day (Enter: no cap)',
    key: (name: string, found: string | undefined) =>
      `Public SSH key of ${name}: its line, or a .pub file (Enter: ${found ?? 'make one'})`,
    noNames: 'Type at least one name.',
    noOther: 'The approval of the person who submits does not count: name another one.',
    noName: (typed: string) =>
      `invalid name "${typed}": use letters, digits, spaces and . _ - @, at most 64, at least one letter`,
    noKey: 'Not a public SSH key: type its line, or the path of a .pub file.',
    made: (name: string, file: string) =>
      `Key of ${name}: ${file}. Give it only to ${name}; its public half is in the policy.`,
    written: (file: string, word: string, ownKey: string | undefined) => [
      `${file} is written. Sign it:`,
      ...(ownKey === undefined ? [] : [`pix config set signing-key ${ownKey}`]),
      `pix payouts policy set ${word}`,
    ],
  },
  setPolicy: (version: number) => `Sign this as version ${version} of the policy?`,
  policyNeedsYes: failure`
    confirmation required, but no terminal is attached; the policy was not changed
    add --yes to set it`,
  policyKept: { message: 'cancelled; the policy was not changed' },
  policySet: (version: number, setBy: string, digest: string) =>
    `Version ${version} of the policy is set, signed by ${setBy}. Other machines show this code: ${digest}`,
  policyVoids: 'Approvals given before no longer count. What needs them again: pix payouts pending',
  policyUnusable: (problem: string, path: string) => failure`
    the policy cannot be used: ${problem}${path === '' ? '' : ` (${path})`}
    its form: pix payouts policy set --help`,
  noSigningKey: failure`
    no SSH key is set to sign with
    set one: pix config set signing-key ~/.ssh/id_ed25519; create one: ssh-keygen -t ed25519`,
  noSshKeygen: failure`
    ssh-keygen is missing, so nothing can be signed
    install OpenSSH (openssh-client, openssh-clients, or the OpenSSH client of Windows)`,
  signingFailed: (key: string, reason: string) => failure`
    ssh-keygen did not sign with ${key}${reason === '' ? '' : `: ${reason}`}
    is it the right key, and does an agent have it? See: ssh-add -l`,
  lineNumber: (line: number) => `line ${line}`,
  versionNumber: (version: number) => `version ${version}`,
  emptyLog: 'The log is empty.',
  logWhole: (entries: number) => `The log is whole: ${count(entries)} ${entries === 1 ? 'entry' : 'entries'}.`,
  logBroken: (entry: number) => failure`
    entry ${entry} of the log is not what was written, or is missing
    compare it with a backup of the journal, and find out who can write it`,
};

/** A submitted run that is withdrawn. */
export const rejection = {
  by: 'Rejected by',
  rejected: (runId: string, person: string) =>
    `${person} has rejected ${runId}. It is never sent; the file can be submitted again.`,
  reasonRequired: (runId: string) => failure`
    --reason is required
    for example: pix payouts reject ${runId} --reason "wrong month"`,
  invalidReason: (maximum: number) => failure`
    a reason has one line and at most ${maximum} characters
    shorten the text after --reason`,
};
