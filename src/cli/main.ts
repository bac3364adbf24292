import { CommanderError } from 'commander';
import packageFacts from '../../package.json' with { type: 'json' };
import { createContext } from './context.ts';
import { EXIT } from './exit-code.ts';
import { preview } from './preview.ts';
import { buildProgram } from './program.ts';
import { ClosedPipe, Interruption, processSurroundings, type Surroundings } from './surroundings.ts';
import { loadCatalogue } from './text/translate.ts';

/** One wish to stop may come as several signals: `when-exit`, which the configuration loads, sends each of them again. */
const ECHO_MS = 1_000;

/**
 * The whole program: from the arguments after `pix` to the exit code.
 *
 * @param surroundings the process itself, unless a test hands in others
 */
export async function main(
  argv: readonly string[],
  surroundings: Surroundings = processSurroundings(interruptionOfProcess(), endWithoutOutput),
): Promise<number> {
  const { language, format, isVerbose } = preview(argv, surroundings.environment);
  const text = await loadCatalogue(language);
  const knownKeys = new Set([surroundings.environment['PIX_API_KEY'] ?? '']);
  let groupHelp = '';
  const program = buildProgram({
    text,
    version: packageFacts.version,
    createContext: (flags) => createContext({ surroundings, flags, text, language, knownKeys }),
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
    if (error instanceof ClosedPipe) return EXIT.done;
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (error instanceof CommanderError && error.code === 'commander.help') {
      // A group of commands without one of them: its help is what was wanted.
      surroundings.stdout.write(groupHelp);
      return EXIT.done;
    }
    const { reportFailure } = await import('./report-failure.ts');
    return reportFailure(error, { surroundings, program, argv, text, format, isVerbose, knownKeys });
  }
}

/** Half an output must not pass for the whole: the exit code has to tell, even when `main` has already ended. */
function endWithoutOutput({ message }: Error): never {
  process.stderr.write(`error: stdout: ${message}\n`);
  process.exit(EXIT.failed);
}

/** Aborted by the first Ctrl-C or SIGTERM, so that commands end in good order. A later one does not wait for that. */
function interruptionOfProcess(): AbortSignal {
  const controller = new AbortController();
  let abortedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        abortedAt = performance.now();
        controller.abort(new Interruption(signal));
      } else if (performance.now() - abortedAt > ECHO_MS) process.exit(EXIT.interrupted);
    });
  }
  return controller.signal;
}
