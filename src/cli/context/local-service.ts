import type { ControlClient } from '../../client/controls.ts';
import { usageError } from '../errors/command-error.ts';
import type { Context } from './context.ts';
import { gatherSettings } from './settings.ts';

/** Where `pix serve --mock` stores its address. */
export const LOCAL_PROFILE = 'mock';

/**
 * The controls of the local service: at `--base-url`, or the address of the active profile, or of the profile `mock`.
 * No API key is used, and an address without controls is reported as such.
 *
 * @throws CommandError no_local_service
 */
export async function openControls(context: Context): Promise<ControlClient> {
  const { environment, interruption } = context.host;
  const { flags } = context.session;
  const { text } = context.screen;
  const { baseUrl } = await gatherSettings(context.session.sources, text);
  const address = baseUrl?.value ?? (await context.session.profiles()).get(LOCAL_PROFILE)?.baseUrl;
  if (address === undefined) throw usageError('no_local_service', text.localService.noService);
  const { ControlClient: Controls } = await import('../../client/controls.ts');
  return new Controls({
    baseUrl: address,
    timeoutMs: flags.timeout,
    signal: interruption,
    proxies: environment,
    onEvent: await context.session.eventListener(),
    async token() {
      const given = environment['PIX_MOCK_TOKEN'];
      if (given !== undefined && given !== '') return given.trim();
      if (!context.screen.isInteractive) return undefined;
      const prompts = await context.screen.prompts();
      return (await prompts.secret(text.localService.token)).trim();
    },
  });
}
