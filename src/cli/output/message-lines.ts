import type { OutputStream } from '../context/host.ts';
import { wrapToWidth } from './text-width.ts';

/** Undefined where there is no terminal, or one that knows no width and says 0. */
export function terminalColumns({ isTerminal, columns }: OutputStream): number | undefined {
  return isTerminal && columns !== 0 ? columns : undefined;
}

/** What a person is told on stderr: a line in files and pipes, on a terminal as many as it takes, broken between words. */
export function messageLines(line: string, stderr: OutputStream): string[] {
  return wrapToWidth(line, terminalColumns(stderr) ?? Infinity);
}
