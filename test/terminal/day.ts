import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runCli, temporaryFolder } from '../support/cli.ts';
import type { Language } from '../../src/cli/text/translate.ts';
import { HISTORY, startTestService, type RunningTestService } from '../support/service.ts';
import { LOOKS, nameOf, type Look } from './looks.ts';
import { withoutColours } from './screen.ts';
import { openTerminal, shownInProcess, type TerminalSession } from './terminal.ts';

/** Lines of the terminal: so many that only the test of the pager needs one. */
const ROWS = 60;

const RUN_ID = /\br-\d{8}-[a-z0-9]{4}\b/g;

/** A person at work: what they type, and what they see. */
export interface Day {
  readonly service: RunningTestService;
  /** The working folder and the folder of their files. */
  readonly folder: string;
  readonly language: Language;
  /**
   * Types a command and its answers, and records the final screen and the exit code. RUN is replaced by the last run of
   * payouts.
   */
  types(command: string, meanwhile?: (session: TerminalSession) => Promise<void>): Promise<void>;
  /** Records the screen when an expected text appeared. */
  sees(session: TerminalSession): void;
  /** Records an event elsewhere. */
  happens(what: string): void;
}

interface DaySettings {
  /** Without a stored profile: for a login. */
  readonly isNew?: boolean;
  /**
   * Where lines are replaced while a person watches or chooses: in the first look, the day is lived without colours,
   * too. What is printed once: test/cli/every-command.test.ts.
   */
  readonly isPlainToo?: boolean;
  /** The first look is a real terminal throughout. One day is: more would show the same of a terminal. */
  readonly isReal?: boolean;
}

/**
 * A test per terminal: the recorded day must be the golden one. Commands that ask nothing run in this process, unless
 * the day is real. Without colours, the text must be the same.
 */
export function inEveryLook(name: string, live: (day: Day) => Promise<void>, settings: DaySettings = {}): void {
  it.each(
    LOOKS.map((look, index) => ({
      look,
      title: nameOf(look),
      isPlainToo: index === 0 && settings.isPlainToo === true,
    })),
  )(`${name}, $title`, async ({ look, isPlainToo }) => {
    const coloured = await notesOf(live, look, true, settings);
    if (isPlainToo) expect(await notesOf(live, look, false, settings)).toBe(withoutColours(coloured));
    await expect(coloured).toMatchFileSnapshot(`screens/${name}.${nameOf(look)}.txt`);
  });
}

async function notesOf(
  live: (day: Day) => Promise<void>,
  look: Look,
  isColoured: boolean,
  { isNew = false, isReal: isRealDay = false }: DaySettings,
): Promise<string> {
  const { columns, language } = look;
  const isReal = isRealDay && look === LOOKS[0] && isColoured;
  const service = await startTestService({ ...HISTORY, cache: false });
  // Its name is on screens, and as long everywhere.
  const folder = temporaryFolder('/tmp');
  if (!isReal) {
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
    vi.stubEnv('TZ', 'America/Sao_Paulo');
  }
  const configuration = join(folder, 'config');
  const environment = { PIX_CONFIG_DIR: configuration, PIX_LANG: language, ...(!isColoured && { NO_COLOR: '1' }) };
  if (!isNew) {
    const argv = ['auth', 'login', '-p', 'mock', '--no-keychain', '--base-url', service.url];
    const login = await runCli(argv, { environment: { PIX_CONFIG_DIR: configuration }, stdin: service.keyOf() });
    expect(login.stderr).toContain('mock');
    expect(login.exitCode).toBe(0);
  }
  const noted: string[] = [];
  const runsSeen = new Set<string>();
  /** Replaces values that no seed determines: port, folder, and run ids, which are unique. All keep their width. */
  const masked = (text: string) => {
    const { port } = new URL(service.url);
    const zeros = (word: string) => word.replace(/[^-/.:]{4,6}$/, (end) => '0'.repeat(end.length));
    // With its colon: the same digits may be part of a key.
    const made = [`:${port}`, folder, ...runsSeen];
    return made.reduce((left, word) => replaceDrawn(left, word, zeros(word)), text);
  };
  await live({
    service,
    folder,
    language,
    async types(command, meanwhile) {
      const argv = words(command)
        .slice(1)
        .map((word) => (word === 'RUN' ? ([...runsSeen].at(-1) ?? word) : word));
      const now = service.clock.now();
      const size = { columns, rows: ROWS };
      let shown: { readonly screen: string; readonly exitCode: number };
      if (isReal || meanwhile !== undefined) {
        const clock = { PIX_TEST_TIME: String(now) };
        const session = openTerminal(argv, { ...size, folder, environment: { ...environment, ...clock } });
        await meanwhile?.(session);
        const exitCode = await session.ended();
        shown = { screen: session.screen(), exitCode };
      } else {
        shown = await shownInProcess(argv, { ...size, now, environment: { ...environment, HOME: folder } });
      }
      noted.push(`$ ${command}\n${shown.screen}[${shown.exitCode}]\n`);
      for (const [run] of shown.screen.matchAll(RUN_ID)) runsSeen.add(run);
    },
    sees(session) {
      noted.push(`~\n${session.screenShown()}`);
    },
    happens(what) {
      noted.push(`# ${what}\n`);
    },
  });
  return masked(noted.join('\n'));
}

/** Splits like a shell, for words and double quotation marks. */
function words(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Text that the screen wraps, with possible line breaks in between. */
const BREAK = '\\n(?:·.*\\n)?↪';

/** Replaces a text by another of the same length, which the screen may have wrapped. */
function replaceDrawn(screen: string, from: string, to: string): string {
  return screen.replaceAll(new RegExp(Array.from(from).join(`(?:${BREAK})?`), 'g'), (found) => {
    const letters = Array.from(to);
    return found.replaceAll(new RegExp(`${BREAK}|.`, 'g'), (part) =>
      part.length > 1 ? part : (letters.shift() ?? ''),
    );
  });
}
