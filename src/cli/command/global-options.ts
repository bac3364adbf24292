import type { Command, Option } from 'commander';
import { fieldNames, profileList } from '../completion/sources.ts';
import type { GlobalFlags } from '../context/screen.ts';
import { usageError } from '../errors/command-error.ts';
import { OUTPUT_FORMATS } from '../text/topic-names.ts';
import { LANGUAGES, readLanguage, type Catalogue, type Language } from '../text/translate.ts';
import { optionsOf } from './commander.ts';
import { choice, flag, off, parsed, text, type OptionsOf } from './options.ts';

/** The options of every command. Each command declares them, so that they may appear anywhere. */
export const GLOBAL_FLAGS = {
  profile: { ...text(({ help }) => help.globals.profile, profileList), short: 'p' },
  baseUrl: text(({ help }) => help.globals.baseUrl),
  output: {
    ...choice(({ help }) => `<${OUTPUT_FORMATS.join('|')}> ${help.globals.output}`, {
      values: OUTPUT_FORMATS,
      code: 'invalid_output_format',
    }),
    short: 'o',
  },
  json: flag(({ help }) => help.globals.json),
  fields: text(({ help }) => help.globals.fields, fieldNames),
  jq: text(({ help }) => help.globals.jq),
  lang: parsed(({ help }) => `<${LANGUAGES.join('|')}> ${help.globals.lang}`, language, {
    source: () => LANGUAGES,
  }),
  quiet: flag(({ help }) => help.globals.quiet, 'q'),
  verbose: flag(({ help }) => help.globals.verbose),
  color: off(({ help }) => help.globals.noColor),
  input: off(({ help }) => help.globals.noInput),
  timeout: parsed(({ help }) => help.globals.timeout, timeout),
};

export function globalOptions(catalogue: Catalogue): Option[] {
  return optionsOf(GLOBAL_FLAGS, catalogue);
}

/** The values given to the chosen command or to a parent. */
export function givenGlobalFlags(chosen: Command, { usage }: Catalogue): GlobalFlags {
  const given: Record<string, unknown> = {};
  for (let command: Command | null = chosen; command !== null; command = command.parent) {
    for (const name of Object.keys(GLOBAL_FLAGS)) {
      if (command.getOptionValueSource(name) === 'cli') given[name] ??= command.getOptionValue(name);
    }
  }
  const flags: Partial<OptionsOf<{ readonly flags: typeof GLOBAL_FLAGS }>> = given;
  if (flags.json === true && flags.output !== undefined && flags.output !== 'json') {
    throw usageError('conflicting_options', usage.conflictingOptions('--json', `--output ${flags.output}`));
  }
  const { jq, output } = flags;
  if (jq === undefined) return flags;
  if (output !== undefined && output !== 'json' && output !== 'ndjson') {
    throw usageError('conflicting_options', usage.conflictingOptions('--jq', `--output ${output}`));
  }
  return { ...flags, json: output === undefined };
}

function language(typed: string, name: string, { usage }: Catalogue): Language {
  const known = readLanguage(typed);
  if (known !== undefined) return known;
  throw usageError('invalid_language', usage.unknownValue(name, typed, LANGUAGES, undefined));
}

const TIMEOUT_SECONDS_MAXIMUM = 3_600;

/** Typed in seconds. @returns milliseconds */
function timeout(typed: string, name: string, { usage }: Catalogue): number {
  const seconds = /^\d{1,4}(\.\d{1,3})?$/.test(typed) ? Number(typed) : 0;
  if (seconds <= 0 || seconds > TIMEOUT_SECONDS_MAXIMUM) {
    throw usageError('invalid_number', usage.invalidNumber(name, typed, 0.001, TIMEOUT_SECONDS_MAXIMUM));
  }
  return Math.ceil(seconds * 1_000);
}
