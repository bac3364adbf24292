import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageFacts from '../../../package.json' with { type: 'json' };
import { loadRoot, sectionsOf } from '../commands/table.ts';
import { buildProgram, type ProgramParts } from '../program.ts';
import { LANGUAGES, loadCatalogue, type Language, type Catalogue } from '../text/translate.ts';
import type { FirstHelp } from './first-help.ts';
import type { Command } from 'commander';
import { definitionOf } from '../command/commander.ts';
import { globalNames, pathOf } from './layout.ts';
import { TOPICS } from '../text/topic-names.ts';
import { topicText } from './topics.ts';

/** On a narrower terminal, and on a wider one, help is laid out when it is asked for. */
const [NARROWEST, WIDEST] = [40, 240];

/** The program without what runs it. */
function programOf(parts: Pick<ProgramParts, 'root' | 'text' | 'columns'>) {
  return buildProgram({
    ...parts,
    version: packageFacts.version,
    createContext: () => {
      throw new Error('help runs no command');
    },
    print: () => undefined,
    loadAll: () => Promise.reject(new Error('help is for people')),
  });
}

/** Lays the first help out for terminals of all usual widths, a file for each language. The build calls it. */
export async function writeFirstHelp(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const root = await loadRoot([]);
  for (const language of LANGUAGES) {
    const text = await loadCatalogue(language, []);
    const byWidth: [number, string][] = [];
    for (let columns = NARROWEST; columns <= WIDEST; columns += 1) {
      const help = programOf({ root, text, columns }).helpInformation();
      if (help !== byWidth.at(-1)?.[1]) byWidth.push([columns, help]);
    }
    writeFileSync(join(folder, `${language}.json`), JSON.stringify(byWidth satisfies FirstHelp));
  }
}

/**
 * Writes all man pages into a folder, during the build. npm installs pages without their language, so those in Portuguese
 * are not listed: `man` finds them below the folder once `MANPATH` names it.
 *
 * @returns the names of the files
 */
export async function writeManPages(folder: string): Promise<readonly string[]> {
  await writePages(join(folder, 'pt_BR', 'man1'), 'pt-BR');
  return writePages(folder, 'en');
}

async function writePages(folder: string, language: Language): Promise<readonly string[]> {
  const [root, text] = await Promise.all([loadRoot(), loadCatalogue(language, sectionsOf())]);
  const program = programOf({ root, text, columns: undefined });
  const pages = manPages(program, text);
  mkdirSync(folder, { recursive: true });
  for (const [name, page] of pages) writeFileSync(join(folder, name), page);
  return [...pages.keys()];
}

/** The rest of eighty columns within the margins of a page. */
const LITERAL_COLUMNS = 72;

/**
 * The manual: a page of section 1 for `pix` and for each command, with the texts of `--help`. Examples come first, as
 * there.
 *
 * @returns pages in roff by file name: `pix-payments-list.1`
 */
function manPages(program: Command, text: Catalogue) {
  // Only the page of `pix` explains them.
  const globals = globalNames(text);
  const [{ placeholders, example, manual, chapters }, { helpHeadings: headings }] = [text.help, text.labels];
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
      `.TH ${quoted(nameOf(command).toUpperCase())} 1 "" ${quoted(`pix ${packageFacts.version}`)} "pix"\n.nh\n`,
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
  return pathOf(command).join('-');
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
    .replaceAll(/[^\t\x20-\x7e]/gu, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `\\[u${code.padStart(4, '0')}]`;
    });
}

function quoted(word: string): string {
  return `"${escaped(word).replaceAll('"', '\\(dq')}"`;
}
