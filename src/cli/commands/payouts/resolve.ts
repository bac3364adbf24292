import type { Run } from '../../command/command.ts';
import type { WithdrawalDetails } from '../../../client/answers.ts';
import { ApiError } from '../../../client/errors.ts';
import { currentActor } from '../../../payouts/approval/audit-log.ts';
import { examine, resolvePayouts, type Resolution } from '../../../payouts/engine/resolve.ts';
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
import { PAYOUT_TABLE_COLUMNS, payoutRow, type PayoutRow } from './run-rows.ts';
import { paidFooter, reportUnconfirmedRows } from './run-sheet.ts';
import { confirm } from '../../context/prompts.ts';
import { argumentName, type OptionsOf } from '../../command/options.ts';
import type { resolve } from './command.ts';

type ResolveFlags = OptionsOf<typeof resolve>;

export const run: Run<typeof resolve, PayoutRow> = async (context, flags, output) => {
  const { text } = context.screen;
  const resolution = readResolution(flags, context.screen);
  const lines = readLines(flags, resolution, context.screen);
  if (flags.yes !== true && !context.screen.isInteractive) {
    throw usageError('confirmation_required', text.payouts.resolveNeedsYes);
  }
  await withPayouts(context, async (opened) => {
    const { journal, settings } = opened;
    const client = await context.session.openClient(settings);
    await payoutsOf(context, opened, client).resolve(flags.runId, resolution, flags.account, async (locked) => {
      const payouts = lines.map((line) => journal.payoutOfLine(flags.runId, line));
      const decide = async () => {
        let withdrawal: WithdrawalDetails | undefined;
        for (const { row } of payouts) withdrawal = await examine(locked, row);
        if (flags.yes !== true && !(await confirm(context.screen, questionFor(context, payouts, withdrawal)))) {
          throw usageError('cancelled', text.payouts.unchanged);
        }
        await resolvePayouts(
          { ...locked, by: currentActor().user },
          payouts.map(({ row }) => row),
        );
      };
      await decide().catch((error: unknown) => {
        throw inWordsOfSheet(error, payouts, resolution, text);
      });
      const resolved = payouts.map(({ runId, row }) => journal.payout({ runId, row }));
      const standing = (style: HumanStyle) => paidFooter(journal, journal.run(flags.runId), style, true);
      const [one, ...others] = resolved;
      if (one === undefined || others.length > 0) {
        const footer = (_rows: readonly PayoutRow[], style: HumanStyle) => standing(style);
        const source = {
          batches: [resolved.map(payoutRow)],
          envelope: (rows: readonly unknown[]) => ({ rows }),
          footer,
        };
        await output.list(source, PAYOUT_TABLE_COLUMNS);
      } else {
        context.screen.notify(text.payouts.resolved(describePayout(one, text), text.statuses.payout[one.state]));
        await output.one(payoutRow(one), standing);
      }
      reportUnconfirmedRows(context.screen, journal, flags.runId, output.isForPerson);
    });
  });
};

function questionFor(
  { screen: { text, language } }: Context,
  payouts: readonly PayoutRecord[],
  withdrawal: WithdrawalDetails | undefined,
): string {
  const described = payouts.map((payout) => describePayout(payout, text)).join('\n');
  if (withdrawal === undefined) return text.payouts.resolveNotPaid(described, payouts.length);
  const { id, pixKey, value, createdAt } = withdrawal;
  const when = createdAt === null || createdAt === undefined ? text.words.unknown : formatMinute(createdAt, language);
  return text.payouts.resolvePaid(described, id, formatReais(value), pixKey ?? text.words.unknown, when);
}

function readResolution({ runId, line, paid, notPaid }: ResolveFlags, { text }: Screen): Resolution {
  if (paid !== undefined) return { verdict: 'paid', withdrawalId: readId(paid, text) };
  if (notPaid === true) return { verdict: 'not-paid' };
  throw usageError('missing_option', text.payouts.needsOutcome(runId, line));
}

/** A person knows the lines of the sheet, and that every other command takes a part of an ID. */
function inWordsOfSheet(
  error: unknown,
  payouts: readonly PayoutRecord[],
  resolution: Resolution,
  text: Catalogue,
): unknown {
  if (error instanceof ApiError && error.status === 404 && resolution.verdict === 'paid') {
    const { withdrawalId: id } = resolution;
    const errorText = { ...text.errors.notFound.withdrawal(id), hint: text.payouts.wholeId };
    return commandError(EXIT.notFound, 'not_found', errorText, { details: { id }, cause: error });
  }
  if (!(error instanceof PayoutError)) return error;
  const { message, code, runId, row, facts } = error;
  const line = payouts.find((payout) => payout.row === row)?.line;
  return new PayoutError(message, { code, runId, row, line, facts, cause: error });
}

/** `17`, or `3,7`. One withdrawal pays one payment. */
function readLines({ line }: ResolveFlags, { verdict }: Resolution, { text }: Screen): readonly number[] {
  const typed = line.split(',').map((part) => part.trim());
  const name = argumentName(text.payouts.help.options.line);
  if (verdict === 'paid' && typed.length > 1) {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--paid', `${name},${name}`));
  }
  const wrong = typed.find((part) => !/^[1-9]\d{0,8}$/.test(part));
  if (wrong !== undefined) throw usageError('invalid_line', text.payouts.invalidLine(name, wrong));
  return [...new Set(typed.map(Number))];
}
