import { PayoutError } from '../../../src/payouts/payout-error.ts';

/** The code with which work is refused, or the message of another error. */
export function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof PayoutError) return error.code;
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing was thrown';
}
