import { failure } from '../../errors/command-error.ts';
import { count, payments, rows as rowsOf } from './numbers.ts';

export const find = {
  help: {
    text: '<text> an ID or a part of one (six characters or more), a Pix key in any form or masked (***.982.247-**), the end of a phone number, an amount (10,50), a day (yesterday, 14/07), a status (processing, FAILED), words of the description or the name of a recipient; with several terms, all must match',
    all: 'show every match, even after an exact ID',
    limit: '<number> maximum number of matches (default 50)',
    offline: 'search only the local index (pix sync), not the service',
    copy: 'copy the ID to the clipboard if there is a single match',
  },
  resources: { payments: 'Charge', withdraws: 'Withdrawal' },
  to: (recipient: string) => `to ${recipient}`,
  looking: (rows: number, backTo: string) => `searched ${rowsOf(rows)}, back to ${backTo}`,
  found: (matches: number) => (matches === 1 ? '1 match' : `${count(matches)} matches`),
  lookedBackTo: (matches: string, rows: number, backTo: string) =>
    `${matches}; searched ${rowsOf(rows)}, back to ${backTo}.`,
  interruptedAt: (rows: number, backTo: string) => `Not finished: searched ${rowsOf(rows)}, back to ${backTo}.`,
  payoutOf: (typed: string, run: string, line: number, status: string) =>
    `"${typed}" belongs to a payout: ${run}, line ${line}, ${status}.`,
  unconfirmed: (row: string, run: string, status: string, check: string) => `${row} of ${run}: ${status}. ${check}`,
  moreUnconfirmed: (number: number) => `… and ${payments(number)} more like that: pix payouts list`,
  onlyOn: (from: string, to: string) => `Searching ${from === to ? from : `${from} to ${to}`} only.`,
  lookedUpNewest: (rows: number) => `Only the newest ${count(rows)} were searched by transaction ID; for all: --all`,
  notCopied: (matches: number) =>
    `Nothing was copied: there are ${count(matches)} matches. Add words, or use: pix withdraw get ID --copy`,
  sameAccount: (shown: string, other: string) =>
    `${shown} and ${other} are the same account: its matches are shown once, as those of ${shown}.`,
  thereMayBeMore: 'There may be more: --limit or --all shows them.',
  indexAge: (name: string, age: string) => `Index of ${name}: last updated ${age}.`,
  emptyText: failure`nothing to search for \n pix find TEXT: an ID, a Pix key, an amount, or words`,
  missingDay: (typed: string) => failure`
    the day "${typed}" does not exist
    use a day with its year (14/07/2026 or 2026-07-14), or add a word of the description to search for a number`,
  nothing: (typed: string, isWithinSpan: boolean, days: string, isShortId: boolean) => failure`
    no matches for "${typed}"
    ${isShortId ? 'of an ID, enter at least six characters' : days !== '' ? `"${days}" was read as a date: leave it out to search all dates` : isWithinSpan ? 'look further, without --since and --until, or in another account with -p NAME' : 'look in another account with -p NAME, or for a part of the description'}`,
  nothingOffline: (typed: string, days: string) => failure`
    no matches in the index for "${typed}"
    ${days !== '' ? `"${days}" was read as a date: leave it out to search all dates, or ` : ''}update it with pix sync, or search the service: leave out --offline`,
  incomplete: (places: string, remedy: string) => failure`
    could not search everywhere: ${places}
    ${remedy}`,
  remedies: {
    retry: 'partial results shown; run the command again to retry',
    look_ups: 'search all, one by one, with --all, or a shorter period with --since',
    not_synced: 'complete the index with: pix sync',
  },
  listIn: (list: string, account: string) => (account === '' ? list : `${list} of "${account}"`),
  shortfalls: {
    failed: (list: string, reason: string) => `the ${list} could not be read (${reason})`,
    gaps: (list: string) => `the service left out some ${list}`,
    look_ups: (list: string) => `only the newest ${list} were searched by transaction ID`,
    not_synced: (list: string) => `not all ${list} are in the index (pix sync)`,
  },
};
