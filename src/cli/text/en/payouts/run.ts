import type { Elsewhere } from '../../../../payouts/journal/journal-location.ts';
import type { PostgresOpenReason } from '../../../../sql/postgres/errors.ts';
import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { count, payments, rows } from '../numbers.ts';

export const running = {
  rows,
  payments,
  typeSum: (sum: string) => `To confirm, type the sum (${sum}). Enter cancels:`,
  sumDiffers: (typed: string, sum: string) => `"${typed}" is not ${sum}`,
  needsConsent: failure`
    confirmation required, but no terminal is attached; nothing was sent
    add --yes and --confirm-total SUM to pay`,
  totalDiffers: (typed: string, sum: string) => failure`
    --confirm-total is ${typed}, but the sum of the file is ${sum}; nothing was sent
    check that it is the right file`,
  resumed: (runId: string) => `This file was run before: resuming ${runId}.`,
  nothingLeft: 'Nothing is left to send.',
  resumeNeedsYes: (number: number) => failure`
    confirmation required to send ${payments(number)}, but no terminal is attached; nothing was sent
    add --yes to send`,
  progress: (sent: number, all: number, sum: string) => `${count(sent)} of ${count(all)} sent, ${sum}`,
  progressSpeed: (perSecond: number, left: string) => `${perSecond.toFixed(1)} per second, ${left} left`,
  progressUnderWay: (number: number) => `${count(number)} under way`,
  progressUnknown: (number: number) => `${count(number)} unconfirmed`,
  progressLooking: (left: string) => `checking, ${left} left`,
  waitingFor: {
    network: (seconds: string) => `the service cannot be reached; retrying in ${seconds} s`,
    rate_limit: (seconds: string) => `rate limit reached; waiting ${seconds} s`,
    one_at_a_time: (seconds: string) =>
      `the account allows one withdrawal at a time; waiting ${seconds} s for the current one`,
  },
  stoppedSending: (reason: string) => `Sending stopped: ${reason}.`,
  /** @param isEarlier an earlier command sent the request */
  noClearResponse: (who: string, isEarlier: boolean) => {
    const whose = who === '' ? '' : ` for ${who}`;
    return isEarlier
      ? `Nothing was sent now${whose}: an earlier command received no clear response. The money may have moved`
      : `No clear response${whose}. The money may have moved, so pix does not send again`;
  },
  looking: (lost: string, number: number, until: string, left: string, runId: string) =>
    `${lost}: checking whether the ${number === 1 ? 'payment was' : 'payments were'} made, until ${until} at the latest (${left}). Ctrl-C leaves the check for later: pix payouts resume ${runId}`,
  andMorePayments: (number: number) => ` and ${payments(number)} more`,
  foundPayment: (payment: string, id: string) => `Found: ${payment} was sent, with ID ${id}.`,
  lookingAtRefused: (number: number, until: string) =>
    `${payments(number)} rejected: checking that no copy of the request was paid, until ${until} at the latest. Ctrl-C leaves the check for later.`,
  checkingOnHold: 'Checking again the payments that need your decision.',
  lookFailed: (reason: string) => `The check failed: ${reason}`,
  stopping: 'Stopping: nothing more is sent; waiting for the last responses. Press Ctrl-C again to quit now.',
  runPartly: (missing: number, all: number, details: string, hint: string) => failure`
    ${count(missing)} of ${payments(all)} ${missing === 1 ? 'was' : 'were'} not made (${details})
    ${hint}`,
  hints: {
    resume: (runId: string) => `resume with: pix payouts resume ${runId}`,
    resolve: (runId: string, line: number, id: string) =>
      `if it has paid line ${line}: pix payouts resolve ${runId} ${line} --paid ${id}; then resume with: pix payouts resume ${runId}`,
    retryFile: (runId: string, ending: string) =>
      `see why: pix payouts report ${runId}; write a file of only these: pix payouts report ${runId} --retry-file --out again${ending}`,
    ownReferences: 'give each payment a reference of its own',
  },
  runStopped: (reason: string, runId: string) => failure`
    nothing was paid: ${reason}
    once this is fixed: pix payouts resume ${runId}`,
  runInterrupted: (done: number, sum: string, left: number, runId: string) => failure`
    stopped: ${payments(done)} (${sum}) sent, ${count(left)} not sent
    resume with: pix payouts resume ${runId}`,
  followingInterrupted: (pending: number, runId: string) => failure`
    interrupted; everything was sent${pending === 0 ? '' : `, and ${payments(pending)} ${pending === 1 ? 'is' : 'are'} still processing`}
    to see the outcome: pix payouts status ${runId} --refresh`,
  notFollowed: (pending: number, runId: string) => failure`
    everything was sent, but the outcome of ${payments(pending)} is not known yet
    do not pay by other means; see the outcome with: pix payouts status ${runId} --refresh`,
  runUnreported: (number: number, sum: string, runId: string, reason: string) => failure`
    ${payments(number)} (${sum}) sent, but the result could not be written completely: ${reason}
    do not run it again to see the result; see it with: pix payouts status ${runId}`,
  leftUnderWay: (reason: string, runId: string, underWay: number) => failure`
    MONEY MAY HAVE MOVED: stopped (${reason}) before all responses arrived${underWay === 0 ? '' : `; without a response: ${payments(underWay)}`}
    do not pay by other means; check with: pix payouts resume ${runId}`,
};

