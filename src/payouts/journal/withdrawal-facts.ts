import type { CreatedWithdrawal, Withdrawal, WithdrawalDetails } from '../../client/answers.ts';
import type { WithdrawalFacts } from './records.ts';

/** The facts that the journal stores of a withdrawal that was created or looked up. */
export function factsOf(withdrawal: CreatedWithdrawal | WithdrawalDetails): WithdrawalFacts {
  const { id, status, value, fee, sent, createdAt, completedAt, failedAt, failureReason } = withdrawal;
  return {
    id,
    status: status ?? null,
    valueCentavos: value,
    feeCentavos: fee,
    sentCentavos: sent,
    createdAt: epochMsOf(createdAt),
    finalAt: epochMsOf(completedAt) ?? epochMsOf(failedAt),
    failureReason: failureReason ?? null,
  };
}

/** The facts of a row of the list, which contains fewer. */
export function factsOfRow({ id, status, value, metadata, createdAt }: Withdrawal): WithdrawalFacts {
  return {
    id,
    status: status ?? null,
    valueCentavos: value,
    feeCentavos: metadata?.fee ?? null,
    sentCentavos: metadata?.sent ?? null,
    createdAt: epochMsOf(createdAt),
    finalAt: null,
    failureReason: null,
  };
}

/** Null for an invalid time. */
export function epochMsOf(time: string | null | undefined): number | null {
  const epochMs = Date.parse(time ?? '');
  return Number.isNaN(epochMs) ? null : epochMs;
}
