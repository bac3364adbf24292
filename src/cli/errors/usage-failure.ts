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
  /** With its arguments: `pix find <text>` */
  readonly usage: string;
  /** The first argument that it does not take. */
  readonly unexpected: string;
}

/** An error of commander in the person's language: commander only knows English. */
export function usageFailure({ code, message }: CommanderError, used: UsedCommand, text: Catalogue): Failure {
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? [];
  const subject = code === 'commander.excessArguments' ? used.unexpected : quoted;
  const [, suggestion] = /\(Did you mean (?:one of )?(.*?)\?\)/s.exec(message) ?? [];
  const errorText = explain(code, subject, message, text);
  const otherHint = suggestion === undefined ? text.usage.seeHelp(used.path) : text.usage.didYouMean(suggestion);
  const hints: Readonly<Record<string, string>> = {
    'commander.unknownCommand': unknownCommandHint(subject, used.path, suggestion, text),
    'commander.missingArgument': used.usage,
  };
  return {
    message: errorText.message,
    hint: hints[code] ?? otherHint,
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
