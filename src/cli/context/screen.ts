import { writeFileSync } from 'node:fs';
import { singleLine } from '../output/text-width.ts';
import type { OutputFormat } from '../text/topic-names.ts';
import { colours, WITHOUT_COLOURS, type Palette } from '../output/palette.ts';
import type { HumanStyle } from '../output/human-value.ts';
import { isAccessible } from './preferences.ts';
import { createStatusLine, type StatusLine, messageLines, terminalColumns } from '../output/status-line.ts';
import type { Catalogue, Language } from '../text/translate.ts';
import type { Host } from './host.ts';
import type { Prompts } from './prompts.ts';
import type { CommandError } from '../errors/command-error.ts';
import { redact } from '../../client/http/redact.ts';

/** Text that looks like a key, but is not a known one: typed in the wrong place, or quoted by a service. */
const KEY_LOOKALIKE = /\b[ps]k_\w{12,}/g;

/** What of the memory goes into a core dump: nothing. Source: https://docs.kernel.org/filesystems/proc.html */
const CORE_DUMP_FILTER = { path: '/proc/self/coredump_filter', nothing: '0' };

export interface GlobalFlags {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly output?: OutputFormat;
  readonly json?: boolean;
  readonly fields?: string;
  /** A jq expression: the filter for the JSON. */
  readonly jq?: string;
  readonly lang?: Language;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly input?: boolean;
  /** Milliseconds per request. */
  readonly timeout?: number;
}

/** The error to report when a command ends early and money may have moved. */
export interface ExitReport {
  /** Builds the error; `reason` is why the command ended. Undefined while there is nothing to report. */
  errorFor: ((reason: string) => CommandError) | undefined;
  /** Loads the modules for reporting in advance, so that it can be done at once. */
  readonly prepare: () => Promise<unknown>;
}

export interface ScreenParts {
  readonly host: Host;
  readonly flags: GlobalFlags;
  readonly text: Catalogue;
  readonly loadTexts: (language: Language) => Promise<Catalogue>;
  readonly language: Language;
  readonly maskedKeys: MaskedKeys;
  readonly exitReport: ExitReport;
}

/** The output of a command: data on stdout, everything else on stderr. Its functions may be destructured. */
export class Screen {
  readonly text: Catalogue;
  readonly language: Language;
  /** For files with a fixed language, whatever the person's is. */
  readonly loadTexts: (language: Language) => Promise<Catalogue>;
  readonly exitReport: ExitReport;
  readonly format: OutputFormat;
  /** Whether stdout is a terminal where earlier output can be replaced. */
  readonly canRedraw: boolean;
  readonly isInteractive: boolean;
  /** Shows a person at a terminal the reason and the end of a wait. */
  readonly showWait: StatusLine['showWait'];
  readonly #parts: ScreenParts;
  readonly #statusLine: StatusLine;
  /** For a screen reader: nothing is redrawn, and signs are words. */
  readonly isSpoken: boolean;
  #filter: ((json: string) => string) | undefined;

  constructor(parts: ScreenParts, statusLine?: StatusLine) {
    const { host, flags, text, loadTexts, language, exitReport } = parts;
    this.#parts = parts;
    const { environment, stdin, stdout, stderr } = host;
    const isDumb = environment['TERM'] === 'dumb';
    this.isSpoken = isAccessible(environment);
    this.text = text;
    this.language = language;
    this.loadTexts = loadTexts;
    this.exitReport = exitReport;
    this.format = flags.output ?? (flags.json === true ? 'json' : stdout.isTerminal ? 'table' : 'tsv');
    this.canRedraw = this.format === 'table' && stdout.isTerminal && !isDumb && !this.isSpoken;
    this.isInteractive = flags.input !== false && stdin.isTerminal && stderr.isTerminal;
    const isShown = stderr.isTerminal && flags.quiet !== true;
    const manner = this.isSpoken ? 'spoken' : isDumb ? 'none' : 'redrawn';
    this.#statusLine = statusLine ?? createStatusLine(stderr, isShown ? manner : 'none', () => host.now());
    this.showWait = this.#statusLine.showWait;
  }

