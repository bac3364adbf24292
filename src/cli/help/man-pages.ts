import type { Command } from 'commander';
import { definitionOf } from '../command/commander.ts';
import type { Catalogue } from '../text/translate.ts';
import { TOPICS } from '../text/topic-names.ts';
import { topicText } from './topics.ts';

/** The rest of eighty columns within the margins of a page. */
const LITERAL_COLUMNS = 72;

/**
 * The manual: a page of section 1 for `pix` and for each command, with the texts of `--help`. Examples come first, as
 * there.
 *
 * @param globals the options of every command, which only the page of `pix` explains
 * @returns pages in roff by file name: `pix-payments-list.1`
 */
export function manPages(program: Command, text: Catalogue, version: string, globals: ReadonlySet<string>) {
  const { headings, placeholders, example, manual, chapters } = text.help;
  const pages = new Map<string, string>();
  visit(program);
  return pages;

  function visit(command: Command): void {
    pages.set(`${nameOf(command)}.1`, page(command));
    for (const inner of subcommands(command)) visit(inner);
  }

  function page(command: Command): string {
    const helper = command.createHelp();
    const isRoot = command.parent === null;
    const options = helper
      .visibleOptions(command)
      .filter(({ long }) => isRoot || !globals.has(long ?? ''))
      .map(({ flags, description }) => [flags, description] as const);
    const inner = subcommands(command);
    const related = [command.parent, ...inner].filter((one) => one !== null).map(nameOf);
    const examples = definitionOf(command)?.examples ?? [];
    const usage = helper.commandUsage(command).replace('[options]', placeholders.options);
    return [
      // Words are not hyphenated: groff knows only how English is.
      `.TH ${quoted(nameOf(command).toUpperCase())} 1 "" ${quoted(`pix ${version}`)} "pix"\n.nh\n`,
      section(manual.name, `${escaped(nameOf(command))} \\- ${escaped(command.description())}`),
      section(manual.synopsis, `\\fB${escaped(usage.replace('[command]', placeholders.command))}\\fR`),
      section(headings.examples, examples.map((line) => literal(example(line))).join('')),
      section(headings.commands, terms(inner.map((one) => [helper.subcommandTerm(one), one.description()]))),
      section(headings.arguments, terms(helper.visibleArguments(command).map((one) => [one.name(), one.description]))),
      section(headings.options, terms(options)),
      ...(isRoot
        ? TOPICS.filter((topic) => topic !== 'options').map((topic) =>
            section(chapters[topic], literal(topicText(topic, text, LITERAL_COLUMNS))),
          )
        : []),
      section(manual.seeAlso, related.map((name) => `\\fB${escaped(name)}\\fR(1)`).join(', ')),
    ].join('');
  }
}

function subcommands(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
}

/** `pix-payments-list` */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)}-${command.name()}`;
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `.SH ${quoted(heading.replace(':', '').toUpperCase())}\n${body.trimEnd()}\n`;
}

function terms(rows: readonly (readonly [term: string, description: string])[]): string {
  return rows.map(([term, description]) => `.TP\n\\fB${escaped(term)}\\fR\n${escaped(description)}\n`).join('');
}

/** Lines that are not reformatted. */
function literal(block: string): string {
  return `.PP\n.nf\n${block.trimEnd().split('\n').map(escaped).join('\n')}\n.fi\n`;
}

/** Text without meaning to roff: no escapes, no requests at the start of a line, hyphens that can be copied, ASCII. */
function escaped(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
    .replaceAll(/[^\t\x20-\x7e]/gu, (character) => `\\[u${hex(character)}]`);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function quoted(word: string): string {
  return `"${escaped(word).replaceAll('"', '\\(dq')}"`;
}
