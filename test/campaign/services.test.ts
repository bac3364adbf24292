import { expect, it } from 'vitest';
import { linesWith } from '../cli/every-line.ts';
import { Scene } from '../cli/every-scene.ts';
import type { CliRun } from '../support/cli.ts';
import { Dice } from './attack/dice.ts';
import { HostileService } from './hostile/hostile-service.ts';

/** `npm run campaign -- --only services` has many. */
const SERVICES = Number(process.env['CAMPAIGN_HOSTILE_SERVICES'] ?? 1);
const FIRST_SEED = Number(process.env['CAMPAIGN_FIRST_SEED'] ?? 1);
const IS_CAMPAIGN = process.env['CAMPAIGN_HOSTILE_SERVICES'] !== undefined;
const PATIENCE_MS = 60_000;
const EXIT_CODES = [0, 1, 2, 3, 4, 5, 6];
/** Sequences, and the characters that are written for themselves, which `pix` itself never writes. */
const EVIL =
  /\u001b\](?!8;;\u001b)|\u001b\[66|\u001b\\|[\u0000\u0007\b\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f]/;
const FORMATS = [[], [], ['-o', 'json'], ['-o', 'csv'], ['-o', 'ndjson'], ['-o', 'tsv'], ['--verbose']];

function problemsOf(line: string, isTerminal: boolean, ended: CliRun | 'does not end'): string[] {
  if (ended === 'does not end') return [ended];
  const { exitCode, stdout, stderr } = ended;
  // What a service has sent is passed on to another program as it came.
  const isRaw = line.startsWith('api') && !isTerminal;
  // A cell may have several lines.
  const output = line.includes('-o csv') ? stdout.replaceAll(/"[^"]*"/g, (cell) => cell.replaceAll('\n', ' ')) : stdout;
  const shown = (isRaw ? '' : output) + stderr;
  const isVerbose = line.includes('--verbose');
  return [
    ...(EXIT_CODES.includes(exitCode) ? [] : [`ended with ${exitCode}`]),
    ...(/unexpected error in pix|TypeError|RangeError|is not a function|\[object|NaN/.test(shown) &&
    !shown.includes('no answer was given')
      ? ['an error of its own']
      : []),
    ...(!isVerbose && /^\s+at /m.test(stderr) ? ['a stack'] : []),
    ...(EVIL.test(shown) || (!isTerminal && CONTROLS.test(shown.replaceAll('\r\n', '\n'))) ? ['evil characters'] : []),
    ...(/^EVIL-LINE/m.test(shown) ? ['a line of the service'] : []),
    ...(exitCode !== 0 && stderr === '' ? ['no word of an error'] : []),
  ].map(
    (problem) =>
      `${problem}: exit code ${exitCode}\n${JSON.stringify(stdout.slice(0, 1500))}\n${JSON.stringify(stderr.slice(-1500))}`,
  );
}

it(
  'no answer of a service reaches the terminal, breaks a command, or keeps it from ending',
  async () => {
    const problems: Record<string, readonly string[]> = {};
    const met = new Map<string, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SERVICES; seed += 1) {
      const dice = new Dice(seed);
      let hostile: HostileService | undefined;
      const scene = await Scene.open({ payments: 30, withdraws: 8 }, async (url) => {
        hostile = await HostileService.before(url);
        return hostile.url;
      });
      if (hostile === undefined) throw new Error('nothing stands before the service');
      for (const [index, line] of linesWith(seed, IS_CAMPAIGN).entries()) {
        const isTerminal = dice.chance(0.3);
        const format = dice.pick(FORMATS);
        const command = await scene.prepared(line, '--timeout', '1', ...format).catch(() => undefined);
        if (command === undefined) continue;
        // Texts have the most ways to a screen.
        hostile.turn(seed * 1_000 + index, dice.chance(0.5) ? 'evil texts everywhere' : undefined);
        const late = new Promise<'does not end'>((resolve) =>
          setTimeout(() => resolve('does not end'), PATIENCE_MS).unref(),
        );
        const ended = await Promise.race([command({ isTerminal }), late]);
        const found = problemsOf([line, ...format].join(' '), isTerminal, ended);
        if (hostile.isAskedWithoutEnd) found.push('asks without end');
        hostile.calm();
        if (found.length > 0)
          problems[`seed ${seed}, ${line} ${format.join(' ')}${isTerminal ? ' (terminal)' : ''}`] = found;
      }
      for (const [name, times] of hostile.met) met.set(name, (met.get(name) ?? 0) + times);
    }
    if (IS_CAMPAIGN) {
      for (const [name, times] of met) console.log(`${times} × ${name}`);
    }
    expect(problems).toEqual({});
  },
  SERVICES * 10 * PATIENCE_MS,
);
