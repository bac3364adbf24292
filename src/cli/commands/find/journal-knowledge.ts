import { isInName, mayBeName, type HolderNames, type Question } from '../../../find/question.ts';
import { JUST_CREATED_MAXIMUM, LIST_CACHE_MS } from '../../context/just-created.ts';
import { holderNamesIn, mayHaveJournal } from '../../context/payouts/if-journal.ts';
import { withPayouts } from '../../context/payouts/open-payouts.ts';
import type { Context } from '../../context/context.ts';
import type { Settings } from '../../context/settings.ts';

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
  if (!(await mayHaveJournal(context, settings))) {
    return { referenced: [], names: new Map(), justCreated: [] };
  }
  const { typed } = question;
  const mayBeNamed = [question, ...question.terms].some(mayBeName);
  const sinceMs = context.host.now() - LIST_CACHE_MS;
  const [payouts, names, justCreated] = await withPayouts(
    context,
    ({ journal, knownAccount }) =>
      Promise.resolve([
        journal.payoutsOf(typed, knownAccount),
        mayBeNamed ? holderNamesIn(journal) : new Map<string, string>(),
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
    names: new Map([...names].filter(([, name]) => isInName(name, question))),
    justCreated,
  };
}
