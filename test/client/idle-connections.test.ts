import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createPixClient } from '../../src/client/create-client.ts';
import { centavos } from '../../src/pix/centavos.ts';
import * as bodies from '../support/bodies.ts';
import { API_KEY } from '../support/wallet-client.ts';

/** In a thread, because this one sleeps. It closes a connection soon after an answer, without a word. */
const SERVICE = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  const { socket } = request;
  response.on('finish', () => setTimeout(() => socket.destroy(), 300));
  response.end(request.method === 'GET' ? workerData.balance : workerData.withdrawal);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
const CLOSED_MS = 900;
const PASSED_MS = 5_000;

it('a withdrawal does not leave on a connection that was idle while the thread waited for a database', async () => {
  const success = { success: true, message: 'ok' };
  const workerData = {
    balance: JSON.stringify({ ...success, data: bodies.balance }),
    withdrawal: JSON.stringify({ ...success, data: bodies.createdWithdrawal }),
  };
  const service = new Worker(SERVICE, { eval: true, workerData });
  onTestFinished(() => service.terminate().then(() => undefined));
  const [port]: number[] = await once(service, 'message');
  const client = createPixClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: API_KEY });
  await client.balance();
  let asked = 0;
  const beforeSending = () => {
    asked += 1;
    if (asked > 1) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, CLOSED_MS);
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + PASSED_MS);
  };
  const order = { amountCentavos: centavos(5_00), pixKey: 'a@example.com', pixKeyType: 'EMAIL' } as const;
  const { id } = await client.withdraws.create(order, { beforeSending });
  expect([id, asked]).toEqual([bodies.createdWithdrawal.id, 2]);
});
