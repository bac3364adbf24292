import type { Journal } from '../../../payouts/journal/journal.ts';
import type { RunRecord } from '../../../payouts/journal/records.ts';
import { dayOf, dayIn } from '../../../payouts/policy-day.ts';
import type { Preflight } from '../../../payouts/rules/preflight.ts';
import { HOLIDAYS_END, isBusinessDay, nextBusinessDay, dayAfter, lastBusinessDay } from '../../../pix/bank-holidays.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import type { Output } from '../../output/output.ts';
import { runRow, type RunRow } from './run-rows.ts';
import { notifySheet, runSheet } from './run-sheet.ts';
import type { Catalogue } from '../../text/translate.ts';
import { plainWords } from '../../../pix/accents.ts';

/** The day in `--on`; undefined: now. @throws CommandError invalid_date, past_day, holidays_unknown */
export function readDueOn({ host, screen: { text, warn } }: Context, typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const today = dayOf(host.now());
  const day = readPaymentDay('--on', typed, today, text);
  const { schedule } = text.payouts;
  if (day < today) throw usageError('past_day', schedule.past(day));
  if (day > HOLIDAYS_END) warn(schedule.afterHolidays(day, HOLIDAYS_END));
  else if (!isBusinessDay(day)) warn(schedule.noBusinessDay(day, nextBusinessDay(day)));
  return day === today ? undefined : day;
}

/** What the account cannot pay on any day: until that of the run, its balance and what was sent may change. */
export function onAnyDay({ checks, ...preflight }: Preflight): Preflight {
  return { ...preflight, checks: checks.filter(({ name }) => name === 'fee' || name === 'per_transaction') };
}

/** @throws CommandError scheduled_otherwise: what was approved before keeps its day */
export function assertScheduledFor({ text }: Screen, { approvals }: Journal, run: RunRecord, day: string) {
  if (run.dueOn === day && approvals.days.isToCome(run)) return;
  throw usageError('scheduled_otherwise', text.payouts.schedule.otherwise(run.id, run.dueOn), { run: run.id });
}

/** Reports a run that is sent on another day, to a person in any case. */
export async function reportScheduled(
  { session, screen }: Context,
  journal: Journal,
  runId: string,
  output: Output<RunRow>,
  leftOut: number,
): Promise<void> {
  const [run, tally] = [journal.run(runId), journal.tally(runId)];
  const shown = { isVerbose: session.flags.verbose === true, leftOut };
  const sheet = (style: HumanStyle) => runSheet(journal, run, tally, style, shown);
  await output.one(runRow(journal, run, tally), sheet);
  notifySheet(screen, output, sheet);
}

/** Days after today. */
const NAMED_DAYS = new Map([
  ['today', 0],
  ['hoje', 0],
  ['tomorrow', 1],
  ['amanha', 1],
]);
const LAST_OF_MONTH = /^(last[ -]business[ -]day|ultimo[ -]dia[ -]util)$/;

/**
 * A day such as `2026-12-05`, `05/12/2026`, `tomorrow` or `last-business-day`, which is that of the next month once it has
 * passed.
 *
 * @param today in Brasília
 * @throws CommandError invalid_date, holidays_unknown
 */
export function readPaymentDay(flag: string, typed: string, today: string, text: Catalogue): string {
  const words = plainWords(typed);
  const days = NAMED_DAYS.get(words);
  if (days !== undefined) return dayAfter(today, days);
  const { invalidDay, holidaysUnknown } = text.payouts.schedule;
  if (!LAST_OF_MONTH.test(words)) {
    const day = dayIn(words);
    if (day !== undefined) return day;
    throw usageError('invalid_date', invalidDay(flag, typed));
  }
  const last = lastBusinessDay(today);
  const found = last < today ? lastBusinessDay(dayAfter(`${today.slice(0, 7)}-28`, 4)) : last;
  if (found <= HOLIDAYS_END) return found;
  throw usageError('holidays_unknown', holidaysUnknown(HOLIDAYS_END));
}
