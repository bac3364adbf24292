import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import type { ErrorText } from '../../../errors/command-error.ts';
import { count } from '../numbers.ts';

export const journal = {
  journalFailed: (reason: string): ErrorText => ({
    message: `cannot write the journal, so sending stopped: ${reason}`,
    hint: 'check the free disk space; then find the run with: pix payouts list, and resume it: pix payouts resume RUN',
  }),
  journalUnusable: (path: string, reason: string): ErrorText => ({
    message: `cannot use the journal: ${reason}`,
    hint: `the file ${path} records what was paid: restore it from a backup before you pay`,
  }),
  lacks: {
    missing: 'the file is missing or empty, but its runs have left traces beside it',
    older: 'it is an older copy, or its last entries are missing',
    replaced: 'it is not the journal that was here before',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder: string, reason: string): ErrorText => ({
    message: `the journal is incomplete: ${reason}; nothing was sent`,
    hint: `restore payouts.sqlite, with its payouts.sqlite-wal, in ${folder}. To start without it, move that whole folder away: what it paid could then be paid again`,
  }),
  otherJournalPays: (number: number, when: string, sum: string, id: string) =>
    `${number === 1 ? '1 withdrawal was' : `${count(number)} withdrawals were`} made from this account by another journal of pix (the latest: ${sum}, ${when}, ${id}). What it paid is not known here.`,
};
