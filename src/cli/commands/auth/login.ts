import { ApiError } from '../../../client/errors.ts';
import { maskKey } from '../../../client/redact.ts';
import type { PixClient } from '../../../client/client.ts';
import { CommandError, usageError } from '../../command-error.ts';
import type { Context } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { readApiKey } from '../../input/api-key.ts';
import { missingOption } from '../../input/missing-option.ts';
import { selectFields } from '../../output/fields.ts';
import { printThing } from '../../output/present.ts';
import { askedProfileName, isBaseUrl, isUnprotected, originOf, readBaseUrl } from '../../settings.ts';
import type { Catalogue } from '../../text/translate.ts';
import { PROFILE_FIELDS } from './profile-fields.ts';

const PROFILE_DEFAULT = 'default';

export interface LoginFlags {
  readonly allowHttp?: boolean;
}

/** `pix auth login` */
export async function run(context: Context, { allowHttp = false }: LoginFlags): Promise<void> {
  const { text, flags } = context;
  const selection = selectFields(flags.fields, PROFILE_FIELDS, text);
  const profiles = await context.profiles();
  const name = askedProfileName(context) ?? PROFILE_DEFAULT;
  const stored = profiles.get(name);
  const baseUrl = await readServiceUrl(context, stored?.baseUrl);
  if (isUnprotected(baseUrl) && !allowHttp) throw usageError('http_refused', text.auth.httpRefused(originOf(baseUrl)));
  const apiKey = await readApiKey(context);

  // They are a trait of the service, not of the profile.
  const isSameService = stored !== undefined && originOf(stored.baseUrl) === originOf(baseUrl);
  const requestFieldNames = isSameService ? stored.requestFieldNames : undefined;
  const client = await context.openClient({ baseUrl, apiKeys: [{ name: 'main', key: apiKey }], requestFieldNames });
  const canRead = await verifyKey(client, baseUrl, text);
  profiles.set(name, { baseUrl, apiKey, requestFieldNames });
  if (profiles.current() === undefined) profiles.use(name);

  const isCurrent = profiles.current() === name;
  await printThing(context, { name, baseUrl, key: maskKey(apiKey), current: isCurrent }, selection, () => '');
  context.notify(text.auth.loggedIn(name, originOf(baseUrl), maskKey(apiKey)));
  const dropped = (stored?.keys ?? []).slice(1).map((key) => key.name);
  if (dropped.length > 0) context.notify(text.auth.otherKeysDropped(dropped));
  if (!canRead) context.notify(text.auth.keyReadsNothing);
  if (!isCurrent) context.notify(text.auth.notCurrent(name));
}

async function readServiceUrl(context: Context, storedUrl: string | undefined): Promise<string> {
  const { text, flags, environment, isInteractive } = context;
  const environmentUrl = environment['PIX_BASE_URL'];
  if (flags.baseUrl !== undefined) return readBaseUrl(flags.baseUrl, '--base-url', text);
  if (environmentUrl !== undefined && environmentUrl !== '') return readBaseUrl(environmentUrl, 'PIX_BASE_URL', text);
  if (storedUrl !== undefined) return storedUrl;
  if (!isInteractive) throw missingOption('--base-url', text);
  const prompts = await context.prompts();
  const typed = await prompts.text(text.prompts.baseUrl, (answer) =>
    isBaseUrl(answer.trim()) ? undefined : text.settings.invalidBaseUrl('').message,
  );
  return readBaseUrl(typed.trim(), '--base-url', text);
}

/**
 * Asks the service whether it knows the key. A key without the permission for one read may have that for another.
 *
 * @returns false for a key that is good, and may read nothing
 */
async function verifyKey(client: PixClient, baseUrl: string, text: Catalogue): Promise<boolean> {
  const reads = [
    () => client.balance(),
    () => client.payments.page({ limit: 1 }),
    () => client.withdraws.page({ limit: 1 }),
  ];
  for (const read of reads) {
    try {
      await read();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) {
        throw new CommandError({
          ...text.auth.keyRefused(originOf(baseUrl)),
          code: error.code,
          exitCode: EXIT.access,
          cause: error,
        });
      }
      if (error.status !== 403) throw error;
    }
  }
  return false;
}
