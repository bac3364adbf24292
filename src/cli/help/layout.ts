import type { Command, Help } from 'commander';
import { examplesOf } from '../declarations/declaring.ts';
import type { Catalogue } from '../text/translate.ts';

const INDENT = '  ';

/**
 * Help that teaches: what the command is, how it looks in use, then what it takes. The options that all commands take
 * come last, and are explained by `pix --help` alone.
 *
 * @param topics names and summaries, for the root
 */
export function helpLayout(
  text: Catalogue,
  globals: ReadonlySet<string>,
  topics: readonly (readonly [name: string, summary: string])[],
) {
  const { headings, placeholders, explainedByRoot } = text.help;

  return function formatHelp(command: Command, helper: Help): string {
    const isRoot = command.parent === null;
    const { helpWidth: width = 0 } = helper;
    const subcommands = helper.visibleCommands(command);
    const options = helper.visibleOptions(command);
    const isGlobal = ({ long }: { long?: string | undefined }) => globals.has(long ?? '');
    const own = options.filter((option) => !isGlobal(option));
    const common = options.filter(isGlobal);
    const usage = helper
      .commandUsage(command)
      .replaceAll('[options]', placeholders.options)
      .replaceAll('[command]', placeholders.command);

    const rows = {
      commands: subcommands.map((one) => [helper.subcommandTerm(one), helper.subcommandDescription(one)] as const),
      arguments: helper.visibleArguments(command).map((one) => [one.name(), one.description] as const),
      options: own.map((one) => [helper.optionTerm(one), one.description] as const),
      global: isRoot ? common.map((one) => [helper.optionTerm(one), one.description] as const) : [],
      topics: isRoot ? topics : [],
    };
    const termWidth = Math.max(0, ...Object.values(rows).flatMap((list) => list.map(([term]) => term.length)));
    const list = (heading: string, items: readonly (readonly [term: string, description: string])[]) =>
      section(
        heading,
        items.map(([term, description]) => helper.formatItem(term, termWidth, description, helper)),
      );

    return [
      `${headings.usage} ${usage}\n`,
      `${helper.boxWrap(helper.commandDescription(command), width)}\n`,
      section(
        headings.examples,
        examplesOf(command).map((line) => `${INDENT}$ ${line}`),
      ),
      list(headings.commands, rows.commands),
      list(headings.arguments, rows.arguments),
      list(headings.options, rows.options),
      list(headings.globalOptions, rows.global),
      ...(isRoot ? [] : [section(explainedByRoot, wrapTerms(common.map(shortTerm), width))]),
      list(headings.topics, rows.topics),
    ]
      .filter((part) => part !== '')
      .join('\n');
  };
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}\n${lines.join('\n')}\n`;
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
