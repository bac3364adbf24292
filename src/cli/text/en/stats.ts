export const stats = {
  help: {
    command: 'Show what was received and sent day by day, with fees and counts',
    days: { value: 'number', description: 'how many days to look back, today included (default 30)' },
  },
  fields: {
    day: 'Day',
    received: 'Received',
    fees: 'Fees',
    net: 'Net',
    payments: 'Payments',
    withdraws: 'Withdrawals',
  },
  title: (days: number) => (days === 1 ? 'Today' : `The last ${days} days`),
  received: 'Received',
  sent: 'Sent',
  fees: 'Fees',
  net: 'Net',
  payments: 'Payments',
  withdraws: 'Withdrawals',
  day: 'Day',
  totals: 'In all',
  explanation:
    'Completed payments (before fees) and completed withdrawals (what arrived), by the local day on which they were created.',
  unreadable: {
    payments: 'The key may not read payments: what was received is not shown.',
    withdraws: 'The key may not read withdrawals: what was sent is not shown.',
  },
  feesUnknown: (count: number) =>
    `The service does not tell the fee of ${count} of these: fees and net are too favourable by as much.`,
  nothingReadable: {
    message: 'the key may read neither payments nor withdrawals',
    hint: 'use a key with the permission read:payments or read:withdraws; see: pix keys check',
  },
  incomplete: (lists: string) => ({
    message: `not all days could be seen for sure (${lists}): sums may be too small`,
    hint: 'try again; a proof of what is there is written by: pix export statement --out FILE',
  }),
};
