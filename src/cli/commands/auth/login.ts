import type { Run } from '../../command/command.ts';
import { ApiError } from '../../../client/errors.ts';
import { maskKey } from '../../../client/http/redact.ts';
import type { PixClient } from '../../../client/client.ts';
import type { ProfileReader, StoredProfile } from '../../../client/profiles/profiles-file.ts';
import { REFUSAL_FORM_DEFAULT } from '../../../client/http/refusal-forms.ts';
import { commandError, usageError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import { readApiKey, keyCommandOf, printedKey } from '../../input/api-key.ts';
import { missingOption } from '../../input/option-values.ts';
import {
  forgetKeys,
  storeKey,
  storageInWords,
  type WrittenKey,
  isOfPermission,
  smallestReads,
} from '../../context/stored-keys.ts';
import { LOCAL_PROFILE } from '../../context/local-service.ts';
import {
  askedProfileName,
  isBaseUrl,
  isLoopback,
  isUnprotected,
  originOf,
  readBaseUrl,
  traitsOf,
} from '../../context/settings.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { ProfileRow } from './stored-profiles.ts';
import type { OptionsOf } from '../../command/options.ts';
import type { login } from './command.ts';

const PROFILE_DEFAULT = 'default';

export const run: Run<typeof login, ProfileRow> = async (context, options, output) => {
  const { text, notify } = context.screen;
  const { allowHttp = false } = options;
  const profiles = await context.session.editProfiles();
  const name = askedProfileName(context.session.sources) ?? PROFILE_DEFAULT;
  const stored = profiles.get(name);
  const baseUrl = await readServiceUrl(context, stored?.baseUrl);
  if (isUnprotected(baseUrl) && !allowHttp) throw usageError('http_refused', text.auth.httpRefused(originOf(baseUrl)));
  const command = keyCommandOf(context, options) ?? commandAgain(context, options, stored);
  const apiKey = command === undefined ? await readApiKey(context) : await printedKey(context, command);

  // The traits belong to the service, not to the profile.
  const known = traitsOf(stored, baseUrl);
  const refusalForm = options.refusalForm ?? known?.refusalForm;
  const traits = { requestFieldNames: known?.requestFieldNames, refusalForm };
  const client = await context.session.openClient({ baseUrl, apiKeys: [{ name: 'main', key: apiKey }], ...traits });
  const canRead = await verifyKey(client, baseUrl, text);
  const readOnly = options.readOnly ?? stored?.readOnly === true;
  const write = (written: WrittenKey) => profiles.set(name, { baseUrl, apiKey: written, ...traits, readOnly });
  const { keychain } = options;
  const keyPlace = await storeKey(context, `${name}/main`, apiKey, { keychain, command }, write);
  await forgetKeys(context, stored?.keys ?? []);
  const replaced = profiles.current();
  if (replaced === undefined || isStandIn(replaced, profiles, baseUrl)) profiles.use(name);

  const isCurrent = profiles.current() === name;
  const shown = { refusalForm: refusalForm ?? REFUSAL_FORM_DEFAULT };
  const profile = { name, baseUrl, key: maskKey(apiKey), current: isCurrent, keyPlace, readOnly, ...shown };
  await output.one(profile, () => '');
  notify(text.auth.loggedIn(name, originOf(baseUrl), maskKey(apiKey)));
  notify(text.keyStorage.stored(maskKey(apiKey), storageInWords(keyPlace, profiles.path, context.screen)));
  if (readOnly) notify(text.auth.isReadOnly(name));
  if (refusalForm === 'message') notify(text.auth.hasLooseRefusals(originOf(baseUrl)));
  if (isCurrent && replaced !== undefined && replaced !== name) notify(text.auth.becameCurrent(name, replaced));
  const dropped = (stored?.keys ?? []).slice(1).map((key) => key.name);
  if (dropped.length > 0) notify(text.auth.otherKeysDropped(dropped));
  if (!canRead) notify(text.auth.keyReadsNothing);
  if (!isCurrent) notify(text.auth.notCurrent(name));
};

/** The command of the profile, whose key may have been replaced: a person who logs in again has not left it. */
function commandAgain(
  { host, screen }: Context,
  { keychain }: OptionsOf<typeof login>,
  stored: StoredProfile | undefined,
): readonly string[] | undefined {
  const [first] = stored?.keys ?? [];
  const isOther = keychain !== undefined || !host.stdin.isTerminal || (host.environment['PIX_API_KEY'] ?? '') !== '';
  const command = isOther || first?.key !== undefined ? undefined : first?.held.command;
  if (command !== undefined) screen.notify(screen.text.auth.askingCommand(command.join(' ')));
  return command;
}

/** The local service stays current only until a login to a real service. */
function isStandIn(current: string, profiles: ProfileReader, baseUrl: string): boolean {
  const stored = profiles.get(current);
  return current === LOCAL_PROFILE && stored !== undefined && isLoopback(stored.baseUrl) && !isLoopback(baseUrl);
}

async function readServiceUrl(context: Context, storedUrl: string | undefined): Promise<string> {
  const { environment } = context.host;
  const { flags } = context.session;
  const { text, isInteractive } = context.screen;
  const environmentUrl = environment['PIX_BASE_URL'];
  if (flags.baseUrl !== undefined) return readBaseUrl(flags.baseUrl, '--base-url', text);
  if (environmentUrl !== undefined && environmentUrl !== '') return readBaseUrl(environmentUrl, 'PIX_BASE_URL', text);
  if (storedUrl !== undefined) return storedUrl;
  if (!isInteractive) throw missingOption('--base-url', text);
  const prompts = await context.screen.prompts();
  const typed = await prompts.text(text.labels.loginPrompts.baseUrl, (answer) =>
    isBaseUrl(answer.trim()) ? undefined : text.settings.invalidBaseUrl('').message,
  );
  return readBaseUrl(typed.trim(), '--base-url', text);
}

/** Asks the service whether the key is valid. @returns false for a valid key without any read permission */
async function verifyKey(client: PixClient, baseUrl: string, text: Catalogue): Promise<boolean> {
  for (const read of smallestReads(client)) {
    try {
      await read();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) {
        throw commandError(EXIT.access, error.code, text.auth.keyRefused(originOf(baseUrl)), { cause: error });
      }
      // Other refusals (an unknown host, a blocked account) do not show what the key may do.
      if (!isOfPermission(error)) throw error;
    }
  }
  return false;
}
