import { isNotInstalled } from '../../files/system-error.ts';
import { commandError, usageError, EXIT } from '../errors/command-error.ts';
import type { Context } from '../context/context.ts';
import { withoutControls } from './text-width.ts';

/** The exit code of jq for an invalid expression. */
const NOT_COMPILED = 3;

/**
 * The filter of `--jq`, like `gh`: strings are printed bare, other values as JSON on one line. An invalid expression is refused before the command starts, so nothing is sent.
 *
 * @throws CommandError invalid_jq, jq_not_installed
 */
export async function jsonFilter(expression: string, { screen }: Context): Promise<(json: string) => string> {
  const { text, exitReport, columns } = screen;
  const { loadJq } = await import('jq-wasm').catch((error: unknown) => {
    if (!isNotInstalled(error)) throw error;
    throw commandError(EXIT.failed, 'jq_not_installed', text.usage.jqNotInstalled, { cause: error });
  });
  const jq = await loadJq();
  // Compiled as a function that is never called.
  if (jq.raw('null', `def given: (${expression}\n); empty`).exitCode === NOT_COMPILED) {
    const { stderr } = jq.raw('null', expression);
    throw usageError('invalid_jq', text.usage.invalidJq(expression, plain(stderr)));
  }
  return (json) => {
    const result = jq.raw(json, expression, ['-c']);
    if (result.exitCode !== 0) {
      const errorText = text.usage.jqFailed(plain(result.stderr));
      throw exitReport.errorFor?.(errorText.message) ?? commandError(EXIT.failed, 'jq_failed', errorText);
    }
    if (result.stdout === '') return '';
    const lines = result.stdout.split('\n').map((line) => (line.startsWith('"') ? String(JSON.parse(line)) : line));
    const printed = `${lines.join('\n')}\n`;
    // A service's text must not control a terminal.
    return columns === undefined ? printed : withoutControls(printed);
  };
}

/** Removes jq's position in the input. */
function plain(stderr: string): string {
  const [first = ''] = stderr.split('\n');
  return first.replace(/^jq: error(?: \(at [^)]*\))?: /, '').replace(/ at <top-level>.*$/, '');
}
