import type { Context } from '../../context/context.ts';
import { readFindPlan, type FindFlags } from './find-plan.ts';
import { matchSelection } from './finding-report.ts';
import { searchedProfiles } from './searched-profiles.ts';

/** `pix find TEXT` */
export async function run(context: Context, flags: FindFlags): Promise<void> {
  // All that was typed is judged before anything is sent.
  matchSelection(context);
  const plan = readFindPlan(context, flags);
  const profiles = await searchedProfiles(context);
  if (flags.offline === true) {
    const { findOffline } = await import('./find-offline.ts');
    await findOffline(context, plan, profiles);
  } else {
    const { findOnline } = await import('./find-online.ts');
    await findOnline(context, plan, profiles);
  }
}
