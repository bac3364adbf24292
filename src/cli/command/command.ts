import type { Context } from '../context/context.ts';
import type { Field, Fields } from '../output/fields.ts';
import type { OutputFormat } from '../text/topic-names.ts';
import type { Output } from '../output/output.ts';
import type { Arguments, Flags, OptionsOf, Words } from './options.ts';
import type { z } from 'zod';
import type { DocumentedFields } from '../output/documented-fields.ts';

/** What the fields of a command may depend on. */
interface AskedOutput {
  /** The given options, by their names in code (`dryRun`). */
  readonly options: ReadonlySet<string>;
  /** Undefined during completion, when `--output` is missing. */
  readonly format: OutputFormat | undefined;
}

type FieldsSource<Path extends string = string> = (
  asked: AskedOutput,
) => readonly Field<Path>[] | Promise<readonly Field<Path>[]>;

interface Named {
  readonly aliases?: readonly string[];
  readonly description: Words;
  /** Examples, the same in every language. Tests run each of them. */
  readonly examples?: readonly string[];
}

export interface Described<
  Given extends Flags | undefined = Flags,
  Taken extends Arguments | undefined = Arguments,
  Path extends string = string,
> extends Named {
  readonly flags?: Given;
  /** In this order. */
  readonly arguments?: Taken;
  /** The choices of `--fields`. A command without fields prints a document of its own form. */
  readonly fields?: FieldsSource<Path>;
  /** The same when `--fields` chooses the columns of a file that the command writes. */
  readonly fieldsOfFile?: FieldsSource;
  /** Fields that are printed only on request: pictures are too long for a screen. */
  readonly hiddenFields?: readonly NoInfer<Path>[];
  /** Whether it shows an account's money: then the screen names the account first. */
  readonly showsMoney?: boolean;
}

/** A command's module, which is loaded only when the command is chosen, to keep start-up fast. */
export interface CommandModule<Options, Row> {
  readonly run: (context: Context, options: Options, output: Output<Row>) => Promise<void>;
}

/** What runs a command: it receives the options that `Declared` declares, and prints rows. */
export type Run<Declared extends Pick<Command, 'flags' | 'arguments'>, Row = never> = CommandModule<
  OptionsOf<Declared>,
  Row
>['run'];

export interface Command extends Described<Flags | undefined, Arguments | undefined> {
  /** A method takes any options: `running` has compared them with what is declared. */
  readonly load: () => Promise<{ run(...given: Parameters<CommandModule<object, unknown>['run']>): Promise<void> }>;
}

export interface Group extends Named {
  /** By their names, in the order of help. */
  readonly commands: Readonly<Record<string, Command | Group>>;
}

/** The data of a command. Its options are typed by `OptionsOf<typeof data>`. */
export function command<
  const Given extends Flags | undefined = undefined,
  const Taken extends Arguments | undefined = undefined,
  const Path extends string = never,
>(described: Described<Given, Taken, Path>): Described<Given, Taken, Path> {
  return described;
}

type PathsOf<Row> = Fields<Row>[number]['path'];

/** Says what runs a command: its options are those that are declared, and its fields are those of the rows. */
export function running<
  const Given extends Flags | undefined = undefined,
  const Taken extends Arguments | undefined = undefined,
  Row = unknown,
>(
  load: () => Promise<CommandModule<OptionsOf<Described<Given, Taken>>, Row>>,
  described: Described<Given, Taken, NoInfer<PathsOf<Row>>>,
): Command {
  // Commander has parsed and validated what the data declare, and nothing else.
  return { ...described, load };
}

export function isGroup(one: Command | Group): one is Group {
  return 'commands' in one;
}

export function documented<Schema extends z.core.SomeType>(schema: () => Promise<Schema>) {
  return async (): Promise<DocumentedFields<Schema>> => {
    const { documentedFields } = await import('../output/documented-fields.ts');
    return documentedFields<Schema>(await schema());
  };
}
