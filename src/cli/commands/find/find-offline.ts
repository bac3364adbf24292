import type { Match } from '../../../find/finding.ts';
import type { HeldList } from '../../../find/index/index-file.ts';
import { searchMirrors, type SearchedMirror } from '../../../find/index/search-index.ts';
import { LIST_NAMES, type ListName } from '../../../find/wallet-entry.ts';
import { isDamage } from '../../../sqlite/damage.ts';
import { usageError } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { formatRelative } from '../../output/age.ts';
import type { FindPlan } from './find-plan.ts';
import { assertFound, printMatches, type Findings } from './finding-report.ts';
import { mirrorPlace, openMirrorAt, unusableMirror, type MirrorPlace } from './mirror-place.ts';
import { referencedWithdrawals } from './referenced-withdrawals.ts';
import type { SearchedProfile } from './searched-profiles.ts';

/** Shown together: an index tells thousands in a second. */
const BATCH_MATCHES = 1_000;

interface IndexedList extends HeldList {
  readonly account: string;
  readonly list: ListName;
}

/** Asks the local indexes alone. @throws CommandError no_mirror, nothing_found, search_incomplete */
export async function findOffline(
  context: Context,
  plan: FindPlan,
  profiles: readonly SearchedProfile[],
): Promise<void> {
  const mirrors: SearchedMirror[] = [];
  const paths: string[] = [];
  try {
    for (const profile of profiles) {
      const place = await indexPlace(profile, context);
      paths.push(place.path);
      mirrors.push({
        name: profile.name,
        mirror: await openMirrorAt(place, profile.settings, context.screen),
        referenced: await referencedWithdrawals(context, profile.settings, plan.question.typed),
      });
    }
    await findIn(mirrors, plan, context);
  } catch (error) {
    throw isDamage(error) ? unusableMirror(paths.join(', '), 'unreadable', error, context.screen.text) : error;
  } finally {
    for (const { mirror } of mirrors) mirror.close();
  }
}

async function indexPlace({ name, settings }: SearchedProfile, context: Context): Promise<MirrorPlace> {
  const { text } = context.screen;
  const place = await mirrorPlace(context, settings);
  if (!place.isThere) throw usageError('no_mirror', text.sync.noIndex(text.find.indexOf(name)), { file: place.path });
  return place;
}

async function findIn(mirrors: readonly SearchedMirror[], plan: FindPlan, context: Context): Promise<void> {
  const { text } = context.screen;
  const lists = mirrors.flatMap(({ name, mirror }) =>
    LIST_NAMES.map((list): IndexedList => ({ account: name, list, ...mirror.heldList(list) })),
  );
  let reason: Findings['reason'] = 'limit';

  async function* matches(): AsyncGenerator<readonly Match[]> {
    const found = searchMirrors(mirrors, plan.question, plan);
    let batch: Match[] = [];
    for (let next = found.next(); ; next = found.next()) {
      if (next.done !== true) batch.push(next.value);
      if (next.done === true || batch.length === BATCH_MATCHES) {
        yield batch;
        batch = [];
        // So that an interruption is heard.
        await context.host.sleep(0);
      }
      if (next.done === true) {
        reason = next.value;
        return;
      }
    }
  }

  const findings = (): Findings => ({
    reason,
    shortfalls: lists
      .filter(({ total }) => total === undefined)
      .map(({ account, list }) => ({ account, list, reason: 'not_synced' })),
    facts: { index: lists.map(toldList) },
  });
  const count = await printMatches(context, matches(), { plan, hasSeveralAccounts: mirrors.length > 1, findings });
  for (const { name } of mirrors) tellAge(name, lists, context);
  if (findings().reason === 'limit') context.screen.notify(text.find.thereMayBeMore);
  assertFound(context.screen, count, findings(), text.find.nothingOffline(plan.question.typed));
}

function toldList({ account, list, total, asOf }: IndexedList) {
  return {
    profile: account === '' ? null : account,
    list,
    rows: total ?? null,
    asOf: asOf === undefined ? null : new Date(asOf).toISOString(),
  };
}

/** As old as the older of its lists. */
function tellAge(
  name: string,
  lists: readonly IndexedList[],
  { host: { now }, screen: { text, notify } }: Context,
): void {
  const moments = lists.flatMap(({ account, asOf }) => (account === name && asOf !== undefined ? [asOf] : []));
  if (moments.length === 0) return;
  const age = formatRelative(new Date(Math.min(...moments)).toISOString(), now(), text);
  notify(text.find.indexAge(text.find.indexOf(name), age ?? ''));
}
