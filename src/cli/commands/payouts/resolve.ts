import { userInfo } from 'node:os';
import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import { assertOwnRun } from '../../../payouts/accounts/account.ts';
import { isPriceDespiteFee } from '../../../payouts/engine/creation-outcome.ts';
import { absentFromOf } from '../../../payouts/engine/reconcile.ts';
import { resolvePayout, type Resolution } from '../../../payouts/engine/resolve.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { PayoutError, type PayoutErrorCode } from '../../../payouts/payout-error.ts';
import { stateOfStatus, TRANSITIONS } from '../../../payouts/payout-state.ts';
import { compareKeys } from '../../../payouts/rules/same-key.ts';
import { CommandError, usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { readId } from '../../input/id.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';
import type { Output } from '../../output/output.ts';
import { bindPayouts } from '../../context/payouts/bind-account.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import { withPayouts, type BoundPayouts, type OpenPayouts } from '../../context/payouts/open-payouts.ts';
import type { Catalogue } from '../../text/translate.ts';
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
    const lock = await journal.steps.lockRun(flags.runId);
    try {
      const payout = journal.payoutOfLine(flags.runId, line);
      const client = await context.session.openClient(settings);
      const isAsked = resolution.verdict === 'paid';
      const bound = isAsked ? await bindPayouts(context.host, payouts, client, flags) : undefined;
      const question = await questionFor(context, { payouts: bound ?? payouts, payout, resolution, client });
      if (flags.yes !== true && !(await confirm(await context.host.prompts(), question, text))) {
        throw usageError('cancelled', text.payouts.unchanged);
      }
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
      context.screen.notify(text.payouts.resolved(describePayout(payout, text), text.statuses.payout[resolved.state]));
    } finally {
      lock.release();
    }
  });
}

interface Resolving {
  readonly payouts: OpenPayouts & Partial<BoundPayouts>;
  readonly payout: PayoutRecord;
  readonly resolution: Resolution;
  readonly client: Pick<PixClient, 'withdraws'>;
}

/**
 * What a person is to confirm. What the engine would refuse afterwards is refused before.
 *
 * @throws those of {@link resolvePayout}
 */
async function questionFor(
  { host, screen: { text, language } }: Context,
  { payouts: { journal, account }, payout, resolution, client }: Resolving,
): Promise<string> {
  const { runId, row, line, state, refusedAt } = payout;
  const refuse = (code: PayoutErrorCode) => new PayoutError(`refused: ${code}`, { code, runId, row, line });
  const isPaid = resolution.verdict === 'paid';
  if (!TRANSITIONS[state].includes(isPaid ? 'resolved_paid' : 'resolved_unpaid')) throw refuse('illegal_transition');
  if (!isPaid) {
    const now = journal.timeFor(host.clock).epochMs();
    const mayBeCarriedOut = state === 'unknown' || refusedAt !== null;
    if (mayBeCarriedOut && now < absentFromOf(payout, now)) throw refuse('too_early');
    return text.payouts.resolveNotPaid(describePayout(payout, text));
  }
  if (account !== undefined) assertOwnRun(journal, runId, account);
  const { withdrawalId } = resolution;
  const found = await client.withdraws.get(withdrawalId).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? noSuchWithdrawal(error, withdrawalId, text) : error;
  });
  const { id, pixKey, value, status, createdAt } = found;
  const isPrice = id === payout.answeredId || isPriceDespiteFee(payout, found);
  if (compareKeys(pixKey, payout) === 'other' || !isPrice || stateOfStatus(status) === 'failed') {
    throw refuse('withdrawal_mismatch');
  }
  const claimant = journal.claimantOf(id);
  if (claimant !== undefined && (claimant.runId !== runId || claimant.row !== row)) throw refuse('withdrawal_claimed');
  const when = createdAt === null || createdAt === undefined ? text.words.unknown : formatMinute(createdAt, language);
  const facts = [formatReais(value), pixKey ?? text.words.unknown, when] as const;
  return text.payouts.resolvePaid(describePayout(payout, text), id, ...facts);
}

/** Every other command takes a part of an ID. */
function noSuchWithdrawal(cause: ApiError, id: string, { errors, payouts }: Catalogue): CommandError {
  const { message } = errors.notFound.withdrawal(id);
  const errorText = { message, hint: payouts.wholeId };
  return new CommandError({ ...errorText, code: 'not_found', exitCode: EXIT.failed, details: { id }, cause });
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
