import { setMaxListeners } from 'node:events';
import { CommanderError } from 'commander';
import packageFacts from '../../package.json' with { type: 'json' };
import { createContext } from './context/context.ts';
import { EXIT, ProgramEnded, commandError, CommandError } from './errors/command-error.ts';
import { MaskedKeys, type ExitReport } from './context/screen.ts';
import { withPreferences } from './context/preferences.ts';
import { loadRoot, namedCommands, sectionsOf } from './commands/table.ts';
import { buildProgram } from './program.ts';
import { loadCatalogue, type Language, chooseLanguage } from './text/translate.ts';
import { ClosedPipe, Interruption, processHost, type Host } from './context/host.ts';
import { plainCause } from './errors/plain-cause.ts';
import type { Reporting } from './errors/report-failure.ts';

/**
 * One request to stop may arrive as several signals: `when-exit`, a dependency of the configuration, sends each of them
 * again.
 */
const ECHO_MS = 1_000;

/** What other programs take for `--version`. */
const VERSION_WORDS: ReadonlySet<string> = new Set(['-v', 'version']);

/**
 * The whole program: from the arguments after `pix` to the exit code.
 *
 * @param typed the arguments
 * @param given the host: the process itself, or the one of a test
 */
export async function main(typed: readonly string[], given?: Host): Promise<number> {
  const argv = typed.length === 1 && VERSION_WORDS.has(typed[0] ?? '') ? ['--version'] : typed;
  const errors = new ErrorReports(() => ({ host, program, text, format, isVerbose, maskedKeys }));
  const host = preferring(given ?? hostOfProcess(errors));
  const { language, format, isVerbose } = preview(argv, host.environment);
  const named = namedCommands(argv);
  const loadTexts = (chosen: Language) => loadCatalogue(chosen, sectionsOf(named));
  const [root, text] = await Promise.all([loadRoot(named), loadTexts(language)]);
  const maskedKeys = new MaskedKeys();
  maskedKeys.learn([host.environment['PIX_API_KEY'] ?? '']);
  const program = buildProgram({
    root,
    text,
    argv,
    version: packageFacts.version,
    columns: host.stdout.columns,
    createContext: (flags) => createContext({ host, flags, text, loadTexts, language, maskedKeys, exitReport: errors }),
    print: (help) => host.stdout.write(help),
    loadAll: async () => ({ root: await loadRoot(), text: await loadCatalogue(language, sectionsOf()) }),
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof ClosedPipe) return errors.outputUnread();
    if (error instanceof ProgramEnded) return error.exitCode;
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')) return EXIT.done;
    return errors.failed(error);
  }
}

/** Its exit code reports lost output even when `main` has already ended. */
function hostOfProcess(errors: ErrorReports): Host {
  const interruption = interruptionOfProcess(() => process.exit(errors.insisted()));
  return processHost(interruption, (cause) => void errors.outputLost(cause).then((exitCode) => process.exit(exitCode)));
}

/** The host with settings from `pix config`, which the environment overrides. */
function preferring(host: Host): Host {
  const environment = withPreferences(host.environment);
  if (environment === host.environment) return host;
  const configured = Object.keys(environment).filter((name) => environment[name] !== host.environment[name]);
  // Dates are formatted in the time zone of the process.
  if (environment['TZ'] !== host.environment['TZ']) process.env['TZ'] = environment['TZ'];
  return { ...host, environment, configured };
}

/**
 * Aborted by the first Ctrl-C, Ctrl-Break (Windows), SIGTERM or SIGHUP (the terminal was closed), so that commands can finish properly. A
 * second signal ends the process at once.
 */
function interruptionOfProcess(onInsistence: () => never): AbortSignal {
  const controller = new AbortController();
  // Node warns of a leak at the eleventh listener, but a listener for each list of each profile is not a leak.
  setMaxListeners(0, controller.signal);
  let abortedAt = 0;
  for (const signal of ['SIGINT', 'SIGBREAK', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        abortedAt = performance.now();
        controller.abort(new Interruption(signal));
      } else if (performance.now() - abortedAt > ECHO_MS) onInsistence();
    });
  }
  return controller.signal;
}

/** Options that are required before the command line is parsed, or when it cannot be. */
function preview(typed: readonly string[], environment: Host['environment']) {
  // What follows "--" is no option of ours.
  const argv = typed.includes('--') ? typed.slice(0, typed.indexOf('--')) : typed;
  const output = valueOf(argv, '--output', 'o')?.toLowerCase();
  const isJson = argv.includes('--json') || output === 'json' || output === 'ndjson';
  return {
    language: chooseLanguage(valueOf(argv, '--lang'), environment),
    // Of errors: JSON if JSON was requested.
    format: isJson ? ('json' as const) : ('text' as const),
    isVerbose: argv.includes('--verbose'),
  };
}

/** The value of an option in any spelling: `--output json`, `--output=json`, `-o json`, `-ojson`, `-qo json`. */
function valueOf(argv: readonly string[], long: string, short?: string): string | undefined {
  for (const [index, argument] of argv.entries()) {
    if (argument === long) return argv[index + 1];
    if (argument.startsWith(`${long}=`)) return argument.slice(long.length + 1);
    // Attached to the letter directly, or after `-q`, the only letter without a value.
    const [, attached] = short === undefined ? [] : (new RegExp(`^-q*${short}(.*)$`, 's').exec(argument) ?? []);
    if (attached !== undefined) return attached === '' ? argv[index + 1] : attached;
  }
  return undefined;
}

/** The errors with which the program ends. Each method prints one on stderr and gives the exit code. */
class ErrorReports implements ExitReport {
  errorFor: ExitReport['errorFor'];
  readonly #reporting: () => Reporting;
  #print: ((error: unknown) => number) | undefined;

  /** @param reporting called when an error is printed, and not before */
  constructor(reporting: () => Reporting) {
    this.#reporting = reporting;
  }

  readonly prepare = async (): Promise<(error: unknown) => number> => {
    const { reportFailure } = await import('./errors/report-failure.ts');
    this.#print ??= (error) => reportFailure(error, this.#reporting());
    return this.#print;
  };

  async failed(error: unknown): Promise<number> {
    const print = await this.prepare();
    return print(await this.#lastReportOf(error));
  }

  /** The reader of the output has gone, which is an error only if money may have moved. */
  async outputUnread(): Promise<number> {
    const error = this.errorFor?.(this.#reporting().text.errors.outputUnread);
    return error === undefined ? EXIT.done : this.failed(error);
  }

  /** Incomplete output must not look complete. */
  async outputLost(cause: Error): Promise<number> {
    const { text } = this.#reporting();
    const reason = plainCause(cause, text);
    const lost = commandError(EXIT.failed, 'output_lost', text.errors.outputLost(reason));
    return this.failed(this.errorFor?.(reason) ?? lost);
  }

  /** The second request to stop: nothing is awaited any more. */
  insisted(): number {
    const { host, text } = this.#reporting();
    const error = this.errorFor?.(text.errors.interrupted.message);
    if (error === undefined) return EXIT.interrupted;
    // The cursor is behind the progress and the ^C of the terminal.
    if (host.stderr.isTerminal) host.stderr.write('\n');
    return this.#print?.(error) ?? EXIT.interrupted;
  }

  /** An unexpected error must not look like one after which the command can be repeated. */
  async #lastReportOf(error: unknown): Promise<unknown> {
    if (this.errorFor === undefined || error instanceof CommandError || error instanceof CommanderError) return error;
    const { describeFailure } = await import('./errors/failure.ts');
    return this.errorFor(describeFailure(error, this.#reporting().text).message);
  }
}
