import type { Run } from '../../command/command.ts';
import type { WithdrawalDetails } from '../../../client/answers.ts';
import { ApiError } from '../../../client/errors.ts';
import { currentActor } from '../../../payouts/approval/audit-log.ts';
import { examine, resolvePayout, type Resolution } from '../../../payouts/engine/resolve.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { PayoutError } from '../../../payouts/payout-error.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { readId } from '../../input/option-values.ts';
import { formatMinute } from '../../output/dates.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import { payoutsOf } from '../../context/payouts/bind-account.ts';
import { describePayout } from '../../context/payouts/describe-payout.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import type { Catalogue } from '../../text/translate.ts';
import { payoutRow, type PayoutRow, paidFooter } from './run-sheet.ts';
import { confirm } from '../../context/prompts.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { resolve } from './command.ts';

type ResolveFlags = OptionsOf<typeof resolve>;

export const run: Run<typeof resolve, PayoutRow> = async (context, flags, output) => {
  const { text } = context.screen;
  const resolution = readResolution(flags, context.screen);
  const line = readLine(flags.line, context.screen);
  if (flags.yes !== true && !context.screen.isInteractive) {
    throw usageError('confirmation_required', text.payouts.resolveNeedsYes);
  }
  await withPayouts(context, async (opened) => {
    const { journal, settings } = opened;
    const client = await context.session.openClient(settings);
    await payoutsOf(context, opened, client).resolve(flags.runId, resolution, flags.account, async (locked) => {
      const payout = journal.payoutOfLine(flags.runId, line);
      const resolving = { ...locked, row: payout.row };
      const decide = async () => {
        const question = questionFor(context, payout, await examine(resolving));
        if (flags.yes !== true && !(await confirm(context.screen, question))) {
          throw usageError('cancelled', text.payouts.unchanged);
        }
        return resolvePayout({ ...resolving, by: currentActor().user });
      };
      const resolved = await decide().catch((error: unknown) => {
        throw inWordsOfSheet(error, line, resolution, text);
      });
      context.screen.notify(text.payouts.resolved(describePayout(payout, text), text.statuses.payout[resolved.state]));
      const standing = (style: HumanStyle) => paidFooter(journal, journal.run(flags.runId), style);
      await output.one(payoutRow(resolved), context.session.flags.verbose === true ? undefined : standing);
    });
  });
};

function questionFor(
  { screen: { text, language } }: Context,
  payout: PayoutRecord,
  withdrawal: WithdrawalDetails | undefined,
): string {
  const described = describePayout(payout, text);
  if (withdrawal === undefined) return text.payouts.resolveNotPaid(described);
  const { id, pixKey, value, createdAt } = withdrawal;
  const when = createdAt === null || createdAt === undefined ? text.words.unknown : formatMinute(createdAt, language);
  return text.payouts.resolvePaid(described, id, formatReais(value), pixKey ?? text.words.unknown, when);
}

function readResolution({ runId, line, paid, notPaid }: ResolveFlags, { text }: Screen): Resolution {
  if (paid !== undefined && notPaid === true) {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--paid', '--not-paid'));
  }
  if (paid !== undefined) return { verdict: 'paid', withdrawalId: readId(paid, text) };
  if (notPaid === true) return { verdict: 'not-paid' };
  throw usageError('missing_option', text.payouts.needsOutcome(runId, line));
}

/** A person knows the lines of the sheet, and that every other command takes a part of an ID. */
function inWordsOfSheet(error: unknown, line: number, resolution: Resolution, text: Catalogue): unknown {
  if (error instanceof ApiError && error.status === 404 && resolution.verdict === 'paid') {
    const { withdrawalId: id } = resolution;
    const errorText = { ...text.errors.notFound.withdrawal(id), hint: text.payouts.wholeId };
    return commandError(EXIT.failed, 'not_found', errorText, { details: { id }, cause: error });
  }
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
