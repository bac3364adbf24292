import { failure } from '../../errors/command-error.ts';

interface WithdrawalFacts {
  readonly amount: string;
  readonly pixKey: string;
  readonly createdAt: string;
  readonly endedAt: string;
  readonly reason: string;
  /** Empty where the service reports none, like every fact here. */
  readonly endToEndId: string;
}

interface ChargeFacts {
  readonly amount: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const explain = {
  help: {
    what: '<code> AC03, insufficient_balance, exit 5, or the ID of a transaction',
  },
  exit: (code: number) => `exit code ${code}`,
  unknown: (typed: string, closest: string | undefined) => failure`
    neither a known code nor a transaction: ${typed}
    ${closest === undefined ? `search for it: pix find ${typed}` : `did you mean ${closest}?`}`,
  withdrawal: {
    PENDING: ({ amount, pixKey, createdAt }: WithdrawalFacts) =>
      `${amount} to ${pixKey} was debited on ${createdAt} and is still being processed. The recipient has not received it yet; do not send it again.`,
    COMPLETED: ({ amount, pixKey, endedAt, endToEndId }: WithdrawalFacts) =>
      `${amount} to ${pixKey} was paid${endedAt === '' ? '' : ` on ${endedAt}`}.${endToEndId === '' ? '' : ` The recipient's bank finds it by the end-to-end ID ${endToEndId}.`}`,
    FAILED: ({ amount, pixKey, endedAt, reason }: WithdrawalFacts) =>
      `${amount} to ${pixKey} was not paid; it failed${endedAt === '' ? '' : ` on ${endedAt}`}${reason === '' ? '' : `: ${reason}`}. The recipient received nothing; the money was returned to your balance.`,
  },
  payment: {
    PENDING: ({ amount, createdAt }: ChargeFacts) =>
      `a charge of ${amount} of ${createdAt}. It is being created and cannot be paid yet.`,
    ACTIVE: ({ amount, createdAt }: ChargeFacts) => `a charge of ${amount} of ${createdAt}. It has not been paid yet.`,
    COMPLETED: ({ amount, updatedAt }: ChargeFacts) => `a charge of ${amount}, paid; last change on ${updatedAt}.`,
    FAILED: ({ amount, createdAt }: ChargeFacts) =>
      `a charge of ${amount} of ${createdAt}. It expired or was not paid; no money came in.`,
  },
};
