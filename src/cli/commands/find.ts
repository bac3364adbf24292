import type { Context } from '../context.ts';
import { readFindPlan, type FindFlags } from '../find/find-plan.ts';
import { matchSelection } from '../find/finding-report.ts';
import { searchedProfiles } from '../find/searched-profiles.ts';

/** `pix find TEXT` */
export async function run(context: Context, flags: FindFlags): Promise<void> {
  // All that was typed is judged before anything is sent.
  matchSelection(context);
  const plan = readFindPlan(context, flags);
  const profiles = await searchedProfiles(context);
  if (flags.offline === true) {
    const { findOffline } = await import('../find/find-offline.ts');
    await findOffline(context, plan, profiles);
  } else {
    const { findOnline } = await import('../find/find-online.ts');
    await findOnline(context, plan, profiles);
  }
}
