import type { Context } from '../../context/context.ts';
import { LOCAL_PROFILE } from '../../context/local-service.ts';
import { isLoopback, originOf } from '../../context/settings.ts';
import { describeFailure } from '../../errors/failure.ts';

/** What others learn of the service. */
export interface ServedAddress {
  readonly url: string;
  readonly keys: readonly { readonly account: string; readonly name: string; readonly key: string }[];
}

/** On this machine, a connection is accepted at once or not at all. */
const LISTENING_MS = 500;

/**
 * Stores the address and a key of the service as the profile `mock`. If another running service uses that profile, the
 * new one is named after the port (`mock-4011`), and removed when the service stops.
 *
 * The service works without a profile, so an unwritable configuration is only reported.
 */
export async function storeProfile(context: Context, service: ServedAddress): Promise<string | undefined> {
  const { notify, text, warn } = context.screen;
  try {
    const profiles = await context.session.editProfiles();
    const taken = profiles.get(LOCAL_PROFILE)?.baseUrl;
    const isTaken = taken !== undefined && originOf(taken) !== originOf(service.url) && (await isInUse(taken));
    const name = isTaken ? `${LOCAL_PROFILE}-${new URL(service.url).port}` : LOCAL_PROFILE;
    profiles.set(name, { baseUrl: service.url, apiKey: mainKeyOf(service) });
    if (profiles.current() === undefined) profiles.use(name);
    if (isTaken) notify(text.serve.profileOfAnother(LOCAL_PROFILE, originOf(taken), name));
    return name;
  } catch (error) {
    warn(text.serve.profileNotStored(describeFailure(error, text).message));
    return undefined;
  }
}

export function mainKeyOf({ keys }: ServedAddress): string {
  const main = keys.find(({ account, name }) => account === 'demo' && name === 'main') ?? keys[0];
  if (main === undefined) throw new Error('the local service has no key');
  return main.key;
}

export async function removeProfile(
  { session }: Context,
  name: string | undefined,
  { url }: ServedAddress,
): Promise<void> {
  if (name === undefined || name === LOCAL_PROFILE) return;
  const profiles = await session.editProfiles();
  if (profiles.get(name)?.baseUrl === url) profiles.remove(name);
}

/** A remote address cannot be checked, so it counts as used. */
async function isInUse(baseUrl: string): Promise<boolean> {
  if (!isLoopback(baseUrl)) return true;
  const { isListening } = await import('../../../client/http/reachability.ts');
  return isListening(new URL(baseUrl), LISTENING_MS);
}
