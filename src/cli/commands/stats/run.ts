import { CommandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { listProgress } from '../../output/progress-line.ts';
import type { Fields } from '../../output/fields.ts';
import type { HumanStyle } from '../../output/human-value.ts';
import type { Output } from '../../output/output.ts';
import { wrapToWidth } from '../../output/text-width.ts';
import { readTimeSpan } from '../../input/moment.ts';
import { readTimeBasis } from '../../input/option-values.ts';
import type { Catalogue } from '../../text/translate.ts';
import {
  daysBetween,
  type DayFlow,
  type Flow,
  flowsByDay,
  paymentFlow,
  startOfDay,
  sumFlows,
  withdrawalFlow,
} from './day-flows.ts';
import { flowChart } from './flow-chart.ts';
import { readFlows } from './read-flows.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { stats } from './command.ts';

const DAYS_DEFAULT = 30;

export const FIELDS: Fields<DayFlow> = [
  { path: 'day', kind: 'day' },
  { path: 'received', kind: 'money' },
  { path: 'sent', kind: 'money' },
  { path: 'fees', kind: 'money' },
  { path: 'net', kind: 'money' },
  { path: 'payments', kind: 'count' },
  { path: 'withdraws', kind: 'count' },
];

export type StatsFlags = OptionsOf<typeof stats>;

export async function run(context: Context, flags: StatsFlags, output: Output<DayFlow>): Promise<void> {
  const { interruption: signal } = context.host;
  const { text } = context.screen;
  const now = context.host.now();
  const basis = readTimeBasis(flags.by, text);
  const period = readPeriod(flags, now, text);
  const { since, before, days } = period;
  const client = await context.session.openClient(await context.session.settings());
  const options = (list: 'payments' | 'withdraws') => ({
    // A charge may be paid long after its creation.
    since: basis === 'settled' && list === 'payments' ? undefined : since,
    until: before === undefined ? undefined : new Date(before),
    now,
    signal,
    onProgress: listProgress(context, list),
  });
  const payments = await readFlows(client.payments, (row) => paymentFlow(row, basis), options('payments'));
  const withdraws = await readFlows(client.withdraws, withdrawalFlow, options('withdraws'));
  const read = { payments, withdraws };
  const lists = ['payments', 'withdraws'] as const;
  if (payments === undefined && withdraws === undefined) {
    throw new CommandError({ ...text.stats.nothingReadable, code: 'permission_missing', exitCode: EXIT.access });
  }

  const isWithin = ({ at }: Flow) => Date.parse(at) >= since.getTime() && Date.parse(at) < (before ?? Infinity);
  const flows = lists.flatMap((list) => read[list]?.flows ?? []).filter(isWithin);
  const isRead = { payments: payments !== undefined, withdraws: withdraws !== undefined };
  const byDay = flowsByDay(flows, { from: since, days, isRead });
  const totals = sumFlows(flows, isRead);
  const unproven = lists.filter((list) => read[list]?.verdict.isProven === false);
  const isVerbose = context.session.flags.verbose === true;
  if (output.isForPerson && !isVerbose) {
    await context.screen.printLong(...flowChart(byDay, totals, await output.style()));
  } else {
    const source = {
      batches: [byDay],
      envelope: (items: readonly unknown[]) => ({
        since: since.toISOString(),
        until: before === undefined ? null : new Date(before).toISOString(),
        by: basis,
        asOf: new Date(now).toISOString(),
        proven: unproven.length === 0 && isRead.payments && isRead.withdraws,
        days: items,
        totals,
      }),
      emptyMessage: '',
      footer: (_rows: readonly DayFlow[], { columns = Infinity }: HumanStyle) =>
        `${wrapToWidth(text.stats.explanations[basis], columns).join('\n')}\n`,
    };
    await output.list(source, FIELDS);
  }

  for (const list of lists) if (!isRead[list]) context.screen.warn(text.stats.unreadable[list]);
  const feesUnknown = flows.filter(({ fee }) => fee === undefined).length;
  if (feesUnknown > 0) context.screen.warn(text.stats.feesUnknown(feesUnknown));
  if (unproven.length > 0) {
    throw new CommandError({
      ...text.stats.incomplete(unproven.map((list) => text.lists.names[list]).join(', ')),
      code: 'not_proven',
      exitCode: EXIT.partlyDone,
      details: { lists: unproven },
    });
  }
}

/** The days to sum up: the last ones, or those of a span of time, up to now. */
function readPeriod(flags: StatsFlags, now: number, text: Catalogue) {
  const { days = DAYS_DEFAULT } = flags;
  const bound = (['month', 'since', 'until'] as const).find((name) => flags[name] !== undefined);
  if (bound !== undefined && flags.days !== undefined) {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--days', `--${bound}`));
  }
  const { from, before } = readTimeSpan(flags, now, text);
  const end = Math.min(before ?? Infinity, now);
  const since = from === undefined ? startOfDay(end - (before === undefined ? 0 : 1), days - 1) : new Date(from);
  if (since.getTime() > end) throw usageError('invalid_date', text.usage.notYet);
  return { since, before, days: bound === undefined ? days : daysBetween(startOfDay(since.getTime(), 0), end) };
}
