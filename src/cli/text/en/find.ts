import type { Complaint } from '../../errors/command-error.ts';
import { count } from './numbers.ts';

export const find = {
  help: {
    command: 'Find a payment or a withdrawal by an id, a Pix key, an amount or words',
    text: {
      value: 'text',
      description:
        'an id, correlation id, transaction id or end-to-end id, a Pix key in any form, an amount (10,50), or words of the description',
    },
    all: 'all matches, however many; also after the one that an id stands for',
    limit: { value: 'number', description: 'stop after so many matches (default 50)' },
    offline: 'ask the local index alone (pix sync), not the service',
  },
  fields: {
    resource: 'What',
    matchedBy: 'Found by',
  },
  resources: { payments: 'Payment', withdraws: 'Withdrawal' },
  looking: (rows: number, backTo: string) => `looked at ${count(rows)} rows, back to ${backTo}`,
  found: (matches: number) => (matches === 1 ? '1 match' : `${count(matches)} matches`),
  lookedBackTo: (matches: string, rows: number, backTo: string) =>
    `${matches}; looked at ${count(rows)} rows, back to ${backTo}.`,
  lookedEverywhere: (matches: string, rows: number) => `${matches}; looked at all ${count(rows)} rows.`,
  interruptedAt: (rows: number, backTo: string) => `Not finished: looked at ${count(rows)} rows, back to ${backTo}.`,
  payoutOf: (reference: string, run: string, row: number, status: string) =>
    `The reference "${reference}" is that of a payout: ${run}, row ${row}, ${status}.`,
  thereMayBeMore: 'There may be more: --limit or --all shows them.',
  indexAge: (name: string, age: string) => `The index of ${name} was brought up to date ${age}.`,
  indexOf: (name: string) => (name === '' ? 'this account' : `"${name}"`),
  emptyText: { message: 'there is nothing to look for', hint: 'pix find TEXT: an id, a Pix key, an amount, or words' },
  nothing: (typed: string, isWithinSpan: boolean): Complaint => ({
    message: `nothing was found for "${typed}"`,
    hint: isWithinSpan
      ? 'look further, without --since and --until, or in another account with -p NAME'
      : 'look in another account with -p NAME, or for a part of the description',
  }),
  nothingOffline: (typed: string): Complaint => ({
    message: `the index has nothing for "${typed}"`,
    hint: 'bring it up to date with pix sync, or ask the service: leave out --offline',
  }),
  incomplete: (places: string): Complaint => ({
    message: `could not look everywhere: ${places}`,
    hint: 'what was found is shown; the same command again looks anew',
  }),
  listIn: (list: string, account: string) => (account === '' ? list : `${list} of "${account}"`),
  shortfalls: {
    failed: (list: string, reason: string) => `the ${list} could not be read (${reason})`,
    gaps: (list: string) => `some ${list} were not told by the service`,
    look_ups: (list: string) =>
      `only the newest ${list} were asked for their transaction id (--all asks for all, one by one)`,
    not_synced: (list: string) => `the ${list} are not all in the index (pix sync)`,
  },
  oneAccountOnly: {
    message: '--base-url does not go with several profiles: each has an address of its own',
    hint: 'leave it out, or name one profile',
  },
};
