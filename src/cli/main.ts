import { CommanderError } from 'commander';
import packageFacts from '../../package.json' with { type: 'json' };
import { CommandError } from './errors/command-error.ts';
import { createContext } from './context/context.ts';
import { EXIT } from './errors/exit-code.ts';
import { MaskedKeys } from './context/masked-keys.ts';
import type { ExitReport } from './context/exit-report.ts';
import { plainCause } from './errors/plain-cause.ts';
import { preferencesPath, readPreferences, withPreferences } from './context/preferences.ts';
import { preview } from './context/preview.ts';
import { buildProgram, loadCommands, loadTexts } from './program.ts';
import { ClosedPipe, Interruption, processHost, type Host } from './context/host.ts';

/**
 * One request to stop may arrive as several signals: `when-exit`, a dependency of the configuration, sends each of them
 * again.
 */
const ECHO_MS = 1_000;

/**
 * The whole program: from the arguments after `pix` to the exit code.
 *
 * @param given the host: the process itself, or the one of a test
 */
export async function main(argv: readonly string[], given?: Host): Promise<number> {
  let report: ((error: unknown) => number) | undefined;
  const exitReport: ExitReport = { errorFor: undefined, prepare: prepareReport };
  const host = preferring(given ?? processHost(interruptionOfProcess(endAtOnce), endWithoutOutput));
  const { language, format, isVerbose } = preview(argv, host.environment);
  const [commands, text] = await Promise.all([loadCommands(), loadTexts(language)]);
  const maskedKeys = new MaskedKeys();
  maskedKeys.learn([host.environment['PIX_API_KEY'] ?? '']);
  let groupHelp = '';
  const program = buildProgram({
    commands,
    text,
    version: packageFacts.version,
    columns: host.stdout.columns,
    words: argv,
    createContext: (flags) => createContext({ host, flags, text, loadTexts, language, maskedKeys, exitReport }),
    print: (help) => {
      host.stdout.write(help);
    },
    collectError: (errorText) => {
      groupHelp += errorText;
    },
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof ClosedPipe) {
      const unreported = exitReport.errorFor?.(text.errors.outputUnread);
      return unreported === undefined ? EXIT.done : (await prepareReport())(unreported);
    }
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (error instanceof CommanderError && error.code === 'commander.help') {
      // A group without a command: its help was requested.
      host.stdout.write(groupHelp);
      return EXIT.done;
    }
    return (await prepareReport())(await lastReportOf(error));
  }

  /** An unexpected error must not look like one after which the command can be repeated. */
  async function lastReportOf(error: unknown): Promise<unknown> {
    if (exitReport.errorFor === undefined || error instanceof CommandError || error instanceof CommanderError)
      return error;
    const { describeFailure } = await import('./errors/failure.ts');
    return exitReport.errorFor(describeFailure(error, text).message);
  }

  async function prepareReport(): Promise<(error: unknown) => number> {
    const { reportFailure } = await import('./errors/report-failure.ts');
    report ??= (error) => reportFailure(error, { host, program, argv, text, format, isVerbose, maskedKeys });
    return report;
  }

  /** The second request to stop: nothing is awaited any more. */
  function endAtOnce(): never {
    const error = exitReport.errorFor?.(text.errors.interrupted.message);
    process.exit(error === undefined ? EXIT.interrupted : report?.(error));
  }

  /** Incomplete output must not look complete: the exit code reports it, even when `main` has already ended. */
  function endWithoutOutput(cause: Error): void {
    const reason = plainCause(cause, text);
    const error =
      exitReport.errorFor?.(reason) ??
      new CommandError({ ...text.errors.outputLost(reason), code: 'output_lost', exitCode: EXIT.failed });
    void prepareReport().then((report) => process.exit(report(error)));
  }
}

/** The host with settings from `pix config`, which the environment overrides. */
function preferring(host: Host): Host {
  const preferences = readPreferences(preferencesPath(host.environment));
  const environment = withPreferences(host.environment, preferences);
  if (environment === host.environment) return host;
  // Dates are formatted in the time zone of the process.
  if (environment['TZ'] !== host.environment['TZ']) process.env['TZ'] = environment['TZ'];
  return { ...host, environment };
}

/**
 * Aborted by the first Ctrl-C, Ctrl-Break (Windows), SIGTERM or SIGHUP (the terminal was closed), so that commands can finish properly. A
 * second signal ends the process at once.
 */
function interruptionOfProcess(onInsistence: () => never): AbortSignal {
  const controller = new AbortController();
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
