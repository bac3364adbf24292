import { usageError } from '../errors/command-error.ts';
import { oneOf } from '../errors/known-words.ts';
import type { Catalogue } from '../text/translate.ts';
import type { Command, Option } from 'commander';
import type { Context } from '../context/context.ts';

/** The position to complete: an option's value, an argument, the name of an option, or a command. */
export interface Slot {
  readonly command: Command;
  readonly kind: 'value' | 'argument' | 'option' | 'command';
  readonly option: Option | undefined;
  /** Earlier arguments of the command. */
  readonly earlier: readonly string[];
  readonly typed: string;
  /** The part of the word before it: `--output=`. */
  readonly before: string;
  readonly given: ReadonlyMap<string, string>;
}

export interface Candidate {
  readonly value: string;
  readonly description?: string;
}

/** Candidates, or file names, which the shell completes itself. */
export type Values = readonly (string | Candidate)[] | 'files';

/** The candidates for a position. Sends no requests, and loads only what it needs. */
export type Source = (context: Context, slot: Slot) => Values | Promise<Values>;

/** A text of the catalogue: one that is missing does not compile. */
export type Words = (text: Catalogue) => string;

/** The two parts of the help of a value: `<amount> the sum of the file`. */
export function valueHelp(help: string): { readonly value: string; readonly description: string } {
  const [, value, description] = /^<([^>]+)> (.+)$/.exec(help) ?? [];
  if (value === undefined || description === undefined) throw new TypeError(`the help names no value: ${help}`);
  return { value, description };
}

/** An argument as errors name it: `AMOUNT`. */
export function argumentName(help: string): string {
  return valueHelp(help).value.toUpperCase();
}

/** A typed value. @param name the option or argument as help shows it: `--limit`, `FILE` */
type Read<Value> = (typed: string, name: string, text: Catalogue) => Value;

export interface Switch<Form extends 'on' | 'off' | 'either' = 'on' | 'off' | 'either'> {
  /** `off` is on by default: `--no-color`; `either` has both forms. */
  readonly form: Form;
  readonly short?: string;
  readonly isAdvanced?: boolean;
  readonly excludes?: readonly string[];
  readonly help: Words;
  readonly helpOfNo?: Words;
}

export interface Valued<Value> {
  readonly form: 'value';
  readonly short?: string;
  readonly isAdvanced?: boolean;
  /** Options that are refused beside it, by their names in code. */
  readonly excludes?: readonly string[];
  readonly help: Words;
  read(typed: string, earlier: Value | undefined, name: string, text: Catalogue): Value;
  readonly source?: Source;
  readonly choices?: readonly string[];
  /** For programs that read help. */
  readonly type: 'text' | 'count' | 'choice';
  readonly isRepeated?: boolean;
  /** The value of an option that may be given without one: `--watch [SECONDS]`. */
  readonly preset?: string;
}

export interface Argument<Value, IsSure extends boolean = boolean> extends Valued<Value> {
  readonly isSure: IsSure;
  /** Words that follow `--`: options among them are not ours. */
  readonly isBehindDashes?: boolean;
}

type Flag = Switch | Valued<unknown>;

/** By their names in code: `dryRun` is `--dry-run`. */
export type Flags = Readonly<Record<string, Flag>>;
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<One> = One extends Valued<infer Value> ? Value : boolean;
type SureNames<Given> = {
  [Name in keyof Given]: Given[Name] extends Switch<'off'> | Argument<unknown, true> ? Name : never;
}[keyof Given];

type ValuesOf<Given> = [Given] extends [never]
  ? object
  : { readonly [Name in SureNames<Given>]: ValueOf<Given[Name]> } & {
      readonly [Name in Exclude<keyof Given, SureNames<Given>>]?: ValueOf<Given[Name]>;
    };

/** What a command receives: the values of its options and arguments. */
export type OptionsOf<
  Command extends { readonly flags?: Flags | undefined; readonly arguments?: Arguments | undefined },
> = ValuesOf<NonNullable<Command['flags']>> & ValuesOf<NonNullable<Command['arguments']>>;

/** `--wait` */
export function flag(help: Words, short?: string): Switch<'on'> {
  return { form: 'on', help, ...(short !== undefined && { short }) };
}

/** `--no-mark` of a flag `mark`, which is on without it. */
export function off(help: Words): Switch<'off'> {
  return { form: 'off', help };
}

/** `--cover-fee` and `--no-cover-fee` of a flag `coverFee`. */
export function either(help: Words, helpOfNo: Words): Switch<'either'> {
  return { form: 'either', help, helpOfNo };
}

/** Options that few runs of a command need: help only names them, and `pix help COMMAND --all` explains them. */
export function advanced<Given extends Flags>(flags: Given): Given {
  return Object.fromEntries(Object.entries(flags).map(([name, one]) => [name, { ...one, isAdvanced: true }])) as Given;
}

type Extras = Pick<Valued<unknown>, 'short' | 'source'>;

/** A value that is read by a function of its own. */
export function parsed<Value>(help: Words, read: Read<Value>, extras: Extras = {}): Valued<Value> {
  return {
    form: 'value',
    type: 'text',
    help,
    read: (typed, _earlier, name, texts) => read(typed, name, texts),
    ...extras,
  };
}

/** A value that the command itself reads. */
export function text(help: Words, source?: Source): Valued<string> {
  return parsed(help, (typed) => typed, source && { source });
}

export function count(
  help: Words,
  { from, to = Infinity, ...extras }: Extras & { readonly from: number; readonly to?: number },
): Valued<number> {
  const read: Read<number> = (typed, name, { usage }) => {
    const number = /^\d{1,15}$/.test(typed) ? Number(typed) : undefined;
    if (number !== undefined && number >= from && number <= to) return number;
    throw usageError('invalid_number', usage.invalidNumber(name, typed, from, to));
  };
  return { ...parsed(help, read, extras), type: 'count' };
}

/** One of some words, in any case. @param choices `code`: of the error for another word */
export function choice<const Value extends string>(
  help: Words,
  { values, code }: { readonly values: readonly Value[]; readonly code: string },
): Valued<Value> {
  const read: Read<Value> = (typed, name, texts) => oneOf(values, typed, name, code, texts);
  return { ...parsed(help, read), type: 'choice', source: () => values, choices: values };
}

export function repeated<Value>(one: Valued<Value>): Valued<readonly Value[]> {
  return {
    ...one,
    isRepeated: true,
    read: (typed, earlier = [], name, texts) => [...earlier, one.read(typed, undefined, name, texts)],
  };
}

/** A filter, which is refused where it is given twice: the last one would win in silence, and rows of the other be missing. */
export function once<Value>(one: Valued<Value>): Valued<Value> {
  return {
    ...one,
    read: (typed, earlier, name, texts) => {
      if (earlier !== undefined) throw usageError('conflicting_options', texts.usage.givenTwice(name));
      return one.read(typed, undefined, name, texts);
    },
  };
}

export function required<Value>(value: Valued<Value>): Argument<Value, true> {
  return { ...value, isSure: true };
}

export function optional<Value>(value: Valued<Value>): Argument<Value, false> {
  return { ...value, isSure: false };
}

/** The words of a command, after `--`. */
export function behindDashes<Value>(value: Valued<Value>): Argument<Value, false> {
  return { ...optional(value), isBehindDashes: true };
}

/** `--dry-run` for `dryRun` */
export function longName(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
