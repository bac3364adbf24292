import type { OutputStream } from '../context/host.ts';
import { wrapToWidth } from './text-width.ts';

const ERASE_LINE = '\r\u001b[2K';
const COLUMNS_DEFAULT = 80;
const SEPARATOR = ' · ';
/** Room for the cursor and for the ^C that a terminal prints there: a line that wraps could not be cleared. */
const COLUMNS_SPARED = 3;

/** The last line of a terminal, which shows progress and is cleared afterwards. */
export interface StatusLine {
  /** Progress of the work; `''` clears it. */
  readonly showProgress: (line: string) => void;
  /** A wait of all work, which hides the progress; `''` clears it. */
  readonly showWait: (line: string) => void;
  /** Prints permanent lines above it. */
  readonly writeAbove: (lines: string) => void;
}

/** `spoken`: a line of its own now and then, because a screen reader would read each change. */
type Manner = 'redrawn' | 'spoken' | 'none';

const SPOKEN_EVERY_MS = 30_000;

export function createStatusLine(stderr: OutputStream, manner: Manner, now: () => number): StatusLine {
  let progress = '';
  let wait = '';
  let drawn = '';
  let spokenAt: number | undefined;

  function speak(line: string): void {
    if (line === '') return;
    spokenAt ??= now();
    if (now() - spokenAt < SPOKEN_EVERY_MS) return;
    spokenAt = now();
    stderr.write(`${line}\n`);
  }

  function draw(): void {
    // Some terminals report a width of 0.
    const columns = stderr.columns === undefined || stderr.columns === 0 ? COLUMNS_DEFAULT : stderr.columns;
    const line = cutBetweenParts(wait === '' ? progress : wait, columns - COLUMNS_SPARED);
    if (manner === 'spoken') speak(line);
    if (manner !== 'redrawn' || (line === '' && drawn === '')) return;
    drawn = line;
    stderr.write(ERASE_LINE + line);
  }

  return {
    showProgress(line) {
      progress = line;
      draw();
    },
    showWait(line) {
      if (line === wait) return;
      wait = line;
      draw();
    },
    writeAbove(lines) {
      stderr.write(`${drawn === '' ? '' : ERASE_LINE}${lines}${drawn}`);
    },
  };
}

/** Leaves out the last parts of a line that is too long; a part that is too long by itself is cut. */
function cutBetweenParts(line: string, room: number): string {
  if (line.length <= room) return line;
  const end = line.lastIndexOf(SEPARATOR, room);
  return line.slice(0, end > 0 ? end : room);
}

/** Undefined without a terminal, or with one that reports a width of 0. */
export function terminalColumns({ isTerminal, columns }: OutputStream): number | undefined {
  return isTerminal && columns !== 0 ? columns : undefined;
}

/** The lines of a message on stderr: one in files and pipes; on a terminal wrapped between words. */
export function messageLines(line: string, stderr: OutputStream): string[] {
  return wrapToWidth(line, terminalColumns(stderr) ?? Infinity);
}
