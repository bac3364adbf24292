import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runProcess, start } from '../support/pix-process.ts';
import { listen } from '../support/wire.ts';
import { jsonError, runCli, temporaryFolder, failureOf } from '../support/cli.ts';
import { openService, type OpenService } from '../../src/service/service.ts';
import { fakeClock } from '../support/service.ts';
import { eventually } from '../support/hang.ts';

const ROWS = 1_500;

/** Simulates a full disk: writing to a temporary file fails. */
const NO_ROOM = `
  const files = require('node:fs/promises');
  const { open } = files;
  files.open = async (path, ...options) => {
    const file = await open(path, ...options);
    if (!path.endsWith('.part')) return file;
    const full = new Error('ENOSPC: no space left on device, write');
    file.writeFile = () => Promise.reject(Object.assign(full, { code: 'ENOSPC', syscall: 'write' }));
    return file;
  };
  require('node:module').syncBuiltinESMExports();
`;

/** Kills the process when a part of the file has reached the disk. */
const KILLED_WRITING = `
  const files = require('node:fs/promises');
  const { open } = files;
  files.open = async (path, ...options) => {
    const file = await open(path, ...options);
    if (!path.endsWith('.part')) return file;
    const { writeFile } = file;
    file.writeFile = async (data) => {
      await writeFile.call(file, data);
      if (data.length === 0) return;
      await file.sync();
      process.kill(process.pid, 'SIGKILL');
    };
    return file;
  };
  require('node:module').syncBuiltinESMExports();
`;

/** Its history is only read. */
let service: OpenService;
beforeAll(async () => {
  service = await openService({ clock: fakeClock(), rateLimit: false, payments: ROWS, withdraws: 0 });
});
afterAll(() => service.close());

let folder: string;
let out: string;
beforeEach(() => {
  folder = temporaryFolder();
  out = join(folder, 'payments.csv');
});

/** The service on a port. @param isSilent whether a request is never answered */
async function listening(isSilent: (url: URL) => boolean = () => false): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    if (isSilent(url)) return;
    const headers = { 'X-API-Key': String(request.headers['x-api-key']) };
    void Promise.resolve(service.app.fetch(new Request(url, { headers }))).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

const exporting = (path: string) => ['export', 'payments', '--out', path, '--json'];
const environmentOf = (baseUrl: string) => ({
  PIX_BASE_URL: baseUrl,
  PIX_API_KEY: service.keys[0]?.key ?? '',
  PIX_CONFIG_DIR: folder,
});
/** What is not interrupted needs no process of its own. */
const runHere = (path: string, baseUrl: string) => runCli(exporting(path), { environment: environmentOf(baseUrl) });

/** A real process in which a module of Node's is replaced. */
function runReplacing(script: string, baseUrl: string) {
  const path = join(folder, 'replacing.cjs');
  writeFileSync(path, script);
  return runProcess(exporting(out), { ...environmentOf(baseUrl), NODE_OPTIONS: `--require=${path}` });
}

/** The same command resumes, and writes what an uninterrupted one would have written. */
async function expectToGoOn(baseUrl: string): Promise<void> {
  const second = await runHere(out, baseUrl);
  expect(second).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Resuming after ') });
  expect(JSON.parse(second.stdout)).toMatchObject({ resumed: true, proven: true, rows: ROWS, gaps: [] });
  expect(await contentsOf(out)).toEqual(await undisturbedContents(extname(out), baseUrl));
  expect(readdirSync(folder).filter((name) => /part$|pix-export/.test(name))).toEqual([]);
}

const undisturbed = new Map<string, Awaited<ReturnType<typeof contentsOf>>>();

/** Of the file that an export writes without an interruption: always the same. */
async function undisturbedContents(format: string, baseUrl: string) {
  const path = join(folder, `undisturbed${format}`);
  if (!undisturbed.has(format)) {
    expect((await runHere(path, baseUrl)).exitCode).toBe(0);
    undisturbed.set(format, await contentsOf(path));
  }
  return undisturbed.get(format);
}

/** A workbook also contains when it was made. */
async function contentsOf(path: string) {
  const bytes = readFileSync(path);
  return path.endsWith('.xlsx') ? (await readXlsx(bytes)).sheets.map(({ rows }) => rows) : bytes.toString();
}

describe('an export that is killed (SIGKILL)', () => {
  it('leaves no file, and resumes from what was on the disk', async () => {
    let isSilent = true;
    // Pages of the newer half never arrive: those of the older half are stored, and then it waits.
    const isNewer = (query: URLSearchParams) => query.get('limit') === '100' && Number(query.get('offset')) < ROWS / 2;
    const baseUrl = await listening(({ searchParams }) => isSilent && isNewer(searchParams));
    const child = start(exporting(out), environmentOf(baseUrl));
    const exited = once(child, 'exit');
    await eventually(() => expect(statSync(`${out}.pix-export-wal`).size).toBeGreaterThan(50_000));
    child.kill('SIGKILL');
    await exited;
    expect(existsSync(out)).toBe(false);
    isSilent = false;
    await expectToGoOn(baseUrl);
  });

  it.each(['csv', 'xlsx'])('leaves no file while it writes %s, and then writes all of it', async (format) => {
    const baseUrl = await listening();
    out = join(folder, `payments.${format}`);
    await runReplacing(KILLED_WRITING, baseUrl);
    expect(statSync(`${out}.part`).size).toBeGreaterThan(0);
    expect(existsSync(out)).toBe(false);
    await expectToGoOn(baseUrl);
  });
});

describe('an export on a full disk', () => {
  it.runIf(existsSync('/bin/sh'))('reports it while rows are stored, and resumes once there is room', async () => {
    const baseUrl = await listening();
    // No file may exceed one or two hundred kilobytes.
    const limited = ['/bin/sh', '-c', 'ulimit -f 300 && exec "$0" "$@"'];
    const first = await runProcess(exporting(out), environmentOf(baseUrl), '', limited);
    expect([...failureOf(first), existsSync(out)]).toEqual([1, 'file_unwritable', false]);
    expect(jsonError(first).message).toContain(`cannot write ${out}`);
    await expectToGoOn(baseUrl);
  });

  it('reports it while the file is written, and resumes once there is room', async () => {
    const baseUrl = await listening();
    const first = await runReplacing(NO_ROOM, baseUrl);
    expect(failureOf(first)).toEqual([1, 'file_unwritable']);
    expect(jsonError(first).message).toMatch(/the disk is full/);
    expect([existsSync(out), existsSync(`${out}.manifest.json`)]).toEqual([false, false]);
    await expectToGoOn(baseUrl);
  });
});
