import { userInfo } from 'node:os';
import { resolvePayout, type Resolution } from '../../../payouts/engine/resolve.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { readId } from '../../input/id.ts';
import type { Output } from '../../output/output.ts';
import { bindPayouts } from '../../context/payouts/bind-account.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import { payoutRow, type PayoutRow } from './payout-row.ts';
import { runOfThisService } from './run-of-service.ts';
import { confirm } from '../../context/prompts.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { resolve } from './command.ts';

export type ResolveFlags = OptionsOf<typeof resolve>;

export async function run(context: Context, flags: ResolveFlags, output: Output<PayoutRow>): Promise<void> {
  const { text } = context.screen;
  const resolution = readResolution(flags, context.screen);
  const line = readLine(flags.line, context.screen);
  if (flags.yes !== true && !context.screen.isInteractive) {
    throw usageError('confirmation_required', text.payouts.resolveNeedsYes);
  }
  await withPayouts(context, async (payouts) => {
    const { journal, settings } = payouts;
    if (resolution.verdict === 'paid') runOfThisService(payouts, flags.runId);
    const payout = journal.payoutOfLine(flags.runId, line);
    const described = describePayout(payout, text);
    const lock = await journal.steps.lockRun(flags.runId);
    try {
      const question =
        resolution.verdict === 'paid'
          ? text.payouts.resolvePaid(described, resolution.withdrawalId)
          : text.payouts.resolveNotPaid(described);
      if (flags.yes !== true && !(await confirm(await context.host.prompts(), question, text))) {
        throw usageError('cancelled', text.payouts.unchanged);
      }
      const client = await context.session.openClient(settings);
      const isAsked = resolution.verdict === 'paid';
      const bound = isAsked ? await bindPayouts(context.host, payouts, client, flags) : undefined;
      const resolved = await resolvePayout({
        journal,
        account: bound?.account,
        lock,
        row: payout.row,
        resolution,
        by: userInfo().username,
        client,
        clock: context.host.clock,
      }).catch((error: unknown) => {
        throw withLine(error, line);
      });
      await output.one(payoutRow(resolved));
      context.screen.notify(text.payouts.resolved(described, text.statuses.payout[resolved.state]));
    } finally {
      lock.release();
    }
  });
}

function readResolution({ paid, notPaid }: ResolveFlags, { text }: Screen): Resolution {
  if (paid !== undefined && notPaid === true) {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--paid', '--not-paid'));
  }
  if (paid !== undefined) return { verdict: 'paid', withdrawalId: readId(paid, text) };
  if (notPaid === true) return { verdict: 'not-paid' };
  throw usageError('missing_option', text.payouts.needsOutcome);
}

/** A person knows the lines of the sheet. */
function withLine(error: unknown, line: number): unknown {
  if (!(error instanceof PayoutError)) return error;
  const { message, code, runId, row, facts } = error;
  return new PayoutError(message, { code, runId, row, line, facts, cause: error });
}

function readLine(typed: string, { text }: Screen): number {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw usageError(
    'invalid_line',
    text.usage.invalidNumber(text.payouts.help.options.line.value.toUpperCase(), typed, 1, Infinity),
  );
}
