import type { Context } from '../../context/context.ts';
import { accountWords, knownAccountOf } from '../../context/payouts/known-account.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import { labelledLines } from '../../output/sheet.ts';
import { moneySource } from '../../output/money-source.ts';
import type { Output } from '../../output/output.ts';
import { runColumns, runRow, type RunRow } from './run-row.ts';

/** `pix payouts list`: sends no request. */
export async function run(context: Context, _options: object, output: Output<RunRow>): Promise<void> {
  await withPayouts(context, async ({ journal, settings, origin, knownAccount }) => {
    await context.session.announceAccount(settings);
    const rows = journal
      .runs(knownAccount)
      .map((record) => runRow(record, journal.tally(record.id), journal.feeOnTop(record.id)));
    const account =
      knownAccount === undefined
        ? undefined
        : knownAccountOf(journal, knownAccount, origin, await context.session.profiles());
    const { noRuns, plan } = context.screen.text.payouts;
    await output.list(
      {
        batches: [rows],
        envelope: (runs) => ({ runs, account: account ?? null }),
        emptyMessage: noRuns,
        footer: (_items, style) => {
          if (account === undefined || context.session.flags.verbose !== true) return '';
          const from = moneySource(settings, style.text).name;
          const words = accountWords(account, settings.profileName, style);
          return labelledLines([[plan.account, `${from}; ${words}`]], style.palette, style.columns);
        },
      },
      runColumns(context.screen.columns),
    );
  });
}