  /** The same screen, with other sentences. */
  saying(text: Catalogue): Screen {
    return new Screen({ ...this.#parts, text }, this.#statusLine);
  }

  /** Columns of stdout; undefined without a terminal. */
  get columns(): number | undefined {
    return this.#parts.host.stdout.columns;
  }

  /** Lines of the terminal of stdout; undefined without one. */
  get rows(): number | undefined {
    return this.#parts.host.stdout.rows;
  }

  /** Colours for stdout, or none. */
  readonly palette = async (): Promise<Palette> => {
    const isColoured = this.format === 'table' && this.#usesColour(this.#parts.host.stdout.isTerminal);
    return isColoured ? colours() : WITHOUT_COLOURS;
  };

  /** How a person sees data on stdout. */
  readonly style = async (): Promise<HumanStyle> => {
    const { messageStyle, columns } = this;
    return { ...messageStyle, columns, palette: await this.palette() };
  };

  /** How a person sees messages on stderr, whose lines are painted as a whole. */
  get messageStyle(): HumanStyle {
    const { text, language, isSpoken } = this;
    const { host } = this.#parts;
    const columns = terminalColumns(host.stderr);
    return { text, language, columns, isSpoken, now: host.now(), palette: WITHOUT_COLOURS };
  }

  /** Writes data to stdout; through a filter, if there is one. The progress line is cleared first. */
  readonly print = (data: string | Uint8Array): void => {
    this.showProgress('');
    const filter = this.#filter;
    if (filter === undefined) this.#parts.host.stdout.write(data);
    else this.#parts.host.stdout.write(filter(typeof data === 'string' ? data : new TextDecoder().decode(data)));
  };

  /** Questions to a person at the terminal. */
  readonly prompts = (): Promise<Prompts> =>
    this.#parts.host.prompts(this.isSpoken ? this.text.labels.spoken : undefined);

  filterWith(filter: (json: string) => string): void {
    this.#filter = filter;
  }

  /**
   * Prints text that may be longer than the terminal, then through the pager.
   *
   * @param paged the text for a pager, which shows its beginning first
   */
  readonly printLong = async (data: string, paged = data): Promise<void> => {
    this.showProgress('');
    const { environment, stdout } = this.#parts.host;
    const isLong = !this.isSpoken && stdout.rows !== undefined && data.split('\n').length > stdout.rows;
    if (isLong && this.#parts.flags.input !== false && environment['TERM'] !== 'dumb') {
      const { pagerCommand } = await import('./external-programs.ts');
      const command = pagerCommand(environment);
      const prompt = this.text.settings.pagerPrompt;
      if (command !== undefined && (await this.#parts.host.page(command, paged, prompt))) return;
    }
    this.print(data);
  };

  /** Prints a message on stderr, on one line without controls, unless `--quiet` is given. */
  readonly notify = (line: string): void => {
    if (this.#parts.flags.quiet !== true) this.warn(line);
  };

  /** Prints a warning on stderr, also with `--quiet`; coloured on a terminal. */
  readonly warn = (line: string, paint?: (line: string) => string): void => {
    const { stderr } = this.#parts.host;
    const lines = messageLines(this.#parts.maskedKeys.mask(singleLine(line)), stderr);
    const isPainted = paint !== undefined && this.#usesColour(stderr.isTerminal);
    const painted = isPainted ? lines.map((part) => paint(part)) : lines;
    this.#statusLine.writeAbove(`${painted.join('\n')}\n`);
  };

  /** Shows the progress on a terminal, replacing the previous line. Output and the end of the command clear it, as does `''`. */
  readonly showProgress = (line: string): void => this.#statusLine.showProgress(singleLine(line));

  /** Follows NO_COLOR and CLICOLOR_FORCE unless the flag is given. */
  #usesColour(isTerminal: boolean): boolean {
    const { NO_COLOR, CLICOLOR_FORCE, TERM } = this.#parts.host.environment;
    if (this.#parts.flags.color === false || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
    if (CLICOLOR_FORCE !== undefined && CLICOLOR_FORCE !== '' && CLICOLOR_FORCE !== '0') return true;
    return isTerminal && TERM !== 'dumb';
  }
}

/** The API keys that stderr never shows: all known keys, and all text that looks like one. */
export class MaskedKeys {
  readonly #known = new Set<string>();

  learn(keys: Iterable<string>): void {
    for (const key of keys) {
      if (key !== '' && this.#known.size === 0) keepOutOfCoreDumps();
      if (key !== '') this.#known.add(key);
    }
  }

  mask(text: string): string {
    return redact(text, [...this.#known, ...(text.match(KEY_LOOKALIKE) ?? [])]);
  }
}

/** On Linux. macOS and Windows write none unless they are told to. */
function keepOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(CORE_DUMP_FILTER.path, CORE_DUMP_FILTER.nothing);
  } catch {
    // A system without it, or a container that forbids it.
  }
}
