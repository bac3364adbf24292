import { nameIn, type Match, type Shortfall } from '../../../find/finding.ts';
import type { HolderNames } from '../../../find/question.ts';
import type { SearchEnd } from '../../../find/search.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import { copyToClipboard } from '../../context/clipboard.ts';
import type { Context } from '../../context/context.ts';
import { shownNames } from '../../context/payouts/if-journal.ts';
import type { Screen } from '../../context/screen.ts';
import { isRunId } from '../../input/option-values.ts';
import { describeFailure } from '../../errors/failure.ts';
import type { Output } from '../../output/output.ts';
import type { FindPlan } from './find-plan.ts';
import { reportClaimant } from './journal-knowledge.ts';
import { matchColumns, matchRow, spokenMatchRow, type MatchRow } from './match-fields.ts';
import type { SearchedProfile } from '../searched-profiles.ts';

/** A part that was not searched, or a list that an index does not contain. */
type FoundShortfall = Omit<Shortfall, 'reason'> & { readonly reason: Shortfall['reason'] | 'not_synced' };

export interface Findings {
  readonly reason: SearchEnd['reason'];
  readonly shortfalls: readonly FoundShortfall[];
  readonly sameAccounts: SearchEnd['sameAccounts'];
  /** Further fields of JSON output. */
  readonly facts: Readonly<Record<string, unknown>>;
}

interface Finding {
  readonly plan: FindPlan;
  readonly profiles: readonly SearchedProfile[];
  /** Called after the last match. */
  readonly findings: () => Findings;
}

/** Shows matches as they are found; only a JSON document waits for the last one. @returns their number */
export async function printMatches(
  context: Context,
  output: Output<MatchRow>,
  matches: AsyncIterable<readonly Match[]>,
  { plan, findings, profiles }: Finding,
): Promise<number> {
  const { screen } = context;
  const recipients = profiles.map(({ name, settings }) => [name, shownNames(context, settings)] as const);
  let count = 0;
  let first: Match | undefined;
  const isTable = screen.format === 'table';
  async function spoken(found: readonly Match[]): Promise<readonly MatchRow[]> {
    const names = new Map<string, HolderNames>();
    for (const [account, namesOf] of recipients) {
      names.set(account, await namesOf(found.filter((match) => match.account === account).map(({ entry }) => entry)));
    }
    const style = await screen.style();
    return found.map((match) => spokenMatchRow(match, nameIn(names.get(match.account), match.entry), style));
  }
  async function* batches(): AsyncGenerator<readonly MatchRow[]> {
    for await (const found of matches) {
      first ??= found[0];
      count += found.length;
      if (found.length > 0) yield isTable ? await spoken(found) : found.map(matchRow);
    }
  }
  const isVerbose = context.session.flags.verbose === true;
  const columns = matchColumns(plan.question, profiles.length > 1, isVerbose);
  if (isTable) await output.streamRows(batches(), columns, isVerbose);
  else {
    const envelope = (items: readonly unknown[]) => {
      const { reason, shortfalls, facts } = findings();
      const reported = shortfalls.map((shortfall) => reportedShortfall(shortfall, screen));
      const proven = reported.length === 0;
      return { matches: items, search: { text: plan.typed, ended: reason, proven, ...facts, shortfalls: reported } };
    };
    await output.list({ batches: batches(), envelope }, columns);
  }
  for (const [shown, other] of findings().sameAccounts) screen.notify(screen.text.find.sameAccount(shown, other));
  if (count === 1 && first?.list === 'withdraws') await reportClaimant(context, profiles, plan.typed, first);
  if (plan.copies && first !== undefined) {
    if (count === 1) await copyToClipboard(context, first.entry.id);
    // Of several matches, none is surely the one that was meant.
    else screen.warn(screen.text.find.notCopied(count));
  }
  return count;
}

/** @throws CommandError search_incomplete (exit 3), or nothing_found (exit 6) */
export function assertFound(
  screen: Screen,
  count: number,
  { reason, shortfalls }: Findings,
  typed: string,
  nothing: { readonly message: string; readonly hint?: string },
): void {
  if (shortfalls.length > 0 && reason !== 'identified') {
    const reported = shortfalls.map((shortfall) => reportedShortfall(shortfall, screen));
    const unsearched = [...new Set(reported.map(({ message }) => message))].join('; ');
    const incomplete = screen.text.find.incomplete(unsearched, remedyFor(shortfalls, screen));
    const details = { matches: count, shortfalls: reported };
    throw commandError(EXIT.partlyDone, 'search_incomplete', incomplete, { details });
  }
  const said = isRunId(typed) ? screen.text.errors.isRun(typed) : nothing;
  if (count === 0) throw commandError(EXIT.notFound, 'nothing_found', said);
}

function remedyFor(shortfalls: readonly FoundShortfall[], { text }: Screen): string {
  const { remedies } = text.find;
  const reasons = new Set(shortfalls.map(({ reason }) => reason));
  if (reasons.has('failed') || reasons.has('gaps')) return remedies.retry;
  return reasons.has('look_ups') ? remedies.look_ups : remedies.not_synced;
}

function reportedShortfall({ account, list, reason, error }: FoundShortfall, { text }: Screen) {
  const { shortfalls, listIn } = text.find;
  const listName = listIn(text.lists.names[list], account);
  const cause = error === undefined ? '' : describeFailure(error, text).message;
  const message = reason === 'failed' ? shortfalls.failed(listName, cause) : shortfalls[reason](listName);
  return { profile: account === '' ? null : account, list, reason, message };
}
