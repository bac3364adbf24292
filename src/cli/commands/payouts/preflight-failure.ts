import type { Journal } from '../../../payouts/journal/journal.ts';
import type { Preflight, PreflightCheckName } from '../../../payouts/rules/preflight.ts';
import { CommandError } from '../../errors/command-error.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { formatReais } from '../../output/money.ts';
import type { Catalogue } from '../../text/translate.ts';

/** The codes that the service would give. */
const CODES: Readonly<Record<PreflightCheckName, string>> = {
  fee: 'below_minimum',
  per_transaction: 'limit_exceeded',
  balance: 'insufficient_balance',
  daily: 'limit_exceeded',
  monthly: 'limit_exceeded',
};

/** Why the account can't pay all of it: then none of it is sent. Undefined when nothing speaks against it. */
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
 * Whether a run has rows that were refused when their request had left. They are looked for before anything is sent: an
 * earlier copy may have been paid, and then its money is what the balance or the limit lacks.
 */
export function hasRefusedRows(journal: Pick<Journal, 'payouts'>, runId: string): boolean {
  const [first] = journal.payouts(runId, { isRefused: true, maximum: 1 });
  return first !== undefined;
}
