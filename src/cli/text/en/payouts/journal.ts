import type { Elsewhere } from '../../../../payouts/journal/journal-location.ts';
import type { PostgresOpenReason } from '../../../../sql/postgres/errors.ts';
import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { count, payments } from '../numbers.ts';

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
  journalUnreachable: {
    driver_missing: () => failure`
      the journal is on PostgreSQL, and the package pg is not installed; nothing was sent
      install both with npm, since the single executable cannot use it: npm install -g pix-wallet pg`,
    unreachable: (location: string) => failure`
      cannot reach the journal at ${location}; nothing was sent
      check the address (pix config get journal), and that the server runs`,
    refused: (location: string) => failure`
      ${location} refused the connection to the journal; nothing was sent
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
  } satisfies Readonly<Record<PostgresOpenReason, (location: string) => ErrorText>>,
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
  otherJournalPays: (number: number, when: string, sum: string, id: string) =>
    `${number === 1 ? '1 withdrawal was' : `${count(number)} withdrawals were`} made from this account by another journal of pix (the latest: ${sum}, ${when}, ${id}). What it paid is not known here.`,
  sheet: {
    paid: (number: number, sum: string, place: string) => `${payments(number)}, ${sum} (${place}).`,
    partlyPaid: (paid: number, all: number, sum: string, total: string, place: string) =>
      `Paid: ${count(paid)} of ${count(all)}, ${sum} of ${total} (${place})`,
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
    `${payments(lines.length)} left for the next return, because the outcome is not final (line ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}).`,
  returnNeedsOut: failure`a return with accents is only written to a file \n add its name: --out FILE.ret`,
  notRemittance: (runId: string) => failure`
    run ${runId} was not paid from one CNAB 240 remittance
    another format: --format csv|xlsx|excel-br|json`,
  noRetryRows: 'No payment is known to be unpaid; nothing to write.',
  notSought: (number: number, runId: string) =>
    `${payments(number)} left out for now: pix has not checked yet whether a copy of the request was paid. To check: pix payouts resume ${runId}`,
  notDecided: (number: number, runId: string, otherId: string) =>
    `${payments(number)} left out for now: while a similar payment is unconfirmed, pix does not know whether a copy of the request was paid. Settle that payment first: pix payouts resume ${otherId}${otherId === runId ? '' : `; then: pix payouts resume ${runId}`}`,
  notSentYet: (number: number, runId: string) =>
    `${payments(number)} left out: not sent yet. To send: pix payouts resume ${runId}`,
};
