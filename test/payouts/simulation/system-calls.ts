import { spawnSync } from 'node:child_process';

/** What one thread asked of the operating system, in its order. */
export interface SystemCall {
  readonly name: string;
  /** The file or the connection that it was about. */
  readonly subject: string;
  /** The rest of the line, with the beginning of what was written. */
  readonly text: string;
}

const TRACED_CALLS = ['fsync', 'fdatasync', 'pwrite64', 'write', 'writev', 'sendto', 'sendmsg'];
/** More than a page of a database file, so that what is written is seen whole. */
const TEXT_LENGTH = 8_192;

/** Whether this machine has `strace`, and lets it trace. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/** The arguments that have `strace` write the calls of a program and of its threads into a file. */
export function traceArguments(file: string): readonly string[] {
  return ['-f', '-yy', '-s', String(TEXT_LENGTH), '-e', `trace=${TRACED_CALLS.join(',')}`, '-o', file];
}

/**
 * @param trace what `strace` wrote. Its lines begin with the thread; the first is that in which the program began, and
 *   calls of one thread stand in their order, whether or not others came in between
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
