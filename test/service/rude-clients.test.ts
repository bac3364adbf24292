import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src/service/seed/random.ts';
import { HANG_MS } from '../support/hang.ts';
import { PROGRAM, readyOf } from '../support/pix-process.ts';

/** `npm run campaign -- --only clients` sends many. */
const CLIENTS = Number(process.env['CAMPAIGN_CLIENTS'] ?? 100);
/** Clients at a time. */
const CROWD = 50;
const TIMEOUT_MS = HANG_MS + CLIENTS * 200;

const BODY = JSON.stringify({ value: 20, description: 'a client that may not wait for the answer' });
/** More than the buffers of a connection take. */
const UPLOAD = Buffer.alloc(1024 * 1024, 'x');

interface Target {
  readonly url: URL;
  readonly key: string;
}

async function serve(): Promise<Target & { readonly stderr: () => string; stop: () => Promise<void> }> {
  const flags = ['--port', '0', '--no-profile', '--no-rate-limit', '--no-cache', '--json'];
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--mock', ...flags], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const { url, keyOf } = await readyOf(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: new URL(url), key: keyOf(), stderr: () => stderr, stop };
}

function headOf({ url, key }: Target, request: string, fields: readonly string[]): string {
  return [`${request} HTTP/1.1`, `Host: ${url.host}`, `X-API-Key: ${key}`, ...fields, '', ''].join('\r\n');
}

function creation(target: Target, body: string): string {
  const fields = ['Content-Type: application/json', `Content-Length: ${BODY.length}`];
  return headOf(target, 'POST /api/v1/payment/create', fields) + body;
}

/** What a client does once it is connected. It resolves when the client is gone, or stands still until the end. */
const HABITS: Readonly<
  Record<string, (target: Target, socket: Socket, share: number) => Promise<unknown> | undefined>
> = {
  'goes away in its headers': (target, socket, share) => {
    const head = creation(target, '');
    return sendAndLeave(socket, head.slice(0, Math.max(1, Math.floor(share * head.length) - 4)));
  },
  'goes away in its body': (target, socket, share) =>
    sendAndLeave(socket, creation(target, BODY.slice(0, Math.floor(share * BODY.length)))),
  'goes away in its chunks': (target, socket) => {
    const fields = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    return sendAndLeave(socket, `${headOf(target, 'POST /api/v1/payment/create', fields)}5\r\n{"val\r\n`);
  },
  'resets the connection in its body': async (target, socket) => {
    await written(socket, creation(target, BODY.slice(0, 9)));
    socket.resetAndDestroy();
  },
  'closes its end of the connection in its body': async (target, socket) => {
    const gone = once(socket, 'close');
    socket.resume().end(creation(target, BODY.slice(0, 9)));
    await gone;
  },
  'goes away before the answer': (target, socket) => sendAndLeave(socket, creation(target, BODY)),
  'goes away in an upload': async (target, socket) => {
    const fields = ['Content-Type: application/octet-stream', `Content-Length: ${10 * UPLOAD.length}`];
    socket.write(headOf(target, 'POST /mock/restore', fields));
    await sendAndLeave(socket, UPLOAD);
  },
  'goes away in a download': async (target, socket) => {
    socket.write(headOf(target, 'GET /mock/snapshot', []));
    await once(socket, 'data');
    socket.destroy();
  },
  'drips, and waits for the answer': async (target, socket) => {
    for (const character of creation(target, BODY)) await written(socket, character);
    const [answer]: Buffer[] = await once(socket, 'data');
    expect(answer?.toString()).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  },
  'stalls in its headers': (target, socket) => void socket.write(creation(target, '').slice(0, 40)),
  'stalls in its body': (target, socket) => void socket.write(creation(target, BODY.slice(0, 9))),
  'does not read the answer': (target, socket) => {
    socket.pause();
    socket.write(headOf(target, 'GET /mock/snapshot', []));
    return undefined;
  },
};

function written(socket: Socket, data: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(data, () => resolve()));
}

async function sendAndLeave(socket: Socket, data: string | Buffer): Promise<void> {
  await written(socket, data);
  socket.destroy();
}

it(
  `${CLIENTS} clients that abort, drip or stall leave no line on stderr and no 500`,
  async () => {
    const service = await serve();
    const { url } = service;
    const random = seededRandom(`rude clients ${process.env['CAMPAIGN_FIRST_SEED'] ?? ''}`);
    const names = Object.keys(HABITS);
    const still: Socket[] = [];
    let failed = 0;
    for (let first = 0; first < CLIENTS; first += CROWD) {
      const crowd = Array.from({ length: Math.min(CROWD, CLIENTS - first) }, async (_, index) => {
        const socket = connect(Number(url.port), url.hostname).setNoDelay();
        socket.on('error', () => (failed += 1));
        await once(socket, 'connect');
        const leaving = HABITS[names[(first + index) % names.length]!]!(service, socket, random.fraction());
        if (leaving === undefined) still.push(socket);
        await leaving;
      });
      await Promise.all(crowd);
      // The clients of the crowd before this one have stood still for long enough.
      for (const socket of still.splice(0, Math.max(0, still.length - CROWD))) socket.destroy();
    }
    for (const socket of still) socket.destroy();

    const answer = await fetch(new URL('/mock/requests', url));
    const { data } = (await answer.json()) as { data: { requests: { status: number | null; error: string | null }[] } };
    expect(data.requests.filter(({ status, error }) => status === 500 || error !== null)).toEqual([]);
    expect(data.requests.some(({ status }) => status === null)).toBe(true);
    expect(await (await fetch(new URL('/mock/verify', url))).json()).toMatchObject({ data: { holds: true } });
    await service.stop();
    expect(service.stderr()).toBe('Stopping.\n');
    if (process.env['CAMPAIGN_CLIENTS'] !== undefined) console.log(`${CLIENTS} clients, ${failed} errors of sockets`);
  },
  TIMEOUT_MS,
);
