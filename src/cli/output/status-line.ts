import type { OutputStream } from '../context/host.ts';

const ERASE_LINE = '\r\u001b[2K';
const COLUMNS_DEFAULT = 80;
/** For the cursor, and for the ^C that a terminal writes there: a line that it broke could not be taken away whole. */
const COLUMNS_SPARED = 3;

/** The last line of a terminal: it tells what is going on, and is taken away again. */
export interface StatusLine {
  /** How far work has come; `''` takes it away. */
  readonly showProgress: (line: string) => void;
  /** What everything waits for, over that; `''` takes it away. */
  readonly showWait: (line: string) => void;
  /** Writes whole lines that stay, above it. */
  readonly writeAbove: (lines: string) => void;
}

/** @param isShown false where there is no terminal that could take a line away */
export function createStatusLine(stderr: OutputStream, isShown: boolean): StatusLine {
  let progress = '';
  let wait = '';
  let drawn = '';

  function draw(): void {
    // A terminal that knows no width says 0.
    const columns = stderr.columns === undefined || stderr.columns === 0 ? COLUMNS_DEFAULT : stderr.columns;
    const line = (wait === '' ? progress : wait).slice(0, columns - COLUMNS_SPARED);
    if (!isShown || (line === '' && drawn === '')) return;
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
