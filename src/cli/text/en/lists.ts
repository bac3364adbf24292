export const lists = {
  help: {
    status: { value: 'status', description: 'only rows of this status' },
    limit: { value: 'number', description: 'rows to show in all (default 50)' },
    all: 'all rows',
    offset: { value: 'number', description: 'rows to skip, from the newest' },
    since: {
      value: 'when',
      description:
        'from then on: 2026-07-14 or 14/07/2026, with a time if need be (14/07/2026 09:30, RFC 3339), a name (yesterday, july, 2026-07), or how long ago: 7d, 24h',
    },
    month: { value: 'month', description: 'only that month: 2026-07, 07/2026, july' },
    until: { value: 'when', description: 'up to then, that day included' },
    before: {
      value: 'when',
      description:
        'up to the end of that day; with a time, before then: the next export can begin with --since at the same',
    },
    watch: 'go on showing rows that are new or whose status changed, every 5 seconds by default',
    watchValue: 'seconds',
  },
  names: { payments: 'payments', withdraws: 'withdrawals' },
  none: { payments: 'There are no such payments.', withdraws: 'There are no such withdrawals.' },
  age: 'Age',
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
  hidden: (names: string) => `Not shown for want of room: ${names}. Choose with --fields.`,
  shown: (rows: number, total: number) => `Shown: ${rows} of ${total}`,
  rows: (count: number) => (count === 1 ? '1 row' : `${count} rows`),
  unknownStatus: 'without a status',
  wholeList: {
    all: 'The whole list, whatever its date:',
    status: (status: string) => `All that are ${status}, whatever their date:`,
  },
  statistics: {
    total: 'Rows',
    completed: 'Completed',
    pending: 'Pending',
    failed: 'Failed',
    totalValue: 'Value in all',
    totalNetValue: 'Net value in all',
  },
  watchingRows: (seconds: number) => `What is new, every ${seconds} s. Ctrl-C stops.`,
  watchFailed: (reason: string) => `${reason}; asking again`,
};
