import type { OutputStream } from '../context/host.ts';

const ERASE_LINE = '\r\u001b[2K';
const COLUMNS_DEFAULT = 80;
/** For the cursor, and for the ^C that a terminal writes there: a line that it broke could not be taken away whole. */
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

/** @param isShown false without a terminal that can clear a line */
export function createStatusLine(stderr: OutputStream, isShown: boolean): StatusLine {
  let progress = '';
  let wait = '';
  let drawn = '';

  function draw(): void {
    // Some terminals report a width of 0.
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
