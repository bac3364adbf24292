import type { Match } from '../../../find/finding.ts';
import { IndexSearch, type SearchedIndex } from '../../../find/index/index-search.ts';
import { LIST_NAMES, type ListName } from '../../../find/wallet-entry.ts';
import type { StoredState } from '../../../lists/stored-list.ts';
import { indexFailure, syncedIndex } from '../../context/account-index.ts';
import type { Context } from '../../context/context.ts';
import { formatRelative, isoTime } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';
import type { FindPlan } from './find-plan.ts';
import { assertFound, printMatches, type Findings } from './finding-report.ts';
import { askJournal } from './journal-knowledge.ts';
import type { MatchRow } from './match-fields.ts';
import type { SearchedProfile } from '../searched-profiles.ts';

/** Matches per batch: an index finds thousands in a second. */
const BATCH_MATCHES = 1_000;

interface IndexedList extends StoredState {
  readonly account: string;
  readonly list: ListName;
}

/** Searches only the local indexes. @throws CommandError no_mirror, nothing_found, search_incomplete */
export async function findOffline(
  context: Context,
  plan: FindPlan,
  profiles: readonly SearchedProfile[],
  output: Output<MatchRow>,
): Promise<void> {
  const indexes: SearchedIndex[] = [];
  const paths: string[] = [];
  try {
    for (const { name, settings } of profiles) {
      const { path, index } = await syncedIndex(context, settings);
      paths.push(path);
      indexes.push({
        name,
        service: settings.baseUrl,
        index,
        ...(await askJournal(context, settings, plan.question)),
      });
    }
    await findIn(indexes, profiles, plan, context, output);
  } catch (error) {
    throw indexFailure(error, paths.join(', '), context.screen);
  } finally {
    for (const { index } of indexes) index.close();
  }
}

async function findIn(
  indexes: readonly SearchedIndex[],
  profiles: readonly SearchedProfile[],
  plan: FindPlan,
  context: Context,
  output: Output<MatchRow>,
): Promise<void> {
  const { text } = context.screen;
  const lists = indexes.flatMap(({ name, index }) =>
    LIST_NAMES.map((list): IndexedList => ({ account: name, list, ...index.list(list).state() })),
  );
  const search = new IndexSearch(indexes, plan.question, plan);
  let reason: Findings['reason'] = 'limit';

  async function* matches(): AsyncGenerator<readonly Match[]> {
    let batch: Match[] = [];
    for (const match of found()) {
      batch.push(match);
      if (batch.length < BATCH_MATCHES) continue;
      yield batch;
      batch = [];
      // Lets an interruption be processed.
      await context.host.sleep(0);
    }
    yield batch;
    await context.host.sleep(0);
  }
  function* found(): Generator<Match> {
    reason = yield* search.run();
  }

  const findings = (): Findings => ({
    reason,
    shortfalls: lists
      .filter(({ total }) => total === undefined)
      .map(({ account, list }) => ({ account, list, reason: 'not_synced' })),
    sameAccounts: search.sameAccounts(),
    facts: {
      index: lists.map(({ account, list, total = null, asOf }) => ({
        profile: account === '' ? null : account,
        list,
        rows: total,
        asOf: asOf === undefined ? null : isoTime(asOf),
      })),
    },
  });
  const count = await printMatches(context, output, matches(), { plan, profiles, findings });
  for (const { name } of indexes) reportAge(name, lists, context);
  if (findings().reason === 'limit') context.screen.notify(text.find.thereMayBeMore);
  assertFound(context.screen, count, findings(), plan.typed, text.find.nothingOffline(plan.typed, plan.days.join(' ')));
}

/** The age of the older list. */
function reportAge(name: string, lists: readonly IndexedList[], { host: { now }, screen: { text, notify } }: Context) {
  const moments = lists.flatMap(({ account, asOf }) => (account === name && asOf !== undefined ? [asOf] : []));
  if (moments.length === 0) return;
  const age = formatRelative(Math.min(...moments), now(), text);
  notify(text.find.indexAge(text.sync.indexOf(name), age ?? ''));
}
