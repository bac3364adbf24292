import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { load } from './load.ts';
import { median, type Measurement } from './measurement.ts';
import { spawnService, type SpawnedService } from './spawn-service.ts';

const PEERS = ['@stoplight/prism-cli@5', 'json-server@0.17'];
const BALANCE = '/api/v1/user/balance';
const ANSWERS = 2_000;
const ROUNDS = 5;

interface Peer {
  readonly name: string;
  readonly program: string;
  readonly path: string;
  readonly argumentsFor: (port: number) => readonly string[];
}

/** Other mock servers, installed into a temporary folder: the rate of each, and ours. */
export async function measurePeers(folder: string): Promise<readonly Measurement[]> {
  const home = join(folder, 'peers');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, ...PEERS]);
  const service = await spawnService({});
  try {
    const measurements: Measurement[] = [];
    for (const peer of await peersIn(home, service)) measurements.push(...(await compare(peer, home, service)));
    return measurements;
  } finally {
    await service.stop();
  }
}

async function peersIn(home: string, { url, key }: SpawnedService): Promise<readonly Peer[]> {
  const document = join(home, 'openapi.json');
  const database = join(home, 'database.json');
  await writeFile(document, await (await fetch(`${url}/openapi.json`)).text());
  const balance = await (await fetch(url + BALANCE, { headers: { 'X-API-Key': key } })).text();
  await writeFile(database, `{ "balance": ${balance} }`);
  return [
    {
      name: 'Prism',
      program: '@stoplight/prism-cli/dist/index.js',
      path: BALANCE,
      argumentsFor: (port) => ['mock', document, '--port', String(port), '--verboseLevel', 'silent'],
    },
    {
      name: 'json-server',
      program: 'json-server/lib/cli/bin.js',
      path: '/balance',
      argumentsFor: (port) => [database, '--port', String(port), '--quiet'],
    },
  ];
}

async function compare(peer: Peer, home: string, service: SpawnedService): Promise<readonly Measurement[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const program = join(home, 'node_modules', peer.program);
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  const child = spawn(process.execPath, [program, ...peer.argumentsFor(port)], options);
  try {
    await answered(url + peer.path, service.key);
    const startMs = performance.now() - startedAt;
    const ratios: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      ratios.push((await rate(service.url, BALANCE, service.key)) / (await rate(url, peer.path, service.key)));
    }
    return [
      { name: `start of ${peer.name} to the first answer`, value: startMs, unit: 'ms' },
      { name: `GET balance against ${peer.name}`, value: median(ratios.slice(1)), unit: '×' },
    ];
  } finally {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  }
}

async function rate(url: string, path: string, key: string): Promise<number> {
  const request = { method: 'GET', path, headers: { 'X-API-Key': key, Accept: 'application/json' } };
  return (await load(url, { connections: 50, request: () => request, answers: ANSWERS })).answersPerSecond;
}

async function answered(url: string, key: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const answer = await fetch(url, { headers: { 'X-API-Key': key } }).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(20);
  }
  throw new Error(`${url} did not answer`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new TypeError('there is no port');
  return address.port;
}
