import { isLoopbackHost } from '../../../contract/loopback.ts';
import type { Context } from '../../context/context.ts';
import { gatherSettings } from '../../context/settings.ts';
import type { Output } from '../../output/output.ts';

/** The target of the next command. */
export interface PromptRow {
  /** Null when address and key come from the environment. */
  readonly profile: string | null;
  readonly environment: 'local' | 'remote';
  readonly host: string;
}

/**
 * `pix prompt`: one word for a shell prompt, read from files only. It is the profile, or else the host; `:local` is
 * appended for a local service. Without an address it is empty.
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