/** Runs that are sent on a day. */
export const schedule = {
  invalidDay: (flag: string, typed: string) => failure`
    invalid value "${typed}" for ${flag}
    use a day (2026-12-05 or 05/12/2026), today, tomorrow or last-business-day`,
  past: (day: string) => failure`${day} has passed; nothing was stored or sent \n to pay now, leave out --on`,
  holidaysUnknown: (end: string) => failure`
    bank holidays are known until ${end} only
    give the day itself: --on 2036-01-31; or update pix`,
  afterHolidays: (day: string, end: string) =>
    `Bank holidays are known until ${end} only: ${day} may be one. Pix works every day.`,
  noBusinessDay: (day: string, next: string) =>
    `${day} is not a business day. Pix works every day; the next business day: --on ${next}`,
  otherwise: (runId: string, day: string | null) => failure`
    ${day === null ? `this file was run before as ${runId}, without --on; nothing was sent` : `this file was run before as ${runId}, for ${day}, and keeps its day; nothing was sent`}
    see it: pix payouts status ${runId}; resume it: pix payouts resume ${runId}`,
  planned: (day: string) => `Nothing is sent before ${day}.`,
  scheduled: (number: number, sum: string, day: string, place: string) =>
    `Scheduled for ${day}: ${payments(number)}, ${sum} (${place}). Not sent yet.`,
  sendOn: (runId: string) =>
    `On that day: pix payouts resume ${runId}; by itself: pix payouts timer ${runId} --for systemd, or cron, or task-scheduler`,
  notScheduled: (runId: string) => failure`
    run ${runId} has no day
    give it one when you start it: pix payouts run FILE --on DAY`,
  pastTimer: (day: string, runId: string) => failure`
    that time on ${day} has passed; no timer was written
    send the run now: pix payouts resume ${runId}`,
  invalidTime: (flag: string, typed: string) => failure`
    invalid value "${typed}" for ${flag}
    use a time of day: 09:00`,
  needsProfile: failure`
    a timer knows no variables: the key and the address of the journal must be in a profile, and its password in a pgpass file
    store them: pix auth login -p NAME; pix config set journal ADDRESS; and unset PIX_API_KEY, PIX_JOURNAL and PGPASSWORD`,
  needsScheduler: (runId: string) => failure`
    --for is required
    pix payouts timer ${runId} --for systemd, or cron, or task-scheduler`,
  unusableWord: (pathOrVariable: string) => failure`
    a timer cannot name ${pathOrVariable}
    use folders, and values of variables, without line breaks, quotation marks or pairs of percent signs`,
  installFrom: 'Nothing was written or installed. To write files, and see how to install them: --out FOLDER',
  timerWritten: (path: string) => `Written: ${path}`,
  install: {
    systemd: (name: string, path: string, _zone: string) =>
      `Install: cp ${path}.service ${path}.timer ~/.config/systemd/user/ && systemctl --user enable --now ${name}.timer; to run while you are logged out: loginctl enable-linger`,
    cron: (_name: string, path: string, zone: string) =>
      `Install: (crontab -l; cat ${path}.cron) | crontab -; its time is in ${zone}, which cron must use, too, and the machine must be on then. Remove the line afterwards: crontab -e`,
    'task-scheduler': (name: string, path: string, _zone: string) =>
      `Install: schtasks /Create /TN "${name}" /XML "${path}.xml"`,
  },
  late: (runId: string, file: string, day: string) =>
    `LATE: run ${runId} (${file}) was due on ${day} and was not sent completely. Send it: pix payouts resume ${runId}`,
  lateSubmitted: (runId: string, file: string, day: string) =>
    `LATE: run ${runId} (${file}) was due on ${day} and was not sent. See what it needs: pix payouts pending ${runId}`,
  moreLate: (number: number) => `LATE: ${number} more: pix payouts list`,
};

