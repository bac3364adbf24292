import type { Command, Help, Option } from 'commander';
import { definitionOf } from '../command/commander.ts';
import { isGroup } from '../command/command.ts';
import { globalOptions } from '../command/global-options.ts';
import { TOPICS } from '../text/topic-names.ts';
import { wrapToWidth } from '../output/text-width.ts';
import { longName } from '../command/options.ts';
import type { Catalogue } from '../text/translate.ts';
import { termLines, type Term } from './topics.ts';

const INDENT = '  ';

/** Names of the options of every command, which only `pix help options` explains. */
export function globalNames(catalogue: Catalogue): ReadonlySet<string> {
  return new Set([...globalOptions(catalogue).map(({ long }) => long ?? ''), '--help', '--version']);
}

/** `['pix', 'payments', 'list']` */
export function pathOf(command: Command): string[] {
  return [...(command.parent === null ? [] : pathOf(command.parent)), command.name()];
}

/** Layout of help: what the command does, examples, then its options, those of every day first, or all explained. */
export function helpLayout(text: Catalogue, explainsAll = false) {
  const { helpHeadings: headings, helpGroups: groups } = text.labels;

  /** The first help: a line per command, in groups, so that it fits on one screen. */
  function groupsOf(commands: readonly Command[], width: number): string {
    const shown = commands.filter((one) => one.helpGroup() !== '');
    const column = Math.max(...shown.map((one) => one.name().length));
    return Object.entries(groups)
      .map(([group, heading]) => {
        const terms = shown
          .filter((one) => one.helpGroup() === group)
          .map((one) => [one.name().padEnd(column), one.description()] as const);
        return `${[`${heading}:`, ...termLines(terms, width)].join('\n')}\n`;
      })
      .join('');
  }

  return function formatHelp(command: Command, helper: Help): string {
    const { helpWidth: width = Infinity } = helper;
    const subcommands = helper.visibleCommands(command);
    const section = (heading: string, lines: readonly string[]) =>
      `${[...wrapToWidth(heading, width), ...lines].join('\n')}\n`;
    const listed = (heading: string, lines: readonly string[]) => (lines.length === 0 ? '' : section(heading, lines));
    const list = (heading: string, terms: readonly Term[]) => listed(heading, termLines(terms, width));
    const examples = (definitionOf(command)?.examples ?? []).map((line) => `${INDENT}$ ${text.help.example(line)}`);
    const opening = [
      usageOf(command, helper, width),
      `${wrapToWidth(helper.commandDescription(command), width).join('\n')}\n`,
      ...(command.parent === null ? [] : [listed(headings.examples, examples)]),
    ];
    const commonOptions = section(text.help.globalOptions, []);
    if (command.parent === null) {
      const topicNames = section(text.help.topics(TOPICS.join(', ')), []);
      return [...opening, groupsOf(subcommands, width), commonOptions + topicNames].join('\n');
    }
    const globals = globalNames(text);
    const own = helper.visibleOptions(command).filter(({ long }) => !globals.has(long ?? ''));
    const advanced = advancedNames(command);
    const everyday = own.filter(({ long }) => !advanced.has(long ?? ''));
    const others = own.filter((option) => !everyday.includes(option));
    const explained = (some: readonly Option[]) => some.map((one): Term => [helper.optionTerm(one), one.description]);
    const commands = subcommands.map((one): Term => {
      return [helper.subcommandTerm(one), summaryOf(helper.subcommandDescription(one))];
    });
    const taken = helper.visibleArguments(command).map((one): Term => [one.name(), one.description]);
    const rest = explainsAll
      ? list(headings.advanced, explained(others))
      : listed(text.help.advanced(pathOf(command).slice(1).join(' ')), wrapNames(others, width));
    const lists = [
      list(headings.commands, commands),
      list(headings.arguments, taken),
      list(headings.options, explained(everyday)),
    ];
    return [...opening, ...lists, rest, commonOptions].filter((part) => part !== '').join('\n');
  };

  function usageOf(command: Command, helper: Help, width: number): string {
    const usage = helper
      .commandUsage(command)
      .replaceAll('[options]', text.help.placeholders.options)
      .replaceAll('[command]', text.help.placeholders.command);
    const margin = ' '.repeat(headings.usage.length + 1);
    return `${headings.usage} ${wrapToWidth(usage, width - margin.length).join(`\n${margin}`)}\n`;
  }
}

/** What a command does: how and with what limits is said in its own help. */
function summaryOf(description: string): string {
  return description.split(/[;:] /)[0] ?? description;
}

function advancedNames(command: Command): ReadonlySet<string> {
  const definition = definitionOf(command);
  const flags = definition === undefined || isGroup(definition) ? {} : (definition.flags ?? {});
  const names = Object.entries(flags).filter(([, { isAdvanced }]) => isAdvanced === true);
  return new Set(names.flatMap(([name]) => [longName(name), longName(`no-${name}`)]));
}

function wrapNames(options: readonly Option[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const { long = '' } of options) {
    const longer = line === '' ? INDENT + long : `${line}  ${long}`;
    if (longer.length > width && line !== '') lines.push(line);
    line = longer.length > width ? INDENT + long : longer;
  }
  return line === '' ? lines : [...lines, line];
}
