import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { traceArguments } from '../../payouts/simulation/system-calls.ts';
import { linesIn } from '../../support/grouped.ts';

/**
 * What a power cut leaves of a folder: what was synced, and of the rest any part. A write that was not synced may be on
 * the disk, or not, or some of its sectors; so may a name that was given, changed or removed in a folder that was not
 * synced.
 */

/** The smallest part of a write that a disk writes completely or not at all. */
const SECTOR_BYTES = 512;
const CALLS = linesIn(`
  openat | creat | write | pwrite64 | writev | pwritev | ftruncate | fallocate | fsync | fdatasync | rename | renameat
  renameat2 | unlink | unlinkat | mkdir | mkdirat | rmdir | link | linkat | symlink | copy_file_range | sendfile | ioctl
`);
/** Node writes files in chunks of at most this. */
const TEXT_LENGTH = 1_000_000;

/**
 * The beginning of a command line that records what is written. The program stays the child that was started, so that it
 * can be killed.
 */
export function recording(file: string): readonly string[] {
  return ['strace', '-D', '--seccomp-bpf', ...traceArguments(file, CALLS, TEXT_LENGTH)];
}

type Change =
  | { readonly kind: 'bytes'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'size'; readonly size: number };

/** A file: its durable content, and what was done since it was synced. */
class RecordedFile {
  content: Buffer;
  pending: Change[] = [];

  constructor(content: Buffer) {
    this.content = content;
  }

  sync(): void {
    for (const change of this.pending) this.content = changed(this.content, change);
    this.pending = [];
  }

  /** @param isKept whether the next sector, or change of the size, has reached the disk */
  left(isKept: () => boolean): Buffer {
    let content = this.content;
    for (const change of this.pending) {
      const parts = change.kind === 'size' ? [change] : sectorsOf(change.offset, change.bytes);
      for (const part of parts) if (isKept()) content = changed(content, part);
    }
    return content;
  }
}

function sectorsOf(offset: number, bytes: Buffer): Change[] {
  const parts: Change[] = [];
  for (let start = 0; start < bytes.length;) {
    const length = SECTOR_BYTES - ((offset + start) % SECTOR_BYTES);
    parts.push({ kind: 'bytes', offset: offset + start, bytes: bytes.subarray(start, start + length) });
    start += length;
  }
  return parts;
}

function changed(content: Buffer, change: Change): Buffer {
  if (change.kind === 'size') {
    return Buffer.concat([content.subarray(0, change.size), Buffer.alloc(Math.max(0, change.size - content.length))]);
  }
  const end = change.offset + change.bytes.length;
  const next = Buffer.alloc(Math.max(content.length, end));
  content.copy(next);
  change.bytes.copy(next, change.offset);
  return next;
}

/** A change of the names in a folder. */
interface NameChange {
  readonly folder: string;
  readonly apply: (entries: Map<string, RecordedFile | 'folder'>) => void;
}

/** A folder as it was at first, and what a recorded program did to it. */
export class RecordedFolder {
  readonly #root: string;
  /** What a program sees. */
  readonly #seen = new Map<string, RecordedFile | 'folder'>();
  /** The names on the disk. */
  readonly #durable: Map<string, RecordedFile | 'folder'>;
  #pendingNames: NameChange[] = [];
  /** What a call was to change when the program was killed: it may have been done. */
  readonly #unsure = new Set<string>();
  /** Where the next write of a descriptor goes. */
  readonly #offsets = new Map<string, number>();

