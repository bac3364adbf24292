import { count } from './numbers.ts';
import { inEnglish } from '../../../contract/words/pairs.ts';
import { STATISTICS } from '../labels.ts';

export const lists = {
  help: {
    status: { value: 'status', description: 'only rows with this status' },
    limit: { value: 'number', description: 'maximum number of rows (default 50)' },
    all: 'all rows',
    offset: { value: 'number', description: 'rows to skip, from the newest' },
    since: {
      value: 'when',
      description: 'since this day: 2026-07-14, yesterday, july, 7d; or time: "2026-07-14 09:30", 24h',
    },
    month: { value: 'month', description: 'only this month: 2026-07, 07/2026, july' },
    by: {
      value: 'created|settled',
      description: 'the time that must be in the span: of creation (default), or when the balance changed',
    },
    until: { value: 'when', description: 'until this date, inclusive' },
    before: {
      value: 'when',
      description:
        'until the end of this day; with a time, before it: the next export can begin with --since at the same time',
    },
    watch: 'keep showing rows that are new or whose status changed, every 5 seconds by default',
    watchValue: 'seconds',
  },
  names: { payments: 'charges', withdraws: 'withdrawals' },
  none: {
    payments: (filters: string) => `No charges found${filters}.`,
    withdraws: (filters: string) => `No withdrawals found${filters}.`,
  },
  age: 'When',
  ages: {
    now: 'now',
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} d`,
    months: (count: number) => `${count} months`,
    years: (count: number) => `${count} years`,
  },
  ago: (length: string) => `${length} ago`,
  ahead: (length: string) => `in ${length}`,
  hidden: (names: string) => `not shown: ${names} (-o csv)`,
  shown: (rows: number, all: string, ofShown: string) =>
    `Showing ${count(rows)}${ofShown === '' ? '' : ` (${ofShown})`} of ${all}`,
  counted: {
    payments: (rows: number) => (rows === 1 ? '1 charge' : `${count(rows)} charges`),
    withdraws: (rows: number) => (rows === 1 ? '1 withdrawal' : `${count(rows)} withdrawals`),
  },
  allWithin: (counted: string, span: string) => `${counted} ${span}`,
  someWithin: (counted: string, span: string) => `Showing ${counted} ${span}; --all shows all`,
  spans: {
    today: 'today',
    since: (from: string) => `since ${from}`,
    until: (to: string) => `until ${to}`,
    between: (from: string, to: string) => `from ${from} to ${to}`,
    on: (day: string) => `on ${day}`,
    settled: (span: string) => `${span}, by date of settlement`,
  },
  rows: (rows: number) => (rows === 1 ? '1 row' : `${count(rows)} rows`),
  unknownStatus: 'no status',
  wholeList: {
    all: 'All time:',
    status: (status: string) => `${status}, all time:`,
  },
  statistics: inEnglish(STATISTICS),
  watchingRows: (seconds: number) => `Watching for changes every ${seconds} s. Press Ctrl-C to stop.`,
  changedAt: (time: string) => `Status changed at ${time}:`,
  newAt: (time: string) => `New at ${time}:`,
  watchFailed: (reason: string) => `${reason}; retrying`,
  total: 'Total',
};
