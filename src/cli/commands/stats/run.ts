import { CommandError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { EXIT } from '../../errors/exit-code.ts';
import { listProgress } from '../../output/progress-line.ts';
import type { Fields } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';
import { type DayFlow, flowsByDay, paymentFlow, startOfDay, sumFlows, withdrawalFlow } from './day-flows.ts';
import { flowChart } from './flow-chart.ts';
import { readFlows } from './read-flows.ts';

const DAYS_DEFAULT = 30;

export const FIELDS: Fields<DayFlow> = [
  { path: 'day', kind: 'text' },
  { path: 'received', kind: 'money' },
  { path: 'sent', kind: 'money' },
  { path: 'fees', kind: 'money' },
  { path: 'net', kind: 'money' },
  { path: 'payments', kind: 'count' },
  { path: 'withdraws', kind: 'count' },
];

export interface StatsFlags {
  readonly days?: number;
}

export async function run(context: Context, flags: StatsFlags, output: Output<DayFlow>): Promise<void> {
  const { interruption: signal } = context.host;
  const { text } = context.screen;
  const days = flags.days ?? DAYS_DEFAULT;
  const now = context.host.now();
  const since = startOfDay(now, days - 1);
  const client = await context.session.openClient(await context.session.settings());
  const options = (list: 'payments' | 'withdraws') => ({
    since,
    now,
    signal,
    onProgress: listProgress(context, list),
  });
  const payments = await readFlows(client.payments, paymentFlow, options('payments'));
  const withdraws = await readFlows(client.withdraws, withdrawalFlow, options('withdraws'));
  context.screen.showProgress('');
  const read = { payments, withdraws };
  const lists = ['payments', 'withdraws'] as const;
  if (payments === undefined && withdraws === undefined) {
    throw new CommandError({ ...text.stats.nothingReadable, code: 'permission_missing', exitCode: EXIT.access });
  }

  const flows = lists.flatMap((list) => read[list]?.flows ?? []);
  const isRead = { payments: payments !== undefined, withdraws: withdraws !== undefined };
  const byDay = flowsByDay(flows, { now, days, isRead });
  const totals = sumFlows(flows, isRead);
  const unproven = lists.filter((list) => read[list]?.verdict.isProven === false);
  if (context.screen.format === 'table' && output.chosenFields === undefined) {
    await context.screen.printLong(flowChart(byDay, totals, await output.style()));
  } else {
    const source = {
      batches: [byDay],
      envelope: (items: readonly unknown[]) => ({
        since: since.toISOString(),
        asOf: new Date(now).toISOString(),
        proven: unproven.length === 0 && isRead.payments && isRead.withdraws,
        days: items,
        totals,
      }),
      emptyMessage: '',
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