/** What the journal says, and what is said of it. */
export const journal = {
  journalFailed: (reason: string) => failure`
    cannot write the journal, so sending stopped: ${reason}
    check the free disk space; then find the run with: pix payouts list, and resume it: pix payouts resume RUN`,
  journalInUse: (path: string) => failure`
    another process uses the journal; nothing more is sent
    wait until it has finished, or close the program that has ${path} open; then find the run with: pix payouts list, and resume it: pix payouts resume RUN`,
  journalUnusable: (path: string, reason: string) => failure`
    cannot use the journal: ${reason}
    the file ${path} records what was paid: restore it from a backup before you pay`,
  journalLost: (location: string, reason: string) => failure`
    the connection to the journal was lost, so sending stopped: ${reason}
    when ${location} answers again, on any machine: pix payouts list, then pix payouts resume RUN`,
  journalDenied: (location: string, reason: string) => failure`
    the role of ${location} lacks a right to the journal: ${reason}
    use a role that has it: pix config set journal postgres://USER@HOST/DATABASE; the owner of the database grants it`,
  journalDatabaseFailed: (location: string, reason: string) => failure`
    the database of the journal reports an error, so nothing more is sent: ${reason}
    check that ${location} can be written to: that it is no standby server and no pooler, and has free disk space; then: pix payouts list, and pix payouts resume RUN`,
  journalUnreachable: {
    driver_missing: () => failure`
      the journal is on PostgreSQL, and the package pg is not installed; nothing was sent
      install both with npm, since the single executable cannot use it: npm install -g pix-wallet pg`,
    unreachable: (location: string, reason: string) => failure`
      cannot connect to the journal at ${location}; nothing was sent: ${reason}
      check the address (pix config get journal), its password (PGPASSWORD or a pgpass file), that the server runs, and that it is no pooler`,
    refused: (location: string, reason: string) => failure`
      ${location} refused the connection to the journal; nothing was sent: ${reason}
      check the user and the name of the database; the password comes from PGPASSWORD or a pgpass file`,
    foreign: (location: string) => failure`
      the schema of the journal at ${location} belongs to another program; nothing was sent
      use another database: pix config set journal postgres://USER@HOST/DATABASE`,
    newer: (location: string) => failure`
      a newer pix has written the journal at ${location}; nothing was sent
      update pix here, too: npm install -g pix-wallet`,
    too_old: (location: string) => failure`
      ${location} is older than PostgreSQL 14; nothing was sent
      use PostgreSQL 14 or newer`,
    not_utf8: (location: string) => failure`
      ${location} cannot store every character: its encoding is not UTF8; nothing was sent
      create another database: createdb --encoding=UTF8 --template=template0 DATABASE`,
    pooled: (location: string) => failure`
      a pooler stands before the journal at ${location}, and drops the settings of pix; nothing was sent
      connect to the server itself: pix config set journal postgres://USER@HOST/DATABASE`,
  } satisfies Readonly<Record<PostgresOpenReason, (location: string, reason: string) => ErrorText>>,
  journalElsewhere: {
    moved: (location: string) => failure`
      this journal was moved to ${location}; nothing was sent
      pay from there: pix config set journal ADDRESS ("default" for the folder of this machine)`,
    moving: (location: string) => failure`
      the move of this journal to ${location} has not ended; nothing was sent
      repeat the command that moves it: pix payouts journal move TARGET`,
    behind: (location: string) => failure`
      this machine has a journal of its own in ${location}, which the shared one does not know; nothing was sent
      move it first: pix payouts journal move postgres://USER@HOST/DATABASE`,
    on_network: (location: string) => failure`
      the journal in ${location} is on a network disk, where two machines can send the same payment; nothing was sent
      move it to PostgreSQL: pix payouts journal move postgres://USER@HOST/DATABASE. Or move that whole folder, as "state", into a folder of this machine's own disk, and name that in PIX_CONFIG_DIR. Without it, what it paid could be paid again`,
    network_folder: (location: string) => failure`
      ${location} is on a network disk, where two machines can send the same payment; nothing was sent
      set PIX_CONFIG_DIR to a folder on this machine's own disk, and log in again (pix auth login). Several machines share a journal on PostgreSQL: pix config set journal postgres://USER@HOST/DATABASE`,
  } satisfies Readonly<Record<Elsewhere, (location: string) => ErrorText>>,
  noSharedJournal: failure`
    this profile has no shared journal that could be moved here
    name it: pix config set journal postgres://USER@HOST/DATABASE`,
  moveNeedsYes: failure`--yes is required without a terminal \n pix payouts journal move TARGET --yes`,
  confirmMove: (from: string, to: string) => `Move the journal from ${from} to ${to}? The old one is closed for good.`,
  journalNotEmpty: (location: string) => failure`
    ${location} already has a journal with payments; nothing was copied
    use an empty database: two journals cannot be joined`,
  journalMoved: (value: string) => `The journal was moved. For each profile that pays: pix config set journal ${value}`,
  lacks: {
    missing: 'the file is missing or empty, but its runs have left traces beside it',
    older: 'it is an older copy, or its last entries are missing',
    replaced: 'it is not the journal that was here before',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder: string, reason: string) => failure`
    the journal is incomplete: ${reason}; nothing was sent
    restore payouts.sqlite, with its payouts.sqlite-wal, in ${folder}. To start without it, move that whole folder away: what it paid could then be paid again`,
  otherJournalPays: (when: string, sum: string, id: string) =>
    `Another journal of pix pays from this account (the latest: ${sum}, ${when}, ${id}). What it paid is not known here.`,
  sheet: {
    paid: (number: number, sum: string, place: string) => `${payments(number)}, ${sum} (${place}).`,
    partlyPaid: (paid: number, all: number, sum: string, total: string, place: string) =>
      `Paid: ${count(paid)} of ${count(all)}, ${sum} of ${total} (${place})`,
    sentElsewhere: (number: number, sum: string) => `Sent by other runs: ${count(number)} (${sum})`,
    place: (file: string, runId: string) => `${file}, run ${runId}`,
    receipts: (runId: string) => `Receipts: pix payouts receipts ${runId} --out FOLDER`,
    check: (runId: string) => `Check: pix payouts resume ${runId}`,
    resume: (runId: string) => `Send the rest: pix payouts resume ${runId}`,
    retry: (runId: string, ending: string) =>
      `A file of only these: pix payouts report ${runId} --retry-file --out again${ending}`,
    outcome: (runId: string) => `See the outcome: pix payouts status ${runId} --refresh`,
    recorded: (when: string) => `recorded ${when}`,
    approved: 'Approved',
    feeOnTop: (onTop: number, all: number) =>
      onTop === all ? 'added on top' : `added on top of ${payments(onTop)}, taken from the amount of the others`,
  },
  moreUnpaid: (number: number, runId: string) => `… and ${count(number)} more: pix payouts report ${runId}`,
  noRuns: 'No runs yet. Start with: pix payouts check FILE',
  noLatestRun: failure`no runs yet \n start with: pix payouts check FILE`,
  needsOutcome: (runId: string, line: string) => failure`
    --paid or --not-paid is required
    pix payouts resolve ${runId} ${line} --paid ID, or --not-paid`,
  resolvePaid: (row: string, id: string, amount: string, key: string, when: string) =>
    `${row}: mark as PAID, by withdrawal ${id}: ${amount} to ${key} on ${when}?`,
  wholeId: 'this command takes the whole ID only; pix withdraw get ID --fields id shows it',
  resolveNotPaid: (rows: string, number: number) =>
    number === 1
      ? `${rows}: mark as NOT PAID? Its reference can then be used again.`
      : `${rows}\nMark these ${number} payments as NOT PAID? Their references can then be used again.`,
  invalidLine: (name: string, typed: string) => failure`
    invalid value "${typed}" for ${name}
    use the number of a line in the file; several: 3,4,5`,
  resolveNeedsYes: failure`
    confirmation required, but no terminal is attached; nothing was changed
    add --yes to confirm`,
  resolved: (row: string, status: string) => `${row}: ${status}.`,
  unchanged: { message: 'cancelled; nothing was changed' },
  totalPaid: 'Total paid',
  reported: (number: number, path: string) => `${payments(number)} written to ${path}.`,
  noFinalRows: 'No payment has a final outcome yet; nothing to write.',
  leftForReturn: (lines: readonly number[]) =>
    `${payments(lines.length)} left for the next return, because the outcome is not final, or another run has its reference (${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}).`,
  returnNeedsOut: failure`a return with accents is only written to a file \n add its name: --out FILE.ret`,
  notRemittance: (runId: string) => failure`
    run ${runId} was not paid from one CNAB 240 remittance
    another format: --format csv|xlsx|excel-br|json`,
  noRetryRows: 'No payment is known to be unpaid; nothing to write.',
  notRetried: (number: number, otherId: string) =>
    `${payments(number)} must not be repeated: another run has paid the same, or may have: pix payouts report ${otherId}`,
  notSought: (number: number, runId: string) =>
    `${payments(number)} left out for now: pix has not checked yet whether a copy of the request was paid. To check: pix payouts resume ${runId}`,
  notDecided: (number: number, runId: string, otherId: string) =>
    `${payments(number)} left out for now: while a similar payment is unconfirmed, pix does not know whether a copy of the request was paid. Settle that payment first: pix payouts resume ${otherId}${otherId === runId ? '' : `; then: pix payouts resume ${runId}`}`,
  notSentYet: (number: number, runId: string) =>
    `${payments(number)} left out: not sent yet. To send: pix payouts resume ${runId}`,
};
