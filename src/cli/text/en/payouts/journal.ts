import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import type { Complaint } from '../../../errors/command-error.ts';
import { count } from '../numbers.ts';

export const journal = {
  journalFailed: (reason: string): Complaint => ({
    message: `the journal of payouts can not be written, so nothing more is sent: ${reason}`,
    hint: 'check the free space; then see how the run stands: pix payouts list, and go on with it: pix payouts resume RUN',
  }),
  journalUnusable: (path: string, reason: string): Complaint => ({
    message: `the journal of payouts can not be used: ${reason}`,
    hint: `it is ${path}; without it nobody knows what was paid: restore it from a backup before you pay`,
  }),
  lacks: {
    missing: 'the file is gone or empty, though its runs have left traces beside it',
    older: 'it is an older copy, or lacks what was written last',
    replaced: 'it is another journal than the one that was here',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder: string, reason: string): Complaint => ({
    message: `the journal of payouts is incomplete: ${reason}; nothing was sent`,
    hint: `restore payouts.sqlite, with its payouts.sqlite-wal, in ${folder}. To begin without it, which can pay again what it paid, move that whole folder away`,
  }),
  otherJournalPays: (number: number, when: string, sum: string, id: string) =>
    `${number === 1 ? '1 withdrawal was' : `${count(number)} withdrawals were`} made from this account by a pix whose journal is not here (the newest: ${sum}, ${when}, ${id}): what it has paid is not known here.`,
};