  /** Whatever is there is on the disk. */
  constructor(root: string) {
    this.#root = root;
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, name);
      this.#seen.set(path, statSync(path).isDirectory() ? 'folder' : new RecordedFile(readFileSync(path)));
    }
    this.#durable = new Map(this.#seen);
  }

  /**
   * Does what a trace shows.
   *
   * @param onSent called with what is sent to a connection, when everything before it was done
   */
  follow(trace: string, onSent: (text: string) => void = () => undefined): void {
    for (const call of callsIn(trace)) this.#perform(call, onSent);
  }

  /**
   * Makes the folder, or a copy of it, what a power cut would leave now.
   *
   * @param isKept of each part that is not synced
   */
  cut(isKept: () => boolean, copy = this.#root): void {
    const names = new Map(this.#durable);
    for (const { apply } of this.#pendingNames) if (isKept()) apply(names);
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy, { mode: 0o700 });
    const isThere = (path: string): boolean =>
      path === this.#root || (names.get(path) === 'folder' && isThere(dirname(path)));
    for (const [path, entry] of [...names].sort(([one], [other]) => one.length - other.length)) {
      // What is in a folder whose name is lost is lost with it. The shared memory of SQLite is no file of a disk.
      if (!isThere(dirname(path)) || path.endsWith('-shm')) continue;
      const to = join(copy, relative(this.#root, path));
      if (entry === 'folder') mkdirSync(to, { mode: 0o700 });
      else writeFileSync(to, entry.left(isKept), { mode: 0o600 });
    }
  }

  /** Where the recorded files are not what the program has left: then the recording lacks a way of writing. */
  deviations(): string[] {
    return [...this.#seen].flatMap(([path, entry]) => {
      if (entry === 'folder' || path.endsWith('-shm') || this.#unsure.has(path)) return [];
      const facts = statSync(path, { throwIfNoEntry: false });
      const isSame = facts?.isFile() === true && readFileSync(path).equals(entry.left(() => true));
      return isSame ? [] : [`${path} is not what was recorded`];
    });
  }

  #perform({ name, path, args, bytes, result, isFinished }: Call, onSent: (text: string) => void): void {
    if (path.startsWith('TCP')) onSent(args);
    const [first = '', second = ''] = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) =>
      String(unescaped(text)),
    );
    const isInside = [path, first, second].some((one) => one.startsWith(`${this.#root}/`) || one === this.#root);
    if (!isInside || result < 0) return;
    if (!isFinished) {
      for (const one of [path, first, second]) this.#unsure.add(one);
      if (!name.endsWith('write64')) return;
    }
    switch (name) {
      case 'openat':
        this.#open(first, args, result);
        return;
      case 'mkdir':
        this.#name(first, (entries) => entries.set(first, 'folder'));
        return;
      case 'unlink':
      case 'rmdir':
        this.#name(first, (entries) => entries.delete(first));
        return;
      case 'rename':
        this.#rename(first, second);
        return;
      case 'write':
      case 'pwrite64':
        this.#write(path, args, bytes ?? Buffer.alloc(0), result, name === 'write');
        return;
      case 'ftruncate':
        this.#file(path).pending.push({ kind: 'size', size: Number(/, (\d+)\)?$/.exec(args)?.[1]) });
        return;
      case 'fsync':
      case 'fdatasync':
        this.#sync(path);
        return;
      default:
        throw new Error(`the recording does not know what this leaves: ${name}(${args.slice(0, 200)}`);
    }
  }

  #open(path: string, args: string, descriptor: number): void {
    this.#offsets.set(`${descriptor}`, 0);
    if (path === '' || path === this.#root || this.#seen.get(path) === 'folder' || !args.includes('O_CREAT')) {
      if (args.includes('O_TRUNC')) this.#file(path).pending.push({ kind: 'size', size: 0 });
      return;
    }
    if (!this.#seen.has(path)) {
      const file = new RecordedFile(Buffer.alloc(0));
      this.#name(path, (entries) => entries.set(path, file));
    } else if (args.includes('O_TRUNC')) {
      this.#file(path).pending.push({ kind: 'size', size: 0 });
    }
  }

  #write(path: string, args: string, bytes: Buffer, written: number, isAtOffset: boolean): void {
    if (path.includes('(deleted)')) return;
    const descriptor = /^(\d+)</.exec(args)?.[1] ?? '';
    const offset = isAtOffset ? (this.#offsets.get(descriptor) ?? 0) : Number(/, (\d+)\)?$/.exec(args)?.[1]);
    this.#file(path).pending.push({ kind: 'bytes', offset, bytes: bytes.subarray(0, written) });
    if (isAtOffset) this.#offsets.set(descriptor, offset + written);
  }

  #file(path: string): RecordedFile {
    const file = this.#seen.get(path);
    if (file === undefined || file === 'folder') throw new Error(`no file was opened at ${path}`);
    return file;
  }

  #name(path: string, apply: NameChange['apply']): void {
    apply(this.#seen);
    this.#pendingNames.push({ folder: dirname(path), apply });
  }

  #rename(from: string, to: string): void {
    const file = this.#file(from);
    this.#name(to, (entries) => {
      entries.delete(from);
      entries.set(to, file);
    });
  }

  #sync(path: string): void {
    const entry = this.#seen.get(path);
    if (entry instanceof RecordedFile) {
      entry.sync();
      return;
    }
    for (const { folder, apply } of this.#pendingNames) if (folder === path) apply(this.#durable);
    this.#pendingNames = this.#pendingNames.filter(({ folder }) => folder !== path);
  }
}

