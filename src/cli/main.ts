import { CommanderError } from 'commander';
import packageFacts from '../../package.json' with { type: 'json' };
import { CommandError } from './errors/command-error.ts';
import { createContext } from './context/context.ts';
import { EXIT } from './errors/exit-code.ts';
import type { LastWords } from './context/exit-report.ts';
import { plainCause } from './errors/plain-cause.ts';
import { preferencesPath, readPreferences, withPreferences } from './context/preferences.ts';
import { preview } from './context/preview.ts';
import { buildProgram } from './program.ts';
import { ClosedPipe, Interruption, processSurroundings, type Surroundings } from './context/host.ts';
import { loadCatalogue } from './text/translate.ts';

/** One wish to stop may come as several signals: `when-exit`, which the configuration loads, sends each of them again. */
const ECHO_MS = 1_000;

/**
 * The whole program: from the arguments after `pix` to the exit code.
 *
 * @param given the surroundings: the process itself, unless a test hands in others
 */
export async function main(argv: readonly string[], given?: Surroundings): Promise<number> {
  let report: ((error: unknown) => number) | undefined;
  const lastWords: LastWords = { complain: undefined, prepare: prepareReport };
  const surroundings = await preferring(
    given ?? processSurroundings(interruptionOfProcess(endAtOnce), endWithoutOutput),
  );
  const { language, format, isVerbose } = preview(argv, surroundings.environment);
  const text = await loadCatalogue(language);
  const knownKeys = new Set([surroundings.environment['PIX_API_KEY'] ?? '']);
  let groupHelp = '';
  const program = buildProgram({
    text,
    version: packageFacts.version,
    columns: surroundings.stdout.columns,
    words: argv,
    createContext: (flags) => createContext({ surroundings, flags, text, language, knownKeys, lastWords }),
    print: (help) => {
      surroundings.stdout.write(help);
    },
    collectComplaint: (complaint) => {
      groupHelp += complaint;
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof ClosedPipe) {
      const untold = lastWords.complain?.(text.failures.outputUnread);
      return untold === undefined ? EXIT.done : (await prepareReport())(untold);
    }
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (error instanceof CommanderError && error.code === 'commander.help') {
      // A group of commands without one of them: its help is what was wanted.
      surroundings.stdout.write(groupHelp);
      return EXIT.done;
    }
    return (await prepareReport())(await lastWordsOf(error));
  }

  /** What nobody has foreseen must not pass for a failure after which the command can be repeated. */
  async function lastWordsOf(error: unknown): Promise<unknown> {
    if (lastWords.complain === undefined || error instanceof CommandError || error instanceof CommanderError)
      return error;
    const { describeFailure } = await import('./errors/failure.ts');
    return lastWords.complain(describeFailure(error, text).message);
  }

  async function prepareReport(): Promise<(error: unknown) => number> {
    const { reportFailure } = await import('./errors/report-failure.ts');
    report ??= (error) => reportFailure(error, { surroundings, program, argv, text, format, isVerbose, knownKeys });
    return report;
  }

  /** At the second wish to stop: nothing is waited for any more. */
  function endAtOnce(): never {
    const error = lastWords.complain?.(text.failures.interrupted.message);
    process.exit(error === undefined ? EXIT.interrupted : report?.(error));
  }

  /** Half an output must not pass for the whole: the exit code has to tell, even when `main` has already ended. */
  function endWithoutOutput(cause: Error): void {
    const reason = plainCause(cause, text);
    const error =
      lastWords.complain?.(reason) ??
      new CommandError({ ...text.failures.outputLost(reason), code: 'output_lost', exitCode: EXIT.failed });
    void prepareReport().then((tell) => process.exit(tell(error)));
  }
}

/** The surroundings as the person wants them: with what `pix config` keeps, below what the environment says. */
async function preferring(surroundings: Surroundings): Promise<Surroundings> {
  const preferences = readPreferences(await preferencesPath(surroundings.environment));
  const environment = withPreferences(surroundings.environment, preferences);
  if (environment === surroundings.environment) return surroundings;
  // Dates are told in the time zone of the process.
  if (environment['TZ'] !== surroundings.environment['TZ']) process.env['TZ'] = environment['TZ'];
  return { ...surroundings, environment };
}

/**
 * Aborted by the first Ctrl-C, SIGTERM or SIGHUP (the terminal was closed), so that commands end in good order. A later
 * one does not wait for that.
 */
function interruptionOfProcess(onInsistence: () => never): AbortSignal {
  const controller = new AbortController();
  let abortedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        abortedAt = performance.now();
        controller.abort(new Interruption(signal));
      } else if (performance.now() - abortedAt > ECHO_MS) onInsistence();
    });
  }
  return controller.signal;
}
