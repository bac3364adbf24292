import { isOfBank } from './export-kind.ts';
import { closePeriod } from '../../../account/balance-notes.ts';
import { LIST_NAMES } from '../../../find/wallet-entry.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import type { Context } from '../../context/context.ts';
import { withCompleteIndex } from '../../context/account-index.ts';
import type { Settings } from '../../context/settings.ts';
import { usageError } from '../../errors/command-error.ts';
import { printManifest, type ListFacts, notFinalOf } from './manifest.ts';
import type { ExportPlan } from './plan.ts';
import { balanceUnknown } from './read-items.ts';
import { accountNameOf, boundsOf, reportBalances, unstatedEntry, type Statement } from './statement.ts';
import { writeBoth } from './write-both.ts';

/** A statement from the index, without a request, closed by the notes of the balance. */
export async function exportFromIndex(context: Context, plan: ExportPlan, settings: Settings): Promise<void> {
  await withCompleteIndex(context, settings, async ({ index, asOf }) => {
    const startedAt = context.host.now();
    const span = plan.span(startedAt);
    const bounds = boundsOf(span);
    const unstated = index.account.unstated();
    if (unstated !== undefined) throw unstatedEntry(unstated, context.screen);
    const [first, ...later] = index.account.notes();
    if (first === undefined && isOfBank(plan.format)) {
      throw plan.isOffline
        ? usageError('no_balance_note', context.screen.text.export.noNote)
        : balanceUnknown(true, context.screen);
    }
    const period =
      first === undefined
        ? undefined
        : closePeriod(bounds, [first, ...later], (moment) => index.account.sumBefore(moment), asOf);
    const statement: Statement = { accountName: accountNameOf(settings), period, knownUntil: asOf };
    const manifest = await writeBoth(context, {
      plan,
      settings,
      span,
      items: { of: 'statement', statement, entries: () => index.account.entries(bounds) },
      startedAt,
      isResumed: false,
      listFacts: listFactsOf(index),
    });
    await printManifest(context, manifest);
    context.screen.notify(context.screen.text.export.done(manifest.rows, plan.path));
    reportBalances(statement, plan.path, context);
  });
}

function listFactsOf(index: WalletIndex): ListFacts {
  return {
    gaps: [],
    lists: LIST_NAMES.map((list) => {
      const { total = 0, asOf = 0 } = index.list(list).state();
      return {
        list,
        proven: true,
        reason: null,
        firstNumber: 0,
        endNumber: total,
        total,
        asOf: new Date(asOf).toISOString(),
        restarts: 0,
      };
    }),
    notFinal: notFinalOf(LIST_NAMES.map((list) => index.list(list))),
  };
}
