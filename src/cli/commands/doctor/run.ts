import { namedFolder } from '../../../files/folders.ts';
import { configurationPath } from '../../../client/profiles/profiles-file.ts';
import { CommandError, EXIT } from '../../errors/command-error.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { CHECKS, type Check, type CheckState } from './check.ts';
import { checkConfigFile, checkSettings, checkState, checkTerminal, checkVersion } from './local-checks.ts';
import { checkNetwork } from './network-checks.ts';
import { singleLine } from '../../output/control-characters.ts';
import type { Fields } from '../../output/fields.ts';
import type { Palette } from '../../output/palette.ts';
import type { Output } from '../../output/output.ts';
import { padToWidth, textWidth, wrapToWidth } from '../../output/text-width.ts';
import type { Catalogue } from '../../text/translate.ts';

interface CheckRow extends Omit<Check, 'remedy'> {
  readonly remedy: string | null;
}

export const FIELDS: Fields<CheckRow> = [
  { path: 'check', kind: 'text' },
  { path: 'state', kind: 'text' },
  { path: 'detail', kind: 'text' },
  { path: 'remedy', kind: 'text' },
];

/** What a person reads where all is well. */
const ESSENTIAL: readonly Check['check'][] = ['settings', 'service'];

/** `pix doctor`: a line per check that needs attention; all of them with `--verbose`. A failed check does not stop the others. */
export async function run(context: Context, _flags: object, output: Output<CheckRow>): Promise<void> {
  const { text } = context.screen;
  const isDrawn = output.isForPerson;
  const isVerbose = context.session.flags.verbose === true;
  const palette = await context.screen.palette();
  const checks: Check[] = [];
  for await (const check of examine(context)) {
    const shown = { ...check, detail: singleLine(check.detail) };
    checks.push(shown);
    const needsAttention = check.state === 'warning' || check.state === 'problem';
    if (isDrawn && (isVerbose || needsAttention)) {
      context.screen.print(lineOf(shown, text, palette, context.screen.columns));
    }
  }
  if (isDrawn && !isVerbose) context.screen.print(shortReport(checks, context.screen));
  if (!isDrawn) {
    const rows = checks.map(({ remedy = null, ...check }) => ({ ...check, remedy }));
    const source = { batches: [rows], envelope: (items: readonly unknown[]) => ({ checks: items }), emptyMessage: '' };
    await output.list(source, FIELDS);
  }
  const problems = checks.filter(({ state }) => state === 'problem').map(({ check }) => check);
  if (problems.length === 0) return;
  const errorText = text.doctor.problems(problems.map((name) => text.doctor.checks[name]));
  throw new CommandError({
    ...errorText,
    code: 'doctor_problems',
    exitCode: EXIT.failed,
    details: { checks: problems },
  });
}

function shortReport(checks: readonly Check[], { text, columns = Infinity }: Screen): string {
  const { doctor } = text;
  const flawed = checks.filter(({ state }) => state === 'warning' || state === 'problem');
  const essential = flawed.length > 0 ? [] : checks.filter(({ check }) => ESSENTIAL.includes(check));
  return [
    ...essential.map(({ check, detail }) => `${doctor.checks[check]}: ${detail}`),
    doctor.good(checks.length - flawed.length, checks.length),
  ]
    .flatMap((line) => wrapToWidth(line, columns))
    .map((line) => `${line}\n`)
    .join('');
}

async function* examine(context: Context): AsyncGenerator<Check> {
  const { environment } = context.host;
  const { text } = context.screen;
  yield checkVersion();
  yield checkTerminal(context);
  const file = await checkConfigFile(context, configurationPath(namedFolder(environment)));
  yield file;
  const { checks, settings } = await checkSettings(context);
  yield* checks;
  const done = new Set(['version', 'terminal', file.check, ...checks.map(({ check }) => check)]);
  if (settings === undefined) {
    const left = CHECKS.filter((check) => !done.has(check));
    for (const check of left) yield { check, state: 'skipped', detail: text.doctor.needs.settings };
    return;
  }
  yield await checkState(context, settings);
  yield* checkNetwork(context, settings);
}

const INDENT = '  ';
/** Minimum width of details beside state and name; on narrower terminals they are printed below. */
const DETAIL_COLUMNS_MINIMUM = 28;

function lineOf(
  { check, state, detail, remedy }: Check,
  text: Catalogue,
  palette: Palette,
  columns = Infinity,
): string {
  const { states, checks } = text.doctor;
  const paints: Readonly<Record<CheckState, (text: string) => string>> = {
    ok: palette.good,
    warning: palette.waiting,
    problem: palette.bad,
    skipped: palette.label,
  };
  const width = (words: readonly string[]) => Math.max(...words.map(textWidth));
  const [stateWidth, nameWidth] = [width(Object.values(states)), width(Object.values(checks))];
  const headWidth = stateWidth + nameWidth + 2 * INDENT.length;
  const isBeside = columns - headWidth >= DETAIL_COLUMNS_MINIMUM;
  const margin = ' '.repeat(isBeside ? headWidth : stateWidth + INDENT.length);
  const room = columns - margin.length;
  const head = `${paints[state](padToWidth(states[state], stateWidth))}${INDENT}${checks[check]}`;
  const advice = state === 'ok' || remedy === undefined ? [] : wrapToWidth(`→ ${remedy}`, room);
  const lines = [...wrapToWidth(detail, room), ...advice].join(`\n${margin}`);
  return isBeside ? `${padToWidth(head, headWidth)}${lines}\n` : `${head}\n${margin}${lines}\n`;
}
