import { running } from '../../command/command.ts';
import { isLoopbackHost } from '../../../contract/addresses.ts';
import type { Context } from '../../context/context.ts';
import { gatherSettings } from '../../context/settings.ts';
import { ofKind } from '../../output/fields.ts';
import type { Output } from '../../output/output.ts';

export const tree = running(() => Promise.resolve({ run }), {
  description: ({ help }) => help.commands.prompt,
  fields: () => ofKind('text', 'profile', 'environment', 'host'),
  examples: ['pix prompt', 'pix prompt -p mock --json'],
});

/** The target of the next command. */
interface PromptRow {
  /** Null when address and key come from the environment. */
  readonly profile: string | null;
  readonly environment: 'local' | 'remote';
  readonly host: string;
}

/**
 * `pix prompt`: one word for a shell prompt, read from files only. It is the profile, or else the host; `:local` is
 * appended for a local service. Without an address it is empty.
 */
async function run({ session, screen }: Context, _flags: object, output: Output<PromptRow>): Promise<void> {
  const { profileName, baseUrl } = await gatherSettings(session.sources, screen.text);
  if (baseUrl === undefined) return;
  const { host, hostname } = new URL(baseUrl.value);
  const isLocal = isLoopbackHost(hostname);
  const row = { profile: profileName ?? null, environment: isLocal ? 'local' : 'remote', host } as const;
  await output.bare(`${profileName ?? host}${isLocal ? ':local' : ''}`, row);
}
