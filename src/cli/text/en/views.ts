/** What lists, sheets and the balance say around the data. */
export const views = {
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
  negative: (amount: string) => `THE BALANCE IS NEGATIVE: ${amount}`,
  watching: (seconds: number, time: string) => `As of ${time}, every ${seconds} s. Ctrl-C stops.`,
  watchingRows: (seconds: number) => `What is new, every ${seconds} s. Ctrl-C stops.`,
  changedAt: (time: string) => `Last change: ${time}`,
  watchFailed: (reason: string) => `${reason}; asking again`,
  waitingForPayment: 'Waiting until the payment is paid or fails. Ctrl-C stops the waiting alone.',
  waitingForWithdrawal: 'Waiting until the withdrawal is completed or fails. Ctrl-C stops the waiting alone.',
  paymentFailed: {
    message: 'the payment failed: it expired or was refused',
    hint: 'create another charge with: pix payments create',
  },
  qrTooWide: (needed: number) =>
    `The QR code takes ${needed} columns, more than this terminal has: make it wider, or have a picture: pix payments get ID --qr-file FILE`,
  help: {
    watch: {
      value: 'seconds',
      balance: 'go on showing it, every 5 seconds by default, and mark what changed',
      list: 'go on showing rows that are new or whose status changed, every 5 seconds by default',
    },
    waitPayment: 'wait until the payment is completed or has failed (exit 1)',
    waitWithdrawal: 'wait until the withdrawal is completed or has failed (exit 1)',
  },
};
