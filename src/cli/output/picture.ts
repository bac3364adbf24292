import type { Screen } from '../context/screen.ts';
import { textWidth } from './text-width.ts';

const ESCAPE = '\u001b[';

/** Something that is redrawn in its own place on the terminal. */
export interface Picture {
  /**
   * @param body cut at its end where the terminal has too few lines
   * @param caption below it, never cut
   */
  draw(body: string, caption: string): void;
}

/** Draws in one piece, and line over line, so that nothing flickers. */
export function createPicture(screen: Pick<Screen, 'print' | 'rows' | 'columns'>): Picture {
  let linesDrawn = 0;
  let columnsThen = screen.columns;
  return {
    draw(body, caption) {
      const { rows = Infinity, columns } = screen;
      const captionLines = linesOf(caption);
      const lines = [...firstLines(linesOf(body), rows - captionLines.length - 2), '', ...captionLines];
      // A terminal of another width has broken the lines in other places.
      const start =
        columns !== columnsThen ? `${ESCAPE}2J${ESCAPE}H` : linesDrawn > 0 ? `${ESCAPE}${linesDrawn}A\r` : '';
      screen.print(`${start}${lines.map((line) => `${ESCAPE}2K${line}\n`).join('')}${ESCAPE}J`);
      linesDrawn = lines.reduce(
        (sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / (columns ?? Infinity))),
        0,
      );
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
