import { failure } from '../../errors/command-error.ts';
export const balance = {
  help: {
    all: 'everything that the service reports: limits, disputes, statistics and plan',
    watch: '<seconds> refresh it, every 5 seconds by default, and highlight changes',
    at: '<when> the balance at the end of this day or month, from the local index: 2026-07-31, july; see: pix sync',
  },
  sections: { balance: 'Balance', limits: 'Limits', disputes: 'Disputes', statistics: 'Statistics', plan: 'Plan' },
  noNote: failure`
    the balance of this account was never noted
    note it with: pix sync, while no payments arrive (the key requires the permission read:balance)`,
  indexTooOld: (until: string) => failure`the index only knows the entries until ${until} \n update it with: pix sync`,
  endOf: (day: string) => `end of ${day}`,
  notOver: (until: string) => `This day or month is not over: it is the balance of ${until}.`,
  afterLastNote: 'The balance was not noted since: this one is derived from the entries. pix sync notes it.',
  spanDiffers: (amount: string) =>
    `Unexplained difference of ${amount} between the notes before and after this moment: it is not known when it arose.`,
  sameAccount: (one: string, other: string) =>
    `${one} and ${other} are the same account: do not add up their balances.`,
  likeAccount: (one: string, other: string) =>
    `${one} and ${other} show the same figures and may be the same account: check before you add up their balances.`,
  disputesAccepted: (amount: string) =>
    `Accepted disputes (MED) debited ${amount} between the notes before and after this moment. The API has no date for them: this balance still includes the amount.`,
  short: {
    ofLimit: (limit: string) => `of ${limit}`,
    disputes: (open: number) => (open === 1 ? '1 open dispute (MED)' : `${open} open disputes (MED)`),
  },
  used: (percent: number) => `${percent > 0 && percent < 1 ? 'under 1' : percent}% used`,
  blocked: (amount: string, open: number) =>
    `${amount} is blocked by disputes (MED), ${open} of them open. A refused dispute releases its amount; an accepted one debits it. The API does not report which payments are disputed: ask the account's bank, which answers the disputes.`,
  negative: (amount: string) => `THE BALANCE IS NEGATIVE: ${amount}`,
  negativeByDisputes: (closed: number) =>
    `Disputes (MED) closed so far: ${closed}. Each accepted dispute debited its amount, even if that money had already been sent. The service's support can say which charges they concern.`,
  negativeAdvice: 'Nothing can be sent until incoming Pix bring the balance above zero.',
  watching: (seconds: number, time: string) => `As of ${time}, every ${seconds} s. Press Ctrl-C to stop.`,
  changedAt: (time: string) => `Last change: ${time}`,
};
