import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInName, mayBeName, type HolderNames, type Question } from '../../../find/question.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import { hasOldJournals } from '../../../payouts/journal/take-over.ts';
import { JUST_CREATED_MAXIMUM, LIST_CACHE_MS } from '../../context/just-created.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import type { Context } from '../../context/context.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** A reference that was used again and again was refused again and again. */
const PAYOUTS_SHOWN = 5;

/** What the journal of payouts knows of what was typed. */
interface JournalKnowledge {
  /** Ids of the withdrawals that payouts with this reference became. */
  readonly referenced: readonly string[];
  /** How files that were paid name the holders of keys, where what was typed is in their names. */
  readonly names: HolderNames;
  /** Ids of withdrawals that lists may not have yet. */
  readonly justCreated: readonly string[];
}

/**
 * The service knows nothing of the references of payouts, and not whom they were for; the journal does. Reports every
 * payout that had what was typed as its reference.
 */
export async function askJournal(context: Context, settings: Settings, question: Question): Promise<JournalKnowledge> {
  const states = await statesFolder(context.host.environment);
  const folder = serviceFolder(states, originOf(settings.baseUrl));
  if (!existsSync(join(folder, JOURNAL_FILE)) && !hasOldJournals(states)) {
    return { referenced: [], names: new Map(), justCreated: [] };
  }
  const { typed } = question;
  const sinceMs = context.host.now() - LIST_CACHE_MS;
  const [payouts, names, justCreated] = await withPayouts(
    context,
    ({ journal, knownAccount }) =>
      Promise.resolve([
        journal.payoutsOf(typed, knownAccount),
        namesIn(journal, question),
        knownAccount === undefined ? [] : journal.withdrawalsSince(knownAccount, sinceMs, JUST_CREATED_MAXIMUM),
      ] as const),
    settings,
  );
  const { find, statuses } = context.screen.text;
  for (const { runId, row, state } of payouts.slice(0, PAYOUTS_SHOWN)) {
    context.screen.notify(find.payoutOf(typed, runId, row, statuses.payout[state]));
  }
  return {
    referenced: payouts.flatMap(({ withdrawal }) => (withdrawal === null ? [] : [withdrawal.id])),
    names,
    justCreated,
  };
}

function namesIn(journal: Journal, question: Question): HolderNames {
  if (![question, ...question.terms].some(mayBeName)) return new Map();
  const named = journal.holderNames().filter(({ name }) => isInName(name, question));
  return new Map(named.map(({ pixKey, name }) => [pixKey, name]));
}
