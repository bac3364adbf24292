import { isGroup, type Command, type Group } from '../command/command.ts';
import { GLOBAL_FLAGS } from '../command/global-options.ts';
import { longName, valueHelp, type Argument, type Flags, type Valued } from '../command/options.ts';
import type { Field, FieldKind } from '../output/fields.ts';
import { labelOf } from '../output/sheet.ts';
import type { Catalogue } from '../text/translate.ts';
import { exitCodesOf } from './topics.ts';

/**
 * What a command is, and everything below it, for programs.
 *
 * @param path `pix withdraw create`
 * @param text with the sections of all commands that are described
 */
export async function helpJson(path: string, definition: Command | Group, text: Catalogue, version: string) {
  const command = await describe(path, definition, text);
  const whole = { version, command, globalOptions: optionsOf(GLOBAL_FLAGS, text), exitCodes: exitCodesOf(text) };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

async function describe(path: string, definition: Command | Group, text: Catalogue): Promise<object> {
  const { description, aliases = [], examples = [] } = definition;
  const own: Partial<Command> = isGroup(definition) ? {} : definition;
  const inner = isGroup(definition) ? Object.entries(definition.commands) : [];
  const { fields = own.fieldsOfFile } = own;
  const columns = (await fields?.({ options: new Set(), format: undefined })) ?? [];
  return {
    command: path,
    description: description(text),
    aliases,
    arguments: Object.values(own.arguments ?? {}).map((argument) => argumentOf(argument, text)),
    options: optionsOf(own.flags ?? {}, text),
    columns: columns.map((field) => columnOf(field, text)),
    examples,
    commands: await Promise.all(inner.map(([name, one]) => describe(`${path} ${name}`, one, text))),
  };
}

function argumentOf(argument: Argument<unknown>, text: Catalogue) {
  const { value, description } = valueHelp(argument.help(text));
  return { name: value, description, required: argument.isSure, ...valuesOf(argument) };
}

function valuesOf({ type, isRepeated = false, choices }: Valued<unknown>) {
  return { type, repeatable: isRepeated, choices: choices ?? null };
}

function optionsOf(flags: Flags, text: Catalogue): object[] {
  return Object.entries(flags).flatMap(([name, flag]): object[] => {
    const short = flag.short === undefined ? null : `-${flag.short}`;
    if (flag.form === 'value') {
      const { value, description } = valueHelp(flag.help(text));
      return [{ name: longName(name), short, value, description, ...valuesOf(flag) }];
    }
    const facts = { type: 'flag', repeatable: false, choices: null };
    const on = { name: longName(name), short, value: null, description: flag.help(text), ...facts };
    const no = longName(`no-${name}`);
    if (flag.form === 'off') return [{ ...on, name: no }];
    return flag.helpOfNo === undefined ? [on] : [on, { ...on, name: no, description: flag.helpOfNo(text) }];
  });
}

/** How a machine format contains a value of each kind. */
const TYPES: Readonly<Record<FieldKind, readonly [type: string, unit: string | null]>> = {
  money: ['amount', 'centavos'],
  count: ['count', null],
  ordinal: ['number', null],
  day: ['day', 'YYYY-MM-DD'],
  time: ['time', 'RFC 3339'],
  minute: ['time', 'RFC 3339'],
  age: ['time', 'RFC 3339'],
  duration: ['duration', 'milliseconds'],
  status: ['word', null],
  failure: ['text', null],
  payoutReason: ['text', null],
  word: ['word', null],
  keyType: ['word', null],
  text: ['text', null],
  flag: ['boolean', null],
  data: ['json', null],
};

function columnOf(field: Field, text: Catalogue) {
  const [type, unit] = TYPES[field.kind];
  return { path: field.path, type, unit, label: labelOf(field, { text }) };
}
