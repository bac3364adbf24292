import { usageError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import { LINE_MAXIMUM } from '../context/host.ts';

/**
 * The key to store: from PIX_API_KEY, otherwise from a question, otherwise from stdin. Never from the command line,
 * where other users of the machine can read it.
 */
export async function readApiKey(context: Context): Promise<string> {
  const { environment, stdin } = context.host;
  const { text, isInteractive } = context.screen;
  const environmentKey = environment['PIX_API_KEY'] ?? '';
  if (environmentKey !== '') context.screen.notify(text.auth.keyFromEnvironment);
  const key = (environmentKey === '' ? await typedKey() : environmentKey).trim();
  if (key === '') throw usageError('no_key_given', text.auth.noKeyGiven);
  // Characters that no HTTP header allows come from a wrong paste.
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > LINE_MAXIMUM)
    throw usageError('invalid_key', text.configuration.invalid_key(''));
  return key;

  async function typedKey(): Promise<string> {
    if (isInteractive) return (await context.screen.prompts()).secret(text.auth.prompts.apiKey);
    return stdin.isTerminal ? '' : stdin.readLine();
  }
}
