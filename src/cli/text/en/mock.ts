import { words } from '../../../contract/words/en.ts';
import { failure } from '../../errors/command-error.ts';

export const mock = {
  help: {
    commands: {
      activate: 'Activate a charge, so that it can be paid',
      pay: 'Pay a charge: the money is credited',
      expire: 'Expire a charge',
      settle: 'Complete a withdrawal that is processing',
      fail: 'Fail a withdrawal that is processing: the money comes back',
      deposit: 'Create a charge and pay it at once',
      dispute: 'Open and decide disputes (MED) on paid charges',
      disputeOpen: 'Open a dispute: the amount is blocked',
      disputeAccept: 'Accept a dispute: the amount leaves the balance',
      disputeRefuse: 'Refuse a dispute: the amount is released',
      account: 'See and set how an account behaves',
      accountOpen: 'Open an account of its own for a test, with money and a key',
      accountShow: 'Show how an account behaves, and its money',
      accountList: 'List the accounts, and their money',
      accountSet: 'Change how an account behaves; the rest stays',
      ledger: 'Show what a charge or withdrawal has moved',
      inbox: 'Show the verification codes that would go by e-mail',
      advance: 'Advance the clock of the service or of an account',
      faults: 'Simulate failures of requests',
      faultsAdd: 'Make matching requests fail',
      faultsList: 'Show the faults and how often each has fired',
      faultsClear: 'Remove all faults, and show their last counts',
      webhooks: 'Post changes of status to your program; a convention of ours',
      webhooksAdd: 'Post every change of status to an address',
      webhooksList: 'Show the addresses, and how much waits for each',
      webhooksRemove: 'Post nothing more to an address',
      webhooksDeliveries: 'Show what was posted, and how it was answered',
      webhooksResend: 'Post an event once more, and show the response',
      requests: 'Show requests and their responses',
      verify: 'Check the ledger; exit code 1 if an invariant is broken',
      snapshot: 'Write the whole state to a file',
      restore: 'Replace the current state by that of a file',
      world: 'Write everything as a world, for a service to start with',
      worldExport: 'Write everything that is stored to a file for --seed-file',
      reset: 'Restore the initial state',
    },
    options: {
      paymentId: '<id> ID of the charge',
      withdrawalId: '<id> ID of the withdrawal',
      entryId: '<id> ID of the charge or withdrawal',
      reason: '<code> refusal code of the Pix network (default AC03)',
      amount: '<amount> amount in reais: 100,00',
      account: '<account> the account (default demo)',
      balance: '<amount> what it has from the beginning, in reais (default 5.000,00)',
      instant: 'withdrawals are completed at once',
      settleAfter: '<duration|never> when other withdrawals are settled: 90s, 2h, or never by themselves',
      settleAs: '<completed|code> how they are settled: completed, or a refusal code',
      transferSecurity: 'withdrawals require a verification code',
      oneAtATime: 'a withdrawal is rejected while another is processing',
      blocked: 'the account is blocked',
      cache: 'its lists are repeated for a minute, if the service repeats lists',
      dailyLimit: '<amount> daily limit, in reais',
      monthlyLimit: '<amount> monthly limit, in reais',
      perTransaction: '<amount> limit per withdrawal, in reais',
      fee: '<amount> fee per transaction, in reais',
      duration: '<duration> how far: 90s, 2h, 3d',
      clockAccount: '<account> only the clock of this account (default: of the whole service)',
      on: '<"method path"> requests that fail: "POST /api/v1/withdraw/create"; {id} stands for one segment, * for anything',
      faultAccount: '<account> only for requests with a key of this account (default: of any)',
      fault: '<kind> what happens; reset-after, truncate, malformed and hang fail after the request is processed',
      times: '<number> how many times it fires (default: unlimited)',
      after: '<number> matching requests that pass before (default 0)',
      probability: '<0..1> probability that it fires, drawn from the seed (default 1)',
      delay: '<duration> real time before the response: 500ms, 2s; required for latency',
      webhookUrl: '<url> where: http://127.0.0.1:3000/pix',
      webhookSecret: '<secret> signs what is posted (default: the secret of the service)',
      webhookAccount: '<account> only changes of this account (default: of any)',
      webhookId: '<id> ID of the address, as "list" shows it',
      deliveriesOf: '<id> only those of this event, charge or withdrawal',
      eventId: '<id> ID of the event, as "deliveries" shows it: evt_…',
      follow: 'keep showing requests as they come',
      snapshotFile: '<file> the file to write',
      restoreFile: '<file> a file that snapshot has written',
    },
  },
  nothingToSet: failure`nothing to change \n see: pix mock account set --help`,
  invalidOn: (typed: string) => failure`
    invalid value "${typed}" for --on
    it is a method and a path of the API: --on "POST /api/v1/withdraw/create"; * stands for either`,
  onAndFault: failure`--on and --fault are required \n pix mock faults add --on "GET *" --fault status-500`,
  latencyRequiresDelay: failure`latency requires --delay \n add it: --delay 2s`,
  invalidProbability: (typed: string) => failure`
    invalid value "${typed}" for --probability
    use a number from 0 to 1, such as 0.25`,
  never: 'never',
  advanced: (account: string | undefined, duration: string, now: string) =>
    `${account === undefined ? 'Service clock' : `Clock of ${account}`} advanced by ${duration}: ${now}`,
  emptyInbox: 'No verification code was sent.',
  nothingMoved: 'It has moved nothing yet.',
  noFaults: 'No faults.',
  noRequests: 'No requests yet.',
  noWebhooks: 'No addresses.',
  noDeliveries: 'Nothing was posted yet.',
  notDelivered: (urls: readonly string[]) => failure`
    not delivered to ${urls.join(', ')}
    see that your program answers with 2xx within 10 seconds, then repeat the command`,
  holds: 'holds',
  broken: 'BROKEN',
  /** By the names that the service gives them. */
  invariants: words.invariants,
  allHold: (count: number) => `All ${count} invariants hold.`,
  invariantBroken: (names: readonly string[]) => failure`
    the ledger is broken: ${names.join('; ')}
    this is a bug of the local service: keep its state (pix mock snapshot FILE) and report it`,
  dataDamaged: failure`
    the data of the service are damaged: something has written into the file, or the disk has failed
    stop the service, keep a copy of its file, start with a new one (--data NEW.db), and restore your last snapshot`,
  invalidFault: (typed: string) => failure`
    invalid value "${typed}" for --fault
    it is a kind and its options, as of "pix mock faults add": --fault "reset-after --times 1"`,
  fileUnreadable: (path: string, reason: string) => failure`
    cannot read ${path}: ${reason}
    it must be a file that "pix mock snapshot" wrote`,
  saved: (path: string) => `State written to ${path}.`,
  restored: (path: string) =>
    `State restored from ${path}. If pix has forgotten payments that it made in it, the next run asks about them.`,
  reset: (seed: string) => `Initial state restored, with seed ${seed}.`,
};
