import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInName, mayBeName, type HolderNames, type Question } from '../../../find/question.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import { JUST_CREATED_MAXIMUM, LIST_CACHE_MS } from '../../context/just-created.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import type { Context } from '../../context/context.ts';
import { originOf, type Settings } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** Payouts reported for one reference: each refused attempt adds one. */
const PAYOUTS_SHOWN = 5;

/** What the journal of payouts knows about the typed text. */
interface JournalKnowledge {
  /** Withdrawals of payouts with this reference. */
  readonly referenced: readonly string[];
  /** Key holders whose names, in files that were paid, contain the text. */
  readonly names: HolderNames;
  /** Withdrawals so new that lists may not contain them yet. */
  readonly justCreated: readonly string[];
}

/**
 * Reads references and recipients' names from the journal, because the service does not know them. Reports every payout
 * whose reference is the typed text.
 */
export async function askJournal(context: Context, settings: Settings, question: Question): Promise<JournalKnowledge> {
  const states = await statesFolder(context.host.environment);
  const folder = serviceFolder(states, originOf(settings.baseUrl));
  if (settings.journal === undefined && !existsSync(join(folder, JOURNAL_FILE))) {
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
