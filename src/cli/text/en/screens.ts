import type { Complaint } from '../../command-error.ts';
import type { StartFacts } from '../shapes.ts';

export const screens = {
  words: {
    error: 'error',
    hint: 'hint',
    yes: 'yes',
    no: 'no',
    unknown: 'unknown',
    used: (percent: number) => `${percent}% used`,
  },
  statuses: {
    PENDING: 'Pending',
    ACTIVE: 'Active',
    COMPLETED: 'Completed',
    FAILED: 'Failed',
    OPEN: 'Open',
    ACCEPTED: 'Accepted',
    REFUSED: 'Refused',
  },
  sections: { balance: 'Balance', limits: 'Limits', disputes: 'Disputes', statistics: 'Statistics', plan: 'Plan' },
  fields: {
    id: 'Id',
    correlationID: 'Correlation id',
    transactionId: 'Transaction id',
    value: 'Value',
    valueInReais: 'Value in reais',
    netValue: 'Net value',
    fee: 'Fee',
    sent: 'Sent',
    status: 'Status',
    description: 'Description',
    qrCode: 'QR code',
    copyPaste: 'Copy and paste',
    pixKey: 'Pix key',
    pixKeyType: 'Key type',
    'metadata.fee': 'Fee',
    'metadata.sent': 'Sent',
    createdAt: 'Created',
    updatedAt: 'Updated',
    completedAt: 'Completed',
    failedAt: 'Failed',
    failureReason: 'Failure',
    'balance.total': 'Total',
    'balance.pendingPayments': 'Expected payments',
    'balance.totalWithPending': 'With expected payments',
    'balance.isNegative': 'Negative',
    'disputes.total': 'Disputes',
    'disputes.pending': 'Open disputes',
    'disputes.totalDisputedAmount': 'Disputed',
    'disputes.totalBlockedAmount': 'Blocked',
    'statistics.totalReceived': 'Received',
    'statistics.totalFees': 'Fees paid',
    'statistics.completedPayments': 'Completed payments',
    'statistics.pendingPayments': 'Pending payments',
    'statistics.totalPayments': 'Payments',
    'limits.daily': 'A day',
    'limits.dailyUsed': 'Used today',
    'limits.dailyRemaining': 'Left today',
    'limits.monthly': 'A month',
    'limits.monthlyUsed': 'Used this month',
    'limits.monthlyRemaining': 'Left this month',
    'limits.perTransaction': 'A transaction',
    'plan.name': 'Plan',
    'plan.transactionFee': 'Fee for a transaction',
    'plan.transactionFeeInReais': 'Fee in reais',
    name: 'Name',
    baseUrl: 'Address',
    key: 'Key',
    current: 'Current',
    profile: 'Profile',
    amount: 'Amount',
    expiresAt: 'Expires',
    postedAt: 'Posted',
    netAmount: 'Net amount',
    type: 'Type',
    file: 'File',
    kind: 'Export',
    format: 'Format',
    rows: 'Rows',
    proven: 'Proven complete',
    firstId: 'First id',
    lastId: 'Last id',
    sha256: 'SHA-256',
    first: 'Used first',
    accepted: 'Accepted',
    'permissions.read:payments': 'Payments',
    'permissions.read:withdraws': 'Withdrawals',
    'permissions.read:balance': 'Balance',
    'permissions.write:withdraw:create': 'Sends money',
    'permissions.write:payment:create': 'Creates charges',
    coverFee: 'Fee on top',
    balance: 'Balance now',
    balanceAfter: 'Balance after',
  },
  prompts: {
    yesNo: '(y/N)',
    yesWords: ['y', 'yes'],
    baseUrl: 'Address of the service (https://…)',
    apiKey: 'API key (not shown)',
    whichProfile: 'Which profile?',
    paymentValue: 'Value in reais',
    withdrawalAmount: 'Amount in reais',
    pixKey: "The recipient's Pix key",
    whichPixKey: (typed: string) => `What is ${typed}?`,
    verificationCode: 'Verification code',
    sendNow: (amount: string, key: string) => `Send ${amount} to ${key} now?`,
  },
  notices: {
    emptyList: { payments: 'There are no such payments.', withdraws: 'There are no such withdrawals.' },
    unprotected: (origin: string) => `warning: the key goes to ${origin} over plain http, where others can read it`,
  },
  progress: {
    attempt: (number: number) => `attempt ${number}`,
    rate: (remaining: number, limit: number) => `${remaining} of ${limit} requests left`,
    retry: (code: string, seconds: string) => `${code}: trying again in ${seconds} s`,
    waiting: (seconds: string) => `waiting for the rate limit, ${seconds} s`,
    keyDropped: (keyName: string) => `the service no longer accepts the key "${keyName}"; going on with the others`,
    permissionMissing: (keyName: string, permission: string) =>
      `the key "${keyName}" lacks the permission ${permission}; going on with the others`,
  },
  settings: {
    noKey: {
      message: 'there is no API key',
      hint: 'log in with "pix auth login", or set PIX_API_KEY; to try things out: pix serve --mock',
    },
    noBaseUrl: {
      message: 'there is no address of a service',
      hint: 'log in with "pix auth login", or set PIX_BASE_URL, or use --base-url',
    },
    invalidBaseUrl: (source: string): Complaint => ({
      message: `${source === '' ? '' : `${source}: `}that is not the address of a service`,
      hint: 'it begins with https:// or http:// and holds no name, password or query',
    }),
    unknownProfile: (name: string, known: readonly string[], closest: string | undefined): Complaint => ({
      message: `there is no profile "${name}"`,
      hint:
        known.length === 0
          ? 'make one with: pix auth login'
          : `${closest === undefined ? '' : `did you mean ${closest}? `}there are: ${known.join(', ')}`,
    }),
    keyOfAnotherService: (profile: string, own: string, other: string): Complaint => ({
      message: `the key of profile "${profile}" belongs to ${own}, and is not sent to ${other}`,
      hint: 'give the key of that service in PIX_API_KEY, or log in there: pix auth login -p NAME --base-url URL',
    }),
  },
  auth: {
    httpRefused: (origin: string): Complaint => ({
      message: `${origin} speaks plain http: anybody on the way could read the key`,
      hint: 'use https; if the network is your own, insist with --allow-http',
    }),
    keyFromEnvironment: 'The key is taken from PIX_API_KEY.',
    noKeyGiven: {
      message: 'no API key was given',
      hint: 'type it when asked, pipe it in (pix auth login < key.txt), or set PIX_API_KEY',
    },
    keyRefused: (origin: string): Complaint => ({
      message: `${origin} does not accept this API key; nothing was stored`,
      hint: 'check that the key was copied whole, and that it belongs to this service',
    }),
    loggedIn: (profile: string, origin: string, key: string) =>
      `Logged in to ${origin} with ${key}, stored as profile "${profile}".`,
    otherKeysDropped: (names: readonly string[]) =>
      `The other keys of this profile are removed, for they may belong to another account: ${names.join(', ')}.`,
    keyReadsNothing: 'The service knows the key, but it may read neither balance nor payments nor withdrawals.',
    notCurrent: (profile: string) =>
      `Another profile is current. Use this one with "-p ${profile}", or switch: pix auth switch ${profile}`,
    noProfiles: 'There are no stored profiles.',
    inForce: (key: string, source: string, origin: string) => `In force: ${key} (from ${source}) for ${origin}.`,
    sources: { environment: 'PIX_API_KEY', profile: 'the profile' },
    switchTo: (known: readonly string[]): Complaint => ({
      message: 'which profile?',
      hint:
        known.length === 0
          ? 'there is none yet: pix auth login'
          : `pix auth switch NAME; there are: ${known.join(', ')}`,
    }),
    switched: (profile: string) => `Profile "${profile}" is current now.`,
    loggedOut: (profile: string) => `Profile "${profile}" and its key are removed.`,
  },
  payments: {
    outcomeUnknown: (reason: string, amount: string): Complaint => ({
      message: `nobody knows whether the charge of ${amount} was created: ${reason}`,
      hint: 'look for it with "pix payments list -L 5" before you repeat the command; lists may be 60 seconds old',
    }),
  },
  withdraw: {
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
    outcomeUnknown: (reason: string, amount: string, key: string): Complaint => ({
      message: `MONEY MAY HAVE MOVED: nobody knows whether ${amount} went to ${key} (${reason})`,
      hint: `do not repeat the command; wait 60 seconds (lists are that old at times), then look for ${amount} to ${key} in: pix withdraw list -L 5`,
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
    unwritable: (path: string, reason: string): Complaint => ({
      message: `${path} could not be written: ${reason}`,
      hint: 'choose another file with --qr-file',
    }),
  },
  serve: {
    mockOnly: {
      message: 'there is only a mock to serve: it moves no real money',
      hint: 'pix serve --mock',
    },
    loopbackOnly: (host: string): Complaint => ({
      message: `other machines could reach the service at ${host}`,
      hint: 'add --expose if that is wanted, or use 127.0.0.1, ::1 or localhost',
    }),
    startFailures: {
      port_in_use: ({ address }: StartFacts): Complaint => ({
        message: `${address} is in use`,
        hint: 'take a free port with --port 0, or stop what is running there',
      }),
      address_unavailable: ({ address }: StartFacts): Complaint => ({
        message: `${address} cannot be listened on`,
        hint: 'use --host 127.0.0.1 and --port 0',
      }),
      not_exposed: ({ address }: StartFacts): Complaint => ({
        message: `${address} can be reached from other machines`,
        hint: 'add --expose if that is wanted, or use --host 127.0.0.1',
      }),
      data_file_locked: ({ dataFile }: StartFacts): Complaint => ({
        message: `another process is using ${dataFile}`,
        hint: 'stop that service, or use another file with --data',
      }),
      data_file_newer: ({ dataFile }: StartFacts): Complaint => ({
        message: `${dataFile} was written by a newer pix`,
        hint: 'use that version, or another file with --data',
      }),
      data_file_foreign: ({ dataFile }: StartFacts): Complaint => ({
        message: `${dataFile} is not a data file of the local service; it was left alone`,
        hint: 'use another file with --data',
      }),
      data_file_unreadable: ({ dataFile }: StartFacts): Complaint => ({
        message: `${dataFile} cannot be opened as a data file`,
        hint: 'check the folder and its permissions, or use another file with --data',
      }),
      seed_differs: ({ dataFile, storedSeed, requestedSeed }: StartFacts): Complaint => ({
        message: `${dataFile} was made with seed ${storedSeed}, not ${requestedSeed}`,
        hint: 'leave out --seed, or use another file with --data',
      }),
    },
    profileNotStored: (reason: string) => `The profile "mock" was not stored: ${reason}`,
    ready: (url: string) => `The local service answers at ${url}. No real money is near it.`,
    keys: 'Keys:',
    exposed: (token: string) =>
      `Other machines can reach it. Its levers (pix mock …) want this token, in PIX_MOCK_TOKEN:\n  ${token}`,
    tryIt: 'Try, in another terminal:',
    stopHint: 'Ctrl-C stops it.',
    stopping: 'Stopping.',
  },
};
