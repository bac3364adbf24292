import type { Context } from '../../context/context.ts';
import { formatDay } from '../../output/dates.ts';
import type { Output } from '../../output/output.ts';
import { readFindPlan, type FindFlags } from './find-plan.ts';
import type { MatchRow } from './match-fields.ts';
import { searchedProfiles } from '../searched-profiles.ts';

export async function run(context: Context, flags: FindFlags, output: Output<MatchRow>): Promise<void> {
  const plan = readFindPlan(context, flags);
  const { days, since, before } = plan;
  if (days.length > 0 && since !== undefined && before !== undefined) {
    const { text, language, notify } = context.screen;
    notify(text.find.onlyOn(formatDay(new Date(since), language), formatDay(new Date(before - 1), language)));
  }
  const profiles = await searchedProfiles(context);
  if (flags.offline === true) {
    const { findOffline } = await import('./find-offline.ts');
    await findOffline(context, plan, profiles, output);
  } else {
    const { findOnline } = await import('./find-online.ts');
    await findOnline(context, plan, profiles, output);
  }
}
