import packageFacts from '../../../package.json' with { type: 'json' };
import { newestVersionOf } from '../../client/newest-version.ts';
import { proxyFetch } from '../../client/proxy.ts';
import type { Context } from '../context.ts';
import { keepNewestVersion } from '../update-notice/diary.ts';

/** `pix __newest-version`: asks the registry, and keeps its answer for a command to tell. */
export async function run({ environment, interruption: signal }: Context): Promise<void> {
  const version = await newestVersionOf(packageFacts.name, { signal, fetch: await proxyFetch(environment) });
  if (version !== undefined) await keepNewestVersion(environment, version);
}
