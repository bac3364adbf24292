import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, inject, it, onTestFinished } from 'vitest';
import { POSTGRES_JOURNAL_SQL, openPostgresJournal } from '../../src/payouts/journal/postgres-journal.ts';
import { systemClock } from '../../src/client/clock.ts';
import { BlockingConnection } from '../../src/sql/postgres/blocking-connection.ts';
import { ConnectionLostError } from '../../src/sql/postgres/errors.ts';
import { ownSchema } from '../support/postgres.ts';

/** A proxy in a thread, because this one sleeps while it waits. It loses the first COMMIT after `armed` is 1, or its answer. */
const PROXY = `
const net = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const { host, port, lost, armed } = workerData;
const server = net.createServer((client) => {
  const upstream = net.connect(port, host);
  let isLost = false;
  const end = () => { client.destroy(); upstream.destroy(); };
  client.on('error', end).on('close', end);
  upstream.on('error', end).on('close', end);
  client.on('data', (bytes) => {
    if (bytes.includes('COMMIT') && Atomics.compareExchange(armed, 0, 1, 0) === 1) {
      if (lost === 'request') return end();
      isLost = true;
    }
    upstream.write(bytes);
  });
  upstream.on('data', (bytes) => isLost ? end() : client.write(bytes));
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

it.each(['request', 'answer'] as const)('knows what became of a COMMIT whose %s was lost', async (lost) => {
  const { database, schema } = ownSchema();
  (await openPostgresJournal({ address: { url: database, schema }, clock: systemClock })).close();
  const target = new URL(inject('postgresUrl') ?? '');
  const armed = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { host: target.hostname, port: Number(target.port), lost, armed };
  const proxy = new Worker(PROXY, { eval: true, workerData });
  onTestFinished(() => proxy.terminate().then(() => undefined));
  const [port]: number[] = await once(proxy, 'message');
  const url = new URL(database);
  url.port = String(port);
  const connection = new BlockingConnection({ url: url.href, schema }, POSTGRES_JOURNAL_SQL);
  onTestFinished(() => connection.close());
  const accept = () =>
    connection.prepare("INSERT INTO accepted_mark (mark, digest, accepted_at) VALUES ('one', '', 1)").run();
  const marks = () => connection.prepare('SELECT mark FROM accepted_mark').all().length;
  Atomics.store(armed, 0, 1);
  if (lost === 'answer') expect(accept().changes).toBe(1);
  else expect(accept).toThrow(ConnectionLostError);
  expect([marks(), Atomics.load(armed, 0)]).toEqual([lost === 'answer' ? 1 : 0, 0]);
});
