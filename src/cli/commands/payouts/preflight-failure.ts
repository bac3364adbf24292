import { PREFLIGHT_CODES } from '../../../payouts/rules/refusals.ts';
import type { Preflight } from '../../../payouts/rules/preflight.ts';
import { CommandError } from '../../errors/command-error.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { formatReais } from '../../output/money.ts';
import type { Catalogue } from '../../text/translate.ts';

/** Why the account cannot pay the whole file: then nothing is sent. Undefined if it can. */
export function preflightFailure({ checks }: Preflight, { payouts }: Catalogue): CommandError | undefined {
  const failed = checks.filter(({ verdict }) => verdict === 'not');
  const [first] = failed;
  if (first === undefined) return undefined;
  const { name, neededCentavos = 0, availableCentavos = 0 } = first;
  return new CommandError({
    ...payouts.preflight[name](formatReais(neededCentavos), formatReais(availableCentavos)),
    code: PREFLIGHT_CODES[name],
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
