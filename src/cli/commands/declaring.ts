import { Argument, Option, type Command } from 'commander';
import type { Source } from '../completion/source.ts';
import type { Context } from '../context/context.ts';
import type { Fields } from '../output/fields.ts';
import type { OutputFormat } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import type { Catalogue, CommandTexts } from '../text/translate.ts';

/** A command's module, which is loaded only when the command is chosen, to keep start-up fast. */
interface CommandModule<Options, Row> {
  run(context: Context, options: Options, output: Output<Row>): Promise<void>;
}

/** What the fields of a command may depend on. */
interface AskedOutput {
  /** The given options, by commander's names (`dryRun`). */
  readonly options: ReadonlySet<string>;
  /** Undefined during completion, when `--output` is missing. */
  readonly format: OutputFormat | undefined;
}

/** How a command runs and what it prints. Commander's command has its options and arguments. */
export interface Running<Options, Row> {
  readonly load: () => Promise<CommandModule<Options, Row>>;
  /** The names of the arguments among the options. */
  readonly arguments?: readonly (keyof Options & string)[];
  /** Options that are not typed: they distinguish two commands of one module. */
  readonly fixed?: Partial<Options>;
  /** The choices of `--fields`. A command without fields prints a document of its own form. */
  readonly fields?: (asked: AskedOutput) => NoInfer<Fields<Row>> | Promise<NoInfer<Fields<Row>>>;
  /** The same when `--fields` chooses the columns of a file that the command writes. */
  readonly fieldsOfFile?: FieldsSource;
  /** Fields that are printed only on request: pictures are too long for a screen. */
  readonly hiddenFields?: readonly string[];
  /** Whether it shows an account's money: then the screen names the account first. */
  readonly showsMoney?: boolean;
  /** Examples, the same in every language. Tests run each of them. */
  readonly examples?: readonly string[];
}

/** The tools for declaring a command. */
export interface Declaring {
  readonly text: Catalogue;
  /**
   * Whether the command line names a group. Help shows only the summary of other groups, because declaring their
   * commands would take longer than the rest of help.
   */
  readonly isNamed: (group: Command) => boolean;
  /** Registers what runs when the command is chosen. */
  readonly runs: <Options, Row>(command: Command, running: Running<Options, Row>) => Command;
}

/** The exports of `command.ts` in the folder of a command. */
export interface CommandPart {
  /** What it is for: under which heading the first help shows it. */
  readonly helpGroup: keyof Catalogue['help']['groups'];
  readonly texts: CommandTexts;
  readonly declareCommand: (declaring: Declaring) => Command;
}

/** Help for an option or argument that takes a value. */
export interface ValueHelp {
  readonly value: string;
  readonly description: string;
}

const sources = new WeakMap<Option | Argument, Source>();

/** @param source the candidates for completion */
export function valueOption(flags: string, { value, description }: ValueHelp, source?: Source): Option {
  return completed(new Option(`${flags} <${value}>`, description), source);
}

export function requiredArgument({ value, description }: ValueHelp, source?: Source): Argument {
  return completed(new Argument(`<${value}>`, description), source);
}

export function optionalArgument({ value, description }: ValueHelp, source?: Source): Argument {
  return completed(new Argument(`[${value}]`, description), source);
}

function completed<Part extends Option | Argument>(part: Part, source: Source | undefined): Part {
  if (source !== undefined) sources.set(part, source);
  return part;
}

/** The candidates for the value of an option or an argument; undefined for none. */
export function sourceOf(part: Option | Argument | undefined): Source | undefined {
  return part === undefined ? undefined : sources.get(part);
}

/** An option that may be given several times. */
export function repeated(option: Option): Option {
  return option.argParser((value: string, earlier: readonly string[] | undefined) => [...(earlier ?? []), value]);
}

type FieldsSource = (asked: AskedOutput) => Fields | Promise<Fields>;

const fields = new WeakMap<Command, FieldsSource>();

export function withFields(command: Command, source: FieldsSource | undefined): Command {
  if (source !== undefined) fields.set(command, source);
  return command;
}

/** The choices of `--fields`; undefined for a command without fields. */
export function fieldsOf(command: Command): FieldsSource | undefined {
  return fields.get(command);
}

const examples = new WeakMap<Command, readonly string[]>();

export function withExamples(command: Command, lines: readonly string[]): Command {
  examples.set(command, lines);
  return command;
}

export function examplesOf(command: Command): readonly string[] {
  return examples.get(command) ?? [];
}
