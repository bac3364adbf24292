import packageFacts from '../../package.json' with { type: 'json' };
import { callOnce, jsonOf } from './call.ts';

const REGISTRY = 'https://registry.npmjs.org';
const TIMEOUT_MS = 3_000;

/**
 * The newest version of a package, as npm's registry tells it. The request says nothing of who asks but the name and
 * the version of this program.
 *
 * @returns undefined when the registry does not tell one
 * @throws {PixError} when no whole answer came
 */
export async function newestVersionOf(
  packageName: string,
  options: { readonly signal: AbortSignal; readonly fetch?: typeof fetch | undefined },
): Promise<string | undefined> {
  const { status, text, isWhole } = await callOnce({
    method: 'GET',
    url: new URL(`/${packageName}/latest`, REGISTRY),
    headers: { Accept: 'application/json', 'User-Agent': `pix/${packageFacts.version}` },
    timeoutMs: TIMEOUT_MS,
    ...options,
  });
  const body = status === 200 ? jsonOf({ text, isWhole }) : undefined;
  const version: unknown = typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined;
  return typeof version === 'string' ? version : undefined;
}
