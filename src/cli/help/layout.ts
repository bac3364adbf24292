import type { Command, Help } from 'commander';
import { definitionOf } from '../command/commander.ts';
import { wrapToWidth } from '../output/text-width.ts';
import type { Catalogue } from '../text/translate.ts';
import { termLines, type Term } from './paragraphs.ts';

const INDENT = '  ';

/**
 * Layout of help: what the command does, examples, then its options. Global options come last, and only `pix help
 * options` explains them.
 *
 * @param topics names, for the root
 */
export function helpLayout(text: Catalogue, globals: ReadonlySet<string>, topics: readonly string[]) {
  const { headings, placeholders, explainedByTopic, groups } = text.help;

  /** The first help: a line per command, in groups, so that it fits on one screen. */
  function groupsOf(commands: readonly Command[], width: number): string {
    const summaries: Readonly<Record<string, string>> = text.help.summaries;
    const shown = commands.filter((one) => one.helpGroup() !== '');
    const column = Math.max(...shown.map((one) => one.name().length));
    return Object.entries(groups)
      .map(([group, heading]) => {
        const terms = shown
          .filter((one) => one.helpGroup() === group)
          .map((one) => [one.name().padEnd(column), summaries[one.name()] ?? one.description()] as const);
        return `${[`${heading}:`, ...termLines(terms, width)].join('\n')}\n`;
      })
      .join('');
  }

  return function formatHelp(command: Command, helper: Help): string {
    const { helpWidth: width = Infinity } = helper;
    const options = helper.visibleOptions(command);
    const isGlobal = ({ long }: { long?: string | undefined }) => globals.has(long ?? '');
    const common = options.filter(isGlobal).map(shortTerm);
    const subcommands = helper.visibleCommands(command);

    const section = (heading: string, lines: readonly string[]) =>
      lines.length === 0 ? '' : `${[...wrapToWidth(heading, width), ...lines].join('\n')}\n`;
    const list = (heading: string, terms: readonly Term[]) => section(heading, termLines(terms, width));
    const examples = (definitionOf(command)?.examples ?? []).map((line) => `${INDENT}$ ${line}`);
    const opening = [
      usageOf(command, helper, width),
      `${wrapToWidth(helper.commandDescription(command), width).join('\n')}\n`,
      section(headings.examples, examples),
    ];
    const commonOptions = section(explainedByTopic, wrapTerms(common, width));
    if (command.parent === null) {
      const topicNames = section(headings.topics, wrapTerms(topics, width));
      return [...opening, groupsOf(subcommands, width) + commonOptions + topicNames].join('\n');
    }
    const own = options.filter((option) => !isGlobal(option));
    return [
      ...opening,
      list(
        headings.commands,
        subcommands.map((one) => [helper.subcommandTerm(one), helper.subcommandDescription(one)]),
      ),
      list(
        headings.arguments,
        helper.visibleArguments(command).map((one) => [one.name(), one.description]),
      ),
      list(
        headings.options,
        own.map((one) => [helper.optionTerm(one), one.description]),
      ),
      commonOptions,
    ]
      .filter((part) => part !== '')
      .join('\n');
  };

  function usageOf(command: Command, helper: Help, width: number): string {
    const usage = helper
      .commandUsage(command)
      .replaceAll('[options]', placeholders.options)
      .replaceAll('[command]', placeholders.command);
    const margin = ' '.repeat(headings.usage.length + 1);
    return `${headings.usage} ${wrapToWidth(usage, width - margin.length).join(`\n${margin}`)}\n`;
  }
}

function shortTerm({ short, long }: { short?: string | undefined; long?: string | undefined }): string {
  return [short, long].filter((flag) => flag !== undefined).join(', ');
}

function wrapTerms(terms: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const term of terms) {
    const longer = line === '' ? INDENT + term : `${line}  ${term}`;
    if (longer.length > width && line !== '') lines.push(line);
    line = longer.length > width ? INDENT + term : longer;
  }
  return line === '' ? lines : [...lines, line];
}
