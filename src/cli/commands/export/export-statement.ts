import { closePeriod } from '../../../account/balance-notes.ts';
import { maskKey } from '../../../client/http/redact.ts';
import type { WalletIndex } from '../../../find/index/wallet-index.ts';
import { LIST_NAMES, type ListName } from '../../../find/wallet-entry.ts';
import { withCompleteIndex } from '../../context/account-index.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';
import { commandError, EXIT, usageError } from '../../errors/command-error.ts';
import { formatMoment, isoTime } from '../../output/dates.ts';
import { syncIndex } from '../sync-index.ts';
import { listFactsOf, printManifest } from './manifest.ts';
import { isOfBank, type ExportPlan } from './plan.ts';
import { reportBalances, type Statement } from './statement.ts';
import { writeBoth } from './write-files.ts';

/** `pix export statement`: from the index, which is brought up to date first, and closed by the notes of the balance. */
export async function exportStatement(context: Context, plan: ExportPlan, settings: Settings): Promise<void> {
  if (!plan.isOffline) await syncIndex(context, settings, { requiresBalance: isOfBank(plan.format) });
  await withCompleteIndex(context, settings, async ({ index, asOf }) => {
    const startedAt = context.host.now();
    const span = plan.span(startedAt);
    // The whole time, where the span has no bounds.
    const bounds = { from: span.from ?? 0, before: span.before ?? Infinity };
    const { text, language, notify } = context.screen;
    const unstated = index.account.unstated();
    if (unstated !== undefined) {
      const { id, field } = unstated;
      const facts = { details: { id, field }, cause: unstated };
      throw commandError(EXIT.failed, 'entry_incomplete', text.export.unstatedEntry(id, field), facts);
    }
    const [first, ...later] = index.account.notes();
    // A file of a bank states the balance.
    if (first === undefined && isOfBank(plan.format)) {
      if (plan.isOffline) throw usageError('no_balance_note', text.export.noNote);
      throw commandError(EXIT.failed, 'balance_moved', text.export.balanceMoved);
    }
    const sumBefore = (moment: number) => index.account.sumBefore(moment);
    const period = first && closePeriod(bounds, [first, ...later], sumBefore, asOf);
    const verdicts = LIST_NAMES.map((list) => verdictOf(index, list));
    // The API has no account number: the profile name replaces it, otherwise the masked key.
    const accountName = settings.profileName ?? maskKey(settings.apiKey);
    const statement: Statement = { accountName, period, knownUntil: asOf };
    const manifest = await writeBoth(context, {
      plan,
      settings,
      span,
      items: { of: 'statement', statement, entries: () => index.account.entries(bounds) },
      startedAt,
      isResumed: false,
      listFacts: listFactsOf(verdicts, (list) => index.list(list)),
    });
    await printManifest(context, manifest);
    if (!manifest.proven) {
      const told = text.export.indexEnds(formatMoment(asOf, language));
      const details = { asOf: isoTime(asOf), manifest: plan.manifestPath };
      throw commandError(EXIT.partlyDone, 'index_too_old', told, { details });
    }
    notify(text.export.done(manifest.rows, plan.path));
    reportBalances(statement, plan.path, context.screen);
  });
}

/** What an index contains was proven when it was brought up to date. */
function verdictOf(index: WalletIndex, list: ListName) {
  const { total = 0, asOf = 0 } = index.list(list).state();
  return [list, { isProven: true, gaps: [], firstNumber: 0, endNumber: total, total, asOf, restarts: 0 }] as const;
}
