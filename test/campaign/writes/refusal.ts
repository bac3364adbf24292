import { traceArguments } from '../../payouts/simulation/system-calls.ts';

/** A call of the system that does not do what a program asks. */
export type Refusal =
  | { readonly call: RefusedCall; readonly error: 'ENOSPC' | 'EIO'; readonly number: number }
  /** A file takes so many bytes, and no more: the write that passes them is torn, and the next one refused. */
  | { readonly fileBytes: number };

/** `write` is left out: pipes, sockets and the threads of Node itself use it. Files of the program are torn instead. */
const REFUSED_CALLS = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'rename', 'unlink', 'mkdir'] as const;
export type RefusedCall = (typeof REFUSED_CALLS)[number];

/** One thread for files beside the main one: `strace` counts the calls of each thread by itself. */
export const ONE_THREAD = { UV_THREADPOOL_SIZE: '1' };

/**
 * The beginning of a command line that refuses one call of the program behind it.
 *
 * @param file shows the refused call
 */
export function refusing(refusal: Refusal, file: string): readonly string[] {
  if ('fileBytes' in refusal) return ['prlimit', `--fsize=${refusal.fileBytes}`];
  const { call, error, number } = refusal;
  const injected = `inject=${call}:error=${error}:when=${number}`;
  return ['strace', '-f', '--seccomp-bpf', '-o', file, '-e', `trace=${call}`, '-e', injected];
}

/** The beginning of a command line that counts the calls of the program behind it. */
export function counting(file: string): readonly string[] {
  return ['strace', '--seccomp-bpf', ...traceArguments(file, REFUSED_CALLS, 1)];
}

/** How many calls of each kind the busiest thread has made. */
export function countsIn(trace: string): Readonly<Record<RefusedCall, number>> {
  const counts = new Map<string, number>();
  for (const [, thread, call] of trace.matchAll(/^(\d+) +(\w+)\(/gm)) {
    const key = `${call} ${thread}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = (call: RefusedCall) =>
    Math.max(0, ...[...counts].filter(([key]) => key.startsWith(`${call} `)).map(([, count]) => count));
  return {
    pwrite64: most('pwrite64'),
    fsync: most('fsync'),
    fdatasync: most('fdatasync'),
    ftruncate: most('ftruncate'),
    rename: most('rename'),
    unlink: most('unlink'),
    mkdir: most('mkdir'),
  };
}

const ERRORS = ['ENOSPC', 'EIO'] as const;
const TORN_SIZES = 60;

/** Every call refused once, with each error, and a disk that is full at each size up to the largest file. */
export function everyRefusal(counts: Readonly<Record<RefusedCall, number>>, largestFileBytes: number): Refusal[] {
  const refused = REFUSED_CALLS.flatMap((call) =>
    ERRORS.flatMap((error) => Array.from({ length: counts[call] }, (_, index) => ({ call, error, number: index + 1 }))),
  );
  const torn = Array.from({ length: TORN_SIZES }, (_, index) => ({
    fileBytes: Math.floor((largestFileBytes * index) / TORN_SIZES),
  }));
  return [...refused, ...torn];
}

export function nameOf(refusal: Refusal): string {
  if ('fileBytes' in refusal) return `files of ${refusal.fileBytes} bytes at most`;
  return `${refusal.call} ${refusal.number} fails with ${refusal.error}`;
}
