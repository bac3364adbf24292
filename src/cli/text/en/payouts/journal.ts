import type { Elsewhere } from '../../../../payouts/journal/journal-location.ts';
import type { SharedJournalReason as PostgresOpenReason } from '../../../../payouts/journal/postgres-journal.ts';
import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import { failure, type ErrorText } from '../../../errors/command-error.ts';
import { count } from '../numbers.ts';

export const journal = {
  journalFailed: (reason: string) =>
    failure(
      `cannot write the journal, so sending stopped: ${reason}`,
      'check the free disk space; then find the run with: pix payouts list, and resume it: pix payouts resume RUN',
    ),
  journalInUse: (path: string) =>
    failure(
      'another process uses the journal; nothing more is sent',
      `wait until it has finished, or close the program that has ${path} open; then find the run with: pix payouts list, and resume it: pix payouts resume RUN`,
    ),
  journalUnusable: (path: string, reason: string) =>
    failure(
      `cannot use the journal: ${reason}`,
      `the file ${path} records what was paid: restore it from a backup before you pay`,
    ),
  journalLost: (location: string, reason: string) =>
    failure(
      `the connection to the journal was lost, so sending stopped: ${reason}`,
      `when ${location} answers again, on any machine: pix payouts list, then pix payouts resume RUN`,
    ),
  journalUnreachable: {
    driver_missing: () =>
      failure(
        'the journal is on PostgreSQL, and the package pg is not installed; nothing was sent',
        'install it where pix is installed: npm install -g pg',
      ),
    unreachable: (location: string) =>
      failure(
        `cannot reach the journal at ${location}; nothing was sent`,
        'check the address (pix config get journal), and that the server runs',
      ),
    refused: (location: string) =>
      failure(
        `${location} refused the connection to the journal; nothing was sent`,
        'check the user and the name of the database; the password comes from PGPASSWORD or a pgpass file',
      ),
    foreign: (location: string) =>
      failure(
        `the schema of the journal at ${location} belongs to another program; nothing was sent`,
        'use another database: pix config set journal postgres://USER@HOST/DATABASE',
      ),
    newer: (location: string) =>
      failure(
        `a newer pix has written the journal at ${location}; nothing was sent`,
        'update pix here, too: npm install -g pix-wallet',
      ),
    too_old: (location: string) =>
      failure(`${location} is older than PostgreSQL 14; nothing was sent`, 'use PostgreSQL 14 or newer'),
  } satisfies Readonly<Record<PostgresOpenReason, (location: string) => ErrorText>>,
  journalElsewhere: {
    moved: (location: string) =>
      failure(
        `this journal was moved to ${location}; nothing was sent`,
        'pay from there: pix config set journal ADDRESS ("default" for the folder of this machine)',
      ),
    moving: (location: string) =>
      failure(
        `the move of this journal to ${location} has not ended; nothing was sent`,
        'repeat the command that moves it: pix payouts journal move TARGET',
      ),
    behind: (location: string) =>
      failure(
        `this machine has a journal of its own in ${location}, which the shared one does not know; nothing was sent`,
        'move it first: pix payouts journal move postgres://USER@HOST/DATABASE',
      ),
  } satisfies Readonly<Record<Elsewhere, (location: string) => ErrorText>>,
  noSharedJournal: failure(
    'this profile has no shared journal that could be moved here',
    'name it: pix config set journal postgres://USER@HOST/DATABASE',
  ),
  moveTarget: 'TARGET',
  moveNeedsYes: failure('--yes is required without a terminal', 'pix payouts journal move TARGET --yes'),
  confirmMove: (from: string, to: string) => `Move the journal from ${from} to ${to}? The old one is closed for good.`,
  journalNotEmpty: (location: string) =>
    failure(
      `${location} already has a journal with payments; nothing was copied`,
      'use an empty database: two journals cannot be joined',
    ),
  journalMoved: (value: string) => `The journal was moved. For each profile that pays: pix config set journal ${value}`,
  lacks: {
    missing: 'the file is missing or empty, but its runs have left traces beside it',
    older: 'it is an older copy, or its last entries are missing',
    replaced: 'it is not the journal that was here before',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder: string, reason: string) =>
    failure(
      `the journal is incomplete: ${reason}; nothing was sent`,
      `restore payouts.sqlite, with its payouts.sqlite-wal, in ${folder}. To start without it, move that whole folder away: what it paid could then be paid again`,
    ),
  otherJournalPays: (number: number, when: string, sum: string, id: string) =>
    `${number === 1 ? '1 withdrawal was' : `${count(number)} withdrawals were`} made from this account by another journal of pix (the latest: ${sum}, ${when}, ${id}). What it paid is not known here.`,
};
