import { SettingsError } from '../../client/errors.ts';
import { keyOfCommand } from '../../client/profiles/key-command.ts';
import { reasonOf } from '../../client/profiles/stored-keys.ts';
import { commandError, usageError, EXIT, type CommandError } from '../errors/command-error.ts';
import { commandReason } from '../errors/plain-cause.ts';
import type { Catalogue } from '../text/translate.ts';
import type { Context } from './context.ts';
import { commandWords, programPath } from './external-programs.ts';
import type { StorageFlags } from './stored-keys.ts';

/** The words of `--key-command`, its program with the whole path. @throws CommandError conflicting_options, invalid_command */
export function keyCommandOf(
  { host, screen: { text } }: Context,
  { keyCommand, keychain }: StorageFlags & { readonly keyCommand?: string },
): readonly string[] | undefined {
  if (keyCommand === undefined) return undefined;
  if (keychain !== undefined) {
    const other = keychain ? '--keychain' : '--no-keychain';
    throw usageError('conflicting_options', text.usage.conflictingOptions('--key-command', other));
  }
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