interface Call {
  readonly name: string;
  /** Of the descriptor that it uses. */
  readonly path: string;
  readonly args: string;
  readonly bytes: Buffer | undefined;
  readonly result: number;
  /** Otherwise the program was killed meanwhile. */
  readonly isFinished: boolean;
}

/** Writes are where they began, and syncs where they ended: nothing is durable before. */
function callsIn(trace: string): Call[] {
  const begun = new Map<string, { readonly index: number; readonly line: string }>();
  const calls: (Call | undefined)[] = [];
  for (const line of trace.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(thread, { index: calls.length, line: rest.replace(/ *<unfinished \.\.\.>$/, '') });
      calls.push(undefined);
      continue;
    }
    const earlier = resumed === null ? undefined : begun.get(thread);
    const whole = earlier === undefined ? rest : `${earlier.line}${resumed?.[1] ?? ''}`;
    if (earlier !== undefined) begun.delete(thread);
    // Killed meanwhile.
    const cut = / *(?:<unfinished \.\.\.>)?\)? += \?$/;
    const call = cut.test(whole) ? unfinished(whole.replace(cut, '')) : callOf(whole);
    if (call === undefined) continue;
    if (earlier !== undefined && !call.name.endsWith('sync')) calls[earlier.index] = call;
    else calls.push(call);
  }
  // One that never returned may have done what it was to do.
  for (const { index, line } of begun.values()) calls[index] ??= unfinished(line);
  return calls.flatMap((call) => call ?? []).filter(({ name, isFinished }) => isFinished || !name.endsWith('sync'));
}

function unfinished(line: string): Call | undefined {
  return callOf(`${line}) = ${Number.MAX_SAFE_INTEGER}`, false);
}

function callOf(line: string, isFinished = true): Call | undefined {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+)/s.exec(line) ?? [];
  if (name === '') return undefined;
  const [, path = '', text] = /^\d+<((?:[^>\\]|\\.|->)*)>(?:, "((?:[^"\\]|\\.)*)")?/s.exec(args) ?? [];
  return {
    name,
    path,
    args,
    bytes: text === undefined ? undefined : unescaped(text),
    result: Number(result),
    isFinished,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** The bytes that `strace` shows as in C. */
function unescaped(text: string): Buffer {
  const characters = text.replaceAll(/\\([0-7]{1,3}|.)/gs, (_, escaped: string) =>
    /^[0-7]/.test(escaped) ? String.fromCharCode(parseInt(escaped, 8)) : (ESCAPES[escaped] ?? escaped),
  );
  return Buffer.from(characters, 'latin1');
}
