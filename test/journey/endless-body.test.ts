import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { API_KEY, jsonError, temporaryFolder } from '../support/cli.ts';
import { runProcess } from '../support/pix-process.ts';
import { wireServer } from '../support/wire.ts';

/** Node itself has some fifty; a body is kept as it came, and once more while it is put together. */
const MEMORY_MIB_MAXIMUM = 350;
const MEBIBYTE = 'x'.repeat(1024 * 1024);
/** The most that it had, of Linux: what Node reports includes what its parent had. */
const MEASURE = `import { readFileSync, writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(process.env.MEMORY_FILE, readFileSync('/proc/self/status')));`;
/** Members of a mebibyte each, one after the other. */
const BOMB = Buffer.concat(Array<Buffer>(512).fill(gzipSync(MEBIBYTE)));

const READ = ['balance'];
const RAW = ['api', 'GET', '/api/v1/user/balance'];
const PAID = ['payments', 'create', '--value', '10,00'];

it.skipIf(process.platform !== 'linux').each<[what: string, argv: readonly string[], exitCode: number]>([
  ['endless', READ, 1],
  ['endless', RAW, 1],
  ['endless', PAID, 5],
  ['compressed', READ, 1],
  ['compressed', RAW, 1],
])('a body that is %s does not fill the memory: pix %j', async (what, argv, exitCode) => {
  const folder = temporaryFolder();
  const { port } = await wireServer((socket) => {
    if (what === 'compressed') {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`);
      socket.end(BOMB);
      return;
    }
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write(MEBIBYTE));
    };
    socket.on('drain', more);
    more();
  });
  const memory = join(folder, 'memory');
  const ended = await runProcess([...argv, '--json'], {
    PIX_CONFIG_DIR: folder,
    PIX_BASE_URL: `http://127.0.0.1:${port}`,
    PIX_API_KEY: API_KEY,
    MEMORY_FILE: memory,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(MEASURE)}`,
  });
  expect([ended.exitCode, jsonError(ended).code !== 'unexpected'], ended.stderr).toEqual([exitCode, true]);
  expect(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(memory, 'utf8'))?.[1]) / 1024).toBeLessThan(MEMORY_MIB_MAXIMUM);
});
