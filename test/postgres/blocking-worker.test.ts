import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { serveConnection } from '../../src/sql/postgres/blocking-thread.ts';

/** The driver, with a connection on which every statement fails. */
function failingDriver(error: Error) {
  class Client {
    on(): void {
      return;
    }
    connect(): Promise<void> {
      return Promise.resolve();
    }
    query(): Promise<never> {
      return Promise.reject(error);
    }
  }
  return { Client, DatabaseError: pg.DatabaseError, types: pg.types };
}

async function answerTo(error: Error): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const signal = new Int32Array(new SharedArrayBuffer(4));
  serveConnection({ port: port2, signal, driver: 'pg' }, () => failingDriver(error));
  port1.postMessage({ id: 1, type: 'open', config: {} });
  await once(port1, 'message');
  port1.postMessage({ id: 2, type: 'query', statements: [{ text: 'COMMIT' }] });
  const [answer]: unknown[] = await once(port1, 'message');
  return answer;
}

it('only an error that the server reports has an SQLSTATE: the code of a socket may look like one', async () => {
  const reported = new pg.DatabaseError('it breaks a rule', 16, 'error');
  reported.code = '23505';
  expect(await answerTo(reported)).toMatchObject({ results: [{ sqlState: '23505' }] });
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect(await answerTo(broken)).toMatchObject({ results: [{ error: 'write EPIPE', sqlState: undefined }] });
});
