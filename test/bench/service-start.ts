import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { load } from './load.ts';
import { median, type Measurement } from './measurement.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/pix.js', import.meta.url));
const STARTS = 7;
const READS = 5_000;
const ROUNDS = 5;

/** Prints its address as the first line, and gives the same answer to every request. */
const RAW_SERVER = `
  const body = JSON.stringify({ success: true, data: { balance: { total: 1 } } });
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })));`;

const SERVICE = [PROGRAM, 'serve', '--mock', '--port', '0', '--no-rate-limit', '--no-profile', '--json', '--quiet'];
const RAW = ['--eval', RAW_SERVER];

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
  /** From the start of the process to its first answer. */
  readonly firstAnswerMs: number;
}

/** How long the built program takes to answer, for the first time and later, compared with Node.js itself. */
export async function measureStart(): Promise<readonly Measurement[]> {
  const starts: { service: number; raw: number }[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    starts.push({ service: await startAndStop(SERVICE), raw: await startAndStop(RAW) });
  }
  const [service, raw] = [await start(SERVICE), await start(RAW)];
  const rates: { service: number; raw: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    rates.push({ service: await balancesPerSecond(service), raw: await balancesPerSecond(raw) });
  }
  await Promise.all([stop(service), stop(raw)]);
  return [
    { name: 'start to the first answer', value: median(starts.map((each) => each.service)), unit: 'ms' },
    { name: '… of raw node:http', value: median(starts.map((each) => each.raw)), unit: 'ms' },
    { name: 'GET balance', value: median(rates.slice(1).map((each) => each.service)), unit: '/s' },
    {
      name: '… against raw node:http',
      value: median(rates.slice(1).map((each) => each.service / each.raw)),
      unit: '×',
    },
  ];
}

async function start(command: readonly string[]): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, keys = [] } = JSON.parse(line) as { url: string; keys?: { account: string; key: string }[] };
  await (await fetch(`${url}/healthz`)).text();
  const key = keys.find(({ account }) => account === 'demo')?.key ?? '';
  return { child, url, key, firstAnswerMs: performance.now() - startedAt };
}

async function stop({ child }: Started): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

async function startAndStop(command: readonly string[]): Promise<number> {
  const started = await start(command);
  await stop(started);
  return started.firstAnswerMs;
}

async function balancesPerSecond({ url, key }: Started): Promise<number> {
  const request = { method: 'GET', path: '/api/v1/user/balance', headers: { 'X-API-Key': key } };
  return (await load(url, { connections: 50, request: () => request, answers: READS })).answersPerSecond;
}
