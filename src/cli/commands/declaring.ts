import { Argument, Option, type Command } from 'commander';
import type { Source } from '../completion/source.ts';
import type { Context } from '../context/context.ts';
import type { Fields } from '../output/fields.ts';
import type { OutputFormat } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import type { Catalogue, CommandTexts } from '../text/translate.ts';

/** A command's module. It is loaded once the command is chosen, and not before: start-up time counts. */
interface CommandModule<Options, Row> {
  run(context: Context, options: Options, output: Output<Row>): Promise<void>;
}

/** What the fields of a command may depend on. */
interface AskedOutput {
  /** The options that were given, by the names that commander gives them (`dryRun`). */
  readonly options: ReadonlySet<string>;
  /** Undefined for completion, where `--output` does not say. */
  readonly format: OutputFormat | undefined;
}

/** How a command runs and what it prints. Options and arguments stand in commander's own command. */
export interface Running<Options, Row> {
  readonly load: () => Promise<CommandModule<Options, Row>>;
  /** What the arguments are called among the options. */
  readonly arguments?: readonly (keyof Options & string)[];
  /** Options of this command that are not typed: what tells two commands of one module apart. */
  readonly fixed?: Partial<Options>;
  /** What `--fields` chooses from. A command without them prints a document of its own form. */
  readonly fields?: (asked: AskedOutput) => NoInfer<Fields<Row>> | Promise<NoInfer<Fields<Row>>>;
  /** The same where `--fields` chooses the columns of a file: the command reads it, and prints another thing. */
  readonly fieldsOfFile?: FieldsSource;
  /** Fields that are printed only when they are asked for: pictures, that would drown the rest. */
  readonly hiddenFields?: readonly string[];
  /** Whether it shows an account's money: then a person sees whose that is, before the rest. */
  readonly showsMoney?: boolean;
  /** Lines to learn from. They are the same in every language, and tests run each of them. */
  readonly examples?: readonly string[];
}

/** What a declaration is handed. */
export interface Declaring {
  readonly text: Catalogue;
  /**
   * Whether the command line names a group. Of one that it does not name, help shows the summary alone: to declare its
   * commands would take longer than all the rest of help.
   */
  readonly isNamed: (group: Command) => boolean;
  /** Says what a command does once it is chosen. */
  readonly runs: <Options, Row>(command: Command, running: Running<Options, Row>) => Command;
}

/** What `command.ts` in the folder of a command declares. */
export interface CommandPart {
  /** What it is for: under which heading the first help shows it. */
  readonly helpGroup: keyof Catalogue['help']['groups'];
  readonly texts: CommandTexts;
  readonly declareCommand: (declaring: Declaring) => Command;
}

/** The help of an option or argument that takes a value: what the value is called, and what it does. */
export interface ValueHelp {
  readonly value: string;
  readonly description: string;
}

const sources = new WeakMap<Option | Argument, Source>();

/** @param source what completion offers for the value */
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

/** What completion offers for the value of an option or an argument; undefined for nothing. */
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

/** What `--fields` chooses from; undefined where a command has no fields. */
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
