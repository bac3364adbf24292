const LINE_BREAKS = /\r\n|[\r\n]/g;

/** The number of physical lines of a record: one, and one more for each line break within its cells. */
export function countLines(cells: readonly string[]): number {
  let lines = 1;
  for (const cell of cells) {
    if (cell.includes('\n') || cell.includes('\r')) lines += cell.match(LINE_BREAKS)?.length ?? 0;
  }
  return lines;
}
