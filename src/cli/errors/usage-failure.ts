import type { CommanderError } from 'commander';
import type { ErrorText } from './command-error.ts';
import { EXIT } from './exit-code.ts';
import type { Failure } from './failure.ts';
import { unknownCommandHint } from './unknown-command.ts';
import type { Catalogue } from '../text/translate.ts';

/** Which command was used, and what it did not expect. */
export interface UsedCommand {
  /** `pix payments list` */
  readonly path: string;
  /** The first argument that it does not take. */
  readonly unexpected: string;
}

/** An error of commander in the person's language: commander only knows English. */
export function usageFailure({ code, message }: CommanderError, used: UsedCommand, text: Catalogue): Failure {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  const subject = code === 'commander.excessArguments' ? used.unexpected : quoted;
  const [, suggestion] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const errorText = explain(code, subject, message, text);
  const hint =
    code === 'commander.unknownCommand'
      ? unknownCommandHint(subject, used.path, suggestion, text)
      : suggestion === undefined
        ? text.usage.seeHelp(used.path)
        : text.usage.didYouMean(suggestion);
  return {
    message: errorText.message,
    hint,
    code: code.replace('commander.', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    exitCode: EXIT.usage,
  };
}

function explain(code: string, subject: string, message: string, text: Catalogue): ErrorText {
  const { commander } = text.usage;
  switch (code) {
    case 'commander.unknownOption':
      return { message: commander.unknownOption(subject) };
    case 'commander.unknownCommand':
      return { message: commander.unknownCommand(subject) };
    case 'commander.missingArgument':
      return { message: commander.missingArgument(subject) };
    case 'commander.optionMissingArgument':
      return { message: commander.optionMissingArgument(subject) };
    case 'commander.excessArguments':
      return { message: commander.excessArguments(subject) };
    default:
      return { message: message.replace(/^error: /, '') };
  }
}
