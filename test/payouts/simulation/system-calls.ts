import { spawnSync } from 'node:child_process';

/** The system calls of one thread, in order. */
export interface SystemCall {
  readonly name: string;
  /** The file or the connection of the call. */
  readonly subject: string;
  /** The rest of the line, with the beginning of written data. */
  readonly text: string;
}

const TRACED_CALLS = ['fsync', 'fdatasync', 'pwrite64', 'write', 'writev', 'sendto', 'sendmsg'];
/** More than a page of a database file, so that written data is complete. */
const TEXT_LENGTH = 8_192;

/** Whether this machine has `strace`, and allows tracing. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/** Arguments that make `strace` write the calls of a program and its threads into a file. */
export function traceArguments(
  file: string,
  calls: readonly string[] = TRACED_CALLS,
  textLength = TEXT_LENGTH,
): readonly string[] {
  return ['-f', '-yy', '-s', String(textLength), '-e', `trace=${calls.join(',')}`, '-o', file];
}

/**
 * @param trace the output of `strace`. Each line begins with the thread; the first is the one in which the program
 *   began, and calls of one thread are in order, whether or not others came in between
 */
export function callsOfMainThread(trace: string): readonly SystemCall[] {
  const lines = trace.split('\n');
  const main = /^(\d+) /.exec(lines[0] ?? '')?.[1];
  return lines.flatMap((line) => {
    const call = /^(\d+) +(\w+)\(\d+<(.*?)>[,)](.*)$/s.exec(line);
    if (call === null || call[1] !== main) return [];
    const [, , name = '', subject = '', text = ''] = call;
    return [{ name, subject, text }];
  });
}
