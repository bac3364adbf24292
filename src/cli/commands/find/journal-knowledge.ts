import { SINGLE_SOURCE, describePayout } from '../../context/payouts/describe-payout.ts';
import type { Match } from '../../../find/finding.ts';
import { isInName, matchEntry, mayBeName, type HolderNames, type Question } from '../../../find/question.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import { holderNamesIn, ifJournal, ifReadableJournal } from '../../context/payouts/if-journal.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import type { Settings } from '../../context/settings.ts';
import type { SearchedProfile } from '../searched-profiles.ts';

/** Payouts reported for one reference: each refused attempt adds one. */
const PAYOUTS_SHOWN = 5;
const NO_NAMES: HolderNames = new Map();
const NOTHING_KNOWN = { payouts: [], unconfirmed: [], names: NO_NAMES };
/** Fields of a withdrawal that identify it. */
const ID_PATHS: readonly string[] = ['id', 'transactionId', 'endToEndId'];

/**
 * Reads references and recipients' names from the journal, because the service does not know them. Reports every payout
 * whose reference is the typed text, and those without a confirmed outcome that the text describes.
 */
export async function askJournal(context: Context, settings: Settings, question: Question) {
  const { typed } = question;
  const mayBeNamed = [question, ...question.terms].some(({ words }) => mayBeName(words));
  const known = await ifJournal(context, settings, (journal, account) => ({
    payouts: journal.payoutsOf(typed, account),
    unconfirmed: journal.unconfirmed(account),
    names: mayBeNamed ? holderNamesIn(journal, (name) => isInName(name, question)) : NO_NAMES,
  }));
  const { payouts, unconfirmed, names } = known ?? NOTHING_KNOWN;
  for (const payout of payouts.slice(0, PAYOUTS_SHOWN)) reportPayout(context.screen, typed, payout);
  const meant = unconfirmed.filter((payout) => payout.reference !== typed && isMeant(payout, question));
  reportUnconfirmed(context.screen, meant);
  return {
    // Withdrawals of payouts with this reference.
    referenced: payouts.flatMap(({ withdrawal }) => (withdrawal === null ? [] : [withdrawal.id])),
    // Key holders whose names, in files that were paid, contain the text.
    names,
  };
}

/** Reports the payout that made a withdrawal, which was found by an ID. */
export async function reportClaimant(
  context: Context,
  profiles: readonly SearchedProfile[],
  typed: string,
  { account, entry, matched }: Match,
): Promise<void> {
  const profile = profiles.find(({ name }) => name === account);
  if (profile === undefined || !matched.some((path) => ID_PATHS.includes(path))) return;
  const payout = await ifReadableJournal(context, profile.settings, (journal) => {
    const claimant = journal.claimantOf(entry.id);
    return claimant && journal.run(claimant.runId).source === SINGLE_SOURCE ? undefined : claimant;
  });
  if (payout !== undefined) reportPayout(context.screen, typed, payout);
}

function reportPayout({ text, notify }: Screen, typed: string, { runId, line, state }: PayoutRecord): void {
  notify(text.find.payoutOf(typed, runId, line, text.statuses.payout[state]));
}

/** Whether an unconfirmed payment, which no list of the service may contain, would be found by the text. */
function isMeant({ pixKey, name, amountCentavos, description }: PayoutRecord, question: Question): boolean {
  if (question.isEverything) return false;
  const entry = { id: '', pixKey, value: amountCentavos, description };
  return matchEntry(entry, 'withdraws', question, new Map(name === undefined ? [] : [[pixKey, name]])).length > 0;
}

function reportUnconfirmed({ text, warn }: Screen, payouts: readonly PayoutRecord[]): void {
  const { find, statuses, payouts: words } = text;
  for (const payout of payouts.slice(0, PAYOUTS_SHOWN)) {
    const { runId, state } = payout;
    warn(find.unconfirmed(describePayout(payout, text), runId, statuses.payout[state], words.sheet.check(runId)));
  }
  if (payouts.length > PAYOUTS_SHOWN) warn(find.moreUnconfirmed(payouts.length - PAYOUTS_SHOWN));
}
