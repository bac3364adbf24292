import type { Context } from '../../context/context.ts';
import { formatDay } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';
import { readFindPlan, type FindFlags, type FindPlan } from './find-plan.ts';
import type { MatchRow } from './match-fields.ts';
import { searchedProfiles } from '../searched-profiles.ts';

export async function run(context: Context, flags: FindFlags, output: Output<MatchRow>): Promise<void> {
  const plan = readFindPlan(context, flags);
  sayWhichDays(context, plan);
  const profiles = await searchedProfiles(context);
  if (flags.offline === true) {
    const { findOffline } = await import('./find-offline.ts');
    await findOffline(context, plan, profiles, output);
  } else {
    const { findOnline } = await import('./find-online.ts');
    await findOnline(context, plan, profiles, output);
  }
}

function sayWhichDays({ screen: { text, language, notify } }: Context, { days, since, before }: FindPlan): void {
  if (days.length === 0 || since === undefined || before === undefined) return;
  const [first, last] = [since, before - 1].map((moment) => formatDay(new Date(moment), language));
  notify(text.find.onlyOn(first ?? '', last ?? ''));
}
