import type { IBufferCell, Terminal } from '@xterm/headless';

const COLOURS = ['k', 'r', 'g', 'y', 'b', 'm', 'c', 'w'];
const BRIGHT = 8;

/**
 * A screen as text, line by line. Each line begins with `│`, or with `↪` after a wrap by the terminal. Below a line
 * with styles, each character's style is shown: a colour's letter, as a capital if it is bold; `*` bold, `-` dim, `_`
 * underlined, `#` inverse.
 */
export function drawn(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, index) => {
    const line = active.getLine(index);
    if (line === undefined) throw new RangeError(`the screen has no line ${index}`);
    const cells = Array.from({ length: line.length }, (__, column) => line.getCell(column)).filter(
      // The second half of a wide character.
      (cell) => cell !== undefined && cell.getWidth() > 0,
    ) as IBufferCell[];
    const looks = cells.map(lookOf).join('').trimEnd();
    return `${line.isWrapped ? '↪' : '│'}${line.translateToString(true).trimEnd()}${looks === '' ? '' : `\n·${looks}`}`;
  });
  return `${lines.join('\n').replace(/(?:\n│)*$/, '')}\n`;
}

/** The same screens on a terminal without colours. */
export const withoutColours = (screens: string): string => screens.replaceAll(/^·.*\n/gm, '');

function lookOf(cell: IBufferCell): string {
  if (cell.getChars().trim() === '' && cell.isInverse() === 0) return ' ';
  const letter = COLOURS[cell.getFgColor() % BRIGHT];
  const look = cell.isFgPalette() && letter !== undefined ? letter : undefined;
  if (look !== undefined) return cell.isBold() === 0 ? look : look.toUpperCase();
  if (cell.isInverse() !== 0) return '#';
  if (cell.isBold() !== 0) return '*';
  if (cell.isDim() !== 0) return '-';
  return cell.isUnderline() === 0 ? ' ' : '_';
}

/** The text as it was printed, with wrapped lines joined. */
export function written({ buffer: { active } }: Terminal): string {
  const lines = Array.from({ length: active.length }, (_, index) => active.getLine(index));
  return lines
    .map((line, index) => {
      const isFirst = index === 0 || line?.isWrapped === true;
      // A wrapped line is full: a space at its end belongs to it.
      const goesOn = lines[index + 1]?.isWrapped === true;
      return `${isFirst ? '' : '\n'}${line?.translateToString(!goesOn) ?? ''}`;
    })
    .join('');
}
