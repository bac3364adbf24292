import type { Journal } from '../../../payouts/journal/journal.ts';
import type { Preflight, PreflightCheckName } from '../../../payouts/rules/preflight.ts';
import { CommandError } from '../../errors/command-error.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { formatReais } from '../../output/money.ts';
import type { Catalogue } from '../../text/translate.ts';

/** The codes of the service for these refusals. */
const CODES: Readonly<Record<PreflightCheckName, string>> = {
  fee: 'below_minimum',
  per_transaction: 'limit_exceeded',
  balance: 'insufficient_balance',
  daily: 'limit_exceeded',
  monthly: 'limit_exceeded',
};

/** Why the account cannot pay the whole file: then nothing is sent. Undefined if it can. */
export function preflightFailure({ checks }: Preflight, { payouts }: Catalogue): CommandError | undefined {
  const failed = checks.filter(({ verdict }) => verdict === 'not');
  const [first] = failed;
  if (first === undefined) return undefined;
  const { name, neededCentavos = 0, availableCentavos = 0 } = first;
  return new CommandError({
    ...payouts.preflight[name](formatReais(neededCentavos), formatReais(availableCentavos)),
    code: CODES[name],
    exitCode: EXIT.failed,
    details: {
      checks: failed.map((check) => ({
        check: check.name,
        needed: check.neededCentavos ?? null,
        available: check.availableCentavos ?? null,
        missing: check.missingCentavos ?? null,
      })),
    },
  });
}

/**
 * Whether a run has rows that were refused after they were sent. These are looked up before anything else is sent: an
 * earlier copy may have been paid, and used up the balance or the limit.
 */
export function hasRefusedRows(journal: Pick<Journal, 'payouts'>, runId: string): boolean {
  const [first] = journal.payouts(runId, { isRefused: true, maximum: 1 });
  return first !== undefined;
}
