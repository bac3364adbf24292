export const stats = {
  title: (days: number) => (days === 1 ? 'Today' : `The last ${days} days`),
  received: 'Received',
  sent: 'Sent',
  fees: 'Fees',
  net: 'Net',
  payments: 'Payments',
  withdraws: 'Withdrawals',
  day: 'Day',
  totals: 'Together',
  explanation:
    'Completed payments (before fees) and completed withdrawals (what arrived), by the local day on which they were created.',
  reading: { payments: 'payments', withdraws: 'withdrawals' },
  unreadable: {
    payments: 'The key may not read payments: what was received is not shown.',
    withdraws: 'The key may not read withdrawals: what was sent is not shown.',
  },
  feesUnknown: (count: number) =>
    `The service does not tell the fee of ${count} of these: fees and net are too favourable by as much.`,
  incomplete: (rows: number, days: string) => ({
    message: `not all days could be seen: ${rows} rows are missing, so sums may be too small (${days})`,
    hint: 'try again; a proof of what is there is written by: pix export statement',
  }),
  help: {
    command: 'Show what was received and sent day by day, with fees and counts',
    days: { value: 'number', description: 'how many days to look back, today included (default 30)' },
  },
};
