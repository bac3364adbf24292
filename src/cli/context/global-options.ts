import { Option, type Command } from 'commander';
import { closestWord } from '../errors/closest-word.ts';
import { usageError } from '../errors/command-error.ts';
import type { GlobalFlags } from './global-flags.ts';
import { valueOption } from '../commands/declaring.ts';
import { fieldNames, profileList } from '../completion/sources.ts';
import { timeout } from '../input/number.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../output/format.ts';
import { LANGUAGES, readLanguage, type Catalogue, type Language } from '../text/translate.ts';

/** The options of every command. Each command declares them, so that they may appear anywhere. */
export function globalOptions(text: Catalogue): Option[] {
  const help = text.help.globals;
  return [
    valueOption('-p, --profile', help.profile, profileList),
    valueOption('--base-url', help.baseUrl),
    new Option(`-o, --output <${OUTPUT_FORMATS.join('|')}>`, help.output).argParser(outputFormat(text)),
    new Option('--json', help.json),
    valueOption('--fields', help.fields, fieldNames),
    valueOption('--jq', help.jq),
    new Option(`--lang <${LANGUAGES.join('|')}>`, help.lang).argParser(language(text)),
    new Option('-q, --quiet', help.quiet),
    new Option('--verbose', help.verbose),
    new Option('--no-color', help.noColor),
    new Option('--no-input', help.noInput),
    valueOption('--timeout', help.timeout).argParser(timeout(text)),
  ];
}

/** The values given to the chosen command or to a parent. */
export function givenGlobalFlags(chosen: Command, text: Catalogue): GlobalFlags {
  const given: Record<string, unknown> = {};
  for (let command: Command | null = chosen; command !== null; command = command.parent) {
    for (const option of globalOptions(text)) {
      const name = option.attributeName();
      if (command.getOptionValueSource(name) === 'cli') given[name] ??= command.getOptionValue(name);
    }
  }
  const flags: GlobalFlags = given;
  if (flags.json === true && flags.output !== undefined && flags.output !== 'json') {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--json', `--output ${flags.output}`));
  }
  const { jq, output } = flags;
  if (jq === undefined) return flags;
  if (output !== undefined && output !== 'json' && output !== 'ndjson') {
    throw usageError('conflicting_options', text.usage.conflictingOptions('--jq', `--output ${output}`));
  }
  return { ...flags, json: output === undefined };
}

function outputFormat(text: Catalogue) {
  return (typed: string): OutputFormat => {
    const format = OUTPUT_FORMATS.find((known) => known === typed.toLowerCase());
    if (format !== undefined) return format;
    throw usageError(
      'invalid_output_format',
      text.usage.unknownValue('--output', typed, OUTPUT_FORMATS, closestWord(typed, OUTPUT_FORMATS)),
    );
  };
}

function language(text: Catalogue) {
  return (typed: string): Language => {
    const known = readLanguage(typed);
    if (known !== undefined) return known;
    throw usageError('invalid_language', text.usage.unknownValue('--lang', typed, LANGUAGES, undefined));
  };
}
