import { isLoopbackHost } from '../../../contract/loopback.ts';
import type { Context } from '../../context/context.ts';
import { gatherSettings } from '../../context/settings.ts';
import type { Output } from '../../output/output.ts';

/** Where the next command would go. */
export interface PromptRow {
  /** Null where the address and the key come from the environment alone. */
  readonly profile: string | null;
  readonly environment: 'local' | 'remote';
  readonly host: string;
}

/**
 * `pix prompt`: one word for the prompt of a shell, from files alone. It is the profile, or the host where there is none;
 * a local service has `:local` behind it. Where there is no address there is no word.
 */
export async function run({ session, screen }: Context, _flags: object, output: Output<PromptRow>): Promise<void> {
  const { profileName, baseUrl } = await gatherSettings(session.sources, screen.text);
  if (baseUrl === undefined) return;
  const { host, hostname } = new URL(baseUrl.value);
  const isLocal = isLoopbackHost(hostname);
  const { format, print } = screen;
  const isBare = output.chosenFields === undefined && (format === 'table' || format === 'tsv');
  if (isBare) print(`${profileName ?? host}${isLocal ? ':local' : ''}\n`);
  else await output.one({ profile: profileName ?? null, environment: isLocal ? 'local' : 'remote', host });
}
