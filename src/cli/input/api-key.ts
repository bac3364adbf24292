import { usageError, commandError, EXIT, type CommandError } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import { LINE_MAXIMUM } from '../context/host.ts';
import { SettingsError } from '../../client/errors.ts';
import { keyOfCommand } from '../../client/profiles/key-command.ts';
import { reasonOf } from '../../client/profiles/stored-keys.ts';
import { commandReason } from '../errors/plain-cause.ts';
import type { Catalogue } from '../text/translate.ts';
import { commandWords, programPath } from '../context/external-programs.ts';

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
    if (isInteractive) return (await context.screen.prompts()).secret(text.labels.loginPrompts.apiKey);
    return stdin.isTerminal ? '' : stdin.readLine();
  }
}

/** The words of `--key-command`, its program with the whole path. @throws CommandError invalid_command */
export function keyCommandOf(
  { host, screen: { text } }: Context,
  { keyCommand }: { readonly keyCommand?: string },
): readonly string[] | undefined {
  if (keyCommand === undefined) return undefined;
  const [program = '', ...options] = commandWords(keyCommand) ?? [];
  if (program === '') throw usageError('invalid_command', text.auth.noKeyCommand);
  const path = programPath(program, host.environment);
  if (path === undefined) throw noKeyPrinted('not found', text);
  return [path, ...options];
}

/** @throws CommandError key_command_failed */
export async function printedKey({ host, screen }: Context, command: readonly string[]): Promise<string> {
  try {
    return await keyOfCommand(command, host.interruption);
  } catch (error) {
    throw error instanceof SettingsError ? noKeyPrinted(reasonOf(error), screen.text, error) : error;
  }
}

function noKeyPrinted(reason: string, text: Catalogue, cause?: SettingsError): CommandError {
  const errorText = text.auth.noKeyPrinted(commandReason(reason, text));
  return commandError(EXIT.access, 'key_command_failed', errorText, { cause });
}
