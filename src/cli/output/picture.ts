import type { Screen } from '../context/screen.ts';
import { shownLines } from './text-width.ts';

const ESCAPE = '\u001b[';

/** A region of the terminal that is redrawn in place. */
export interface Picture {
  /**
   * @param body cut at its end if the terminal has too few lines
   * @param caption printed below, never cut
   */
  draw(body: string, caption: string): void;
}

/** Writes all lines at once, each over the previous one, so that nothing flickers. */
export function createPicture(screen: Pick<Screen, 'print' | 'rows' | 'columns'>): Picture {
  let linesDrawn = 0;
  let columnsThen = screen.columns;
  return {
    draw(body, caption) {
      const { rows = Infinity, columns } = screen;
      const captionLines = linesOf(caption);
      const lines = [...firstLines(linesOf(body), rows - captionLines.length - 2), '', ...captionLines];
      // After a resize, the terminal has wrapped the lines differently.
      const start =
        columns !== columnsThen ? `${ESCAPE}2J${ESCAPE}H` : linesDrawn > 0 ? `${ESCAPE}${linesDrawn}A\r` : '';
      screen.print(`${start}${lines.map((line) => `${ESCAPE}2K${line}\n`).join('')}${ESCAPE}J`);
      linesDrawn = shownLines(lines, columns);
      columnsThen = columns;
    },
  };
}

function firstLines(lines: readonly string[], maximum: number): readonly string[] {
  return lines.length <= maximum ? lines : [...lines.slice(0, Math.max(0, maximum - 1)), '…'];
}

function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}
