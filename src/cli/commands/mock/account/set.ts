import { ADVANCE_MAXIMUM_MS, controls } from '../../../../contract/control.ts';
import { centavos } from '../../../../pix/centavos.ts';
import { usageError } from '../../../errors/command-error.ts';
import type { Context } from '../../../context/context.ts';
import { typedAmount } from '../../../input/amount.ts';
import { duration } from '../../../input/duration.ts';
import { readRefusalCode } from '../../../input/refusal-code.ts';
import { openControls } from '../../../context/local-service.ts';
import { lookUp } from '../../../input/look-up.ts';
import type { Output } from '../../../output/output.ts';
import type { Catalogue } from '../../../text/translate.ts';
import { printBehaviour, type Behaviour } from './sheet.ts';

const MINIMUM = centavos(0);

interface SetFlags {
  readonly account?: string;
  readonly instant?: boolean;
  readonly settleAfter?: string;
  readonly settleAs?: string;
  readonly transferSecurity?: boolean;
  readonly oneAtATime?: boolean;
  readonly blocked?: boolean;
  readonly dailyLimit?: string;
  readonly monthlyLimit?: string;
  readonly perTransaction?: string;
  readonly fee?: string;
}

export async function run(context: Context, flags: SetFlags, output: Output<Behaviour>): Promise<void> {
  const { text } = context.screen;
  const { account = 'demo', instant, transferSecurity, oneAtATime, blocked, settleAfter, settleAs } = flags;
  const amount = (typed: string | undefined) => (typed === undefined ? undefined : typedAmount(typed, MINIMUM, text));
  const changes = {
    instant,
    settleAfterMs: settleAfter === undefined ? undefined : readSettleAfter(settleAfter, text),
    settleAs: settleAs === undefined ? undefined : readRefusalCode('--settle-as', settleAs, text, ['COMPLETED']),
    transferSecurity,
    oneAtATime,
    blocked,
    dailyLimitCentavos: amount(flags.dailyLimit),
    monthlyLimitCentavos: amount(flags.monthlyLimit),
    perTransactionLimitCentavos: amount(flags.perTransaction),
    feeCentavos: amount(flags.fee),
  };
  if (Object.values(changes).every((change) => change === undefined)) {
    throw usageError('nothing_to_set', text.mock.nothingToSet);
  }
  const localService = await openControls(context);
  const behaviour = await lookUp(
    'account',
    account,
    localService.use(controls.setAccount, { account, ...changes }),
    text,
  );
  await printBehaviour(output, behaviour);
}

/** @returns null for never */
function readSettleAfter(typed: string, text: Catalogue): number | null {
  return typed.trim().toLowerCase() === 'never' ? null : duration('--settle-after', ADVANCE_MAXIMUM_MS, text)(typed);
}
