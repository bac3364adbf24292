import { Argument, Command as Parsed, CommanderError, Option } from 'commander';
import { usageError } from '../errors/command-error.ts';
import { shellWord } from '../output/text-width.ts';
import type { Catalogue } from '../text/translate.ts';
import { isGroup, type Command, type Group } from './command.ts';
import { longName, valueHelp, type Arguments, type Flags, type Valued, type Source } from './options.ts';

const definitions = new WeakMap<Parsed, Command | Group>();

/** The data from which commander's command was made; undefined for those of the program itself. */
export function definitionOf(parsed: Parsed): Command | Group | undefined {
  return definitions.get(parsed);
}

const sources = new WeakMap<Option | Argument, Source>();

/** The candidates for the value of an option or an argument; undefined for none. */
export function sourceOf(part: Option | Argument | undefined): Source | undefined {
  return part === undefined ? undefined : sources.get(part);
}

export function subcommandNamed(command: Parsed, name: string): Parsed | undefined {
  return command.commands.find((known) => known.name() === name || known.aliases().includes(name));
}

interface Declaring {
  readonly text: Catalogue;
  /** All of the program. */
  readonly argv: readonly string[];
  /** Runs the chosen command. @param options its values, arguments included */
  readonly run: (parsed: Parsed, command: Command, options: object) => Promise<void>;
}

export function declare(name: string, definition: Command | Group, declaring: Declaring): Parsed {
  const { text, run } = declaring;
  const { description, aliases = [] } = definition;
  const parsed = new Parsed(name).enablePositionalOptions().description(description(text)).aliases(aliases);
  definitions.set(parsed, definition);
  if (isGroup(definition)) {
    for (const [inner, one] of Object.entries(definition.commands)) parsed.addCommand(declare(inner, one, declaring));
    return parsed;
  }
  const { flags = {}, arguments: taken = {} } = definition;
  for (const argument of argumentsOf(taken, text)) parsed.addArgument(argument);
  for (const option of optionsOf(flags, text)) parsed.addOption(option);
  // Otherwise an option of the words behind the dashes would be taken as ours where the dashes are forgotten.
  const isBehindDashes = Object.values(taken).some((one) => one.isBehindDashes === true);
  parsed.passThroughOptions(isBehindDashes);
  return parsed.action((...given: unknown[]) => {
    if (isBehindDashes) assertDashes(declaring, parsed.args.length);
    const values = Object.keys(taken).map((key, index) => [key, given[index]] as const);
    const typed = values.filter(([, value]) => value !== undefined);
    assertTogether(flags, parsed.opts(), text);
    return run(parsed, definition, { ...parsed.opts<object>(), ...Object.fromEntries(typed) });
  });
}

/** @throws CommandError conflicting_options for two options of which one excludes the other */
function assertTogether(flags: Flags, given: Readonly<Record<string, unknown>>, { usage }: Catalogue): void {
  const shown = (name: string) => longName(given[name] === false ? `no-${name}` : name);
  for (const [name, { excludes = [] }] of Object.entries(flags)) {
    const other = excludes.find((one) => given[one] !== undefined);
    if (given[name] === undefined || other === undefined) continue;
    throw usageError('conflicting_options', usage.conflictingOptions(shown(name), shown(other)));
  }
}

/** @throws CommandError (usage) unless the last words are those that follow `--` */
function assertDashes({ argv, text }: Declaring, words: number): void {
  const at = argv.length - words;
  if (words === 0 || argv[at - 1] === '--') return;
  const line = [...argv.slice(0, at), '--', ...argv.slice(at)].map(shellWord).join(' ');
  throw usageError('dashes_missing', text.usage.dashesMissing(argv[at] ?? '', `pix ${line}`));
}

export function optionsOf(flags: Flags, text: Catalogue): Option[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const long = longName(name);
    const letter = flag.short === undefined ? '' : `-${flag.short}, `;
    if (flag.form === 'value') return [valueOption(letter + long, flag, text)];
    const no = longName(`no-${name}`);
    if (flag.form === 'off') return [new Option(no, flag.help(text))];
    const on = new Option(letter + long, flag.help(text));
    return flag.form === 'on' ? [on] : [on, new Option(no, flag.helpOfNo?.(text))];
  });
}

/** Word processors make one dash of two. */
const OPTION = /^(?:--|[\u2010-\u2015])[a-z]|^-[a-z]$/i;

function valueOption(names: string, flag: Valued<unknown>, text: Catalogue): Option {
  const { value, description } = valueHelp(flag.help(text));
  const term = flag.preset === undefined ? `<${value}>` : `[${value}]`;
  const option = new Option(`${names} ${term}`, description);
  const long = option.long ?? names;
  option.argParser<unknown>((typed, earlier) => {
    // Commander takes any word: behind an empty variable, `--dry-run` would be the reference of a payment.
    if (OPTION.test(typed)) throw new CommanderError(1, 'commander.optionMissingArgument', `option '${long}'`);
    return flag.read(typed, earlier, long, text);
  });
  if (flag.preset !== undefined) option.preset(flag.preset);
  if (flag.source !== undefined) sources.set(option, flag.source);
  return option;
}

function argumentsOf(taken: Arguments, text: Catalogue): Argument[] {
  return Object.values(taken).map((one) => {
    const { value, description } = valueHelp(one.help(text));
    const words = one.isRepeated === true ? `${value}...` : value;
    const argument = new Argument(one.isSure ? `<${words}>` : `[${words}]`, description);
    argument.argParser<unknown>((typed, earlier) => one.read(typed, earlier, value.toUpperCase(), text));
    if (one.source !== undefined) sources.set(argument, one.source);
    return argument;
  });
}
