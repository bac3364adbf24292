import type { OutputStream } from '../context/host.ts';
import { wrapToWidth } from './text-width.ts';

/** Undefined without a terminal, or with one that reports a width of 0. */
export function terminalColumns({ isTerminal, columns }: OutputStream): number | undefined {
  return isTerminal && columns !== 0 ? columns : undefined;
}

/** The lines of a message on stderr: one in files and pipes; on a terminal wrapped between words. */
export function messageLines(line: string, stderr: OutputStream): string[] {
  return wrapToWidth(line, terminalColumns(stderr) ?? Infinity);
}
