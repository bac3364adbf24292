import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { openService, type OpenService } from '../../src/service/service.ts';
import { inTurn, queryDatabase, testStore } from '../support/postgres.ts';
import { fakeClock } from '../support/service.ts';

/** What a client learns about its request. `isLost`: no answer shows whether it was processed. */
export interface ModelAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly data: ReturnType<typeof JSON.parse>;
  readonly statusUpdated: unknown;
  readonly isLost: boolean;
}

export type ModelService = Awaited<ReturnType<typeof openModelService>>;

const LOST: ModelAnswer = { status: 0, code: undefined, data: undefined, statusUpdated: undefined, isLost: true };

/** The whole service without its socket, which is simulated and can be cut; or instances of it, which are asked in turn. */
export async function openModelService(seed: number, instanceCount = 1) {
  const clock = fakeClock();
  const failures: unknown[] = [];
  const onError = (error: unknown) => failures.push(error);
  const shape = { payments: 0, withdraws: 0, rateLimit: false, cache: false };
  const options = { ...testStore(), ...shape, clock, seed, onError };
  const first = await openService(options);
  const others = Array.from({ length: instanceCount - 1 }, () => openService(options));
  const instances = [first, ...(await Promise.all(others))] as const;
  const next = inTurn(instances);
  const call = (method: string, path: string, key: string | undefined, body: unknown) =>
    request(next(), method, path, key, body);
  return {
    clock,
    failures,
    keyOf: (account: string) => first.keys.find((key) => key.account === account)?.key ?? '',
    api: (method: string, path: string, key: string, body?: unknown) => call(method, path, key, body),
    control: (method: string, path: string, body?: unknown) => call(method, path, undefined, body),
    async snapshot() {
      const { body } = await ask(next(), 'GET', '/mock/snapshot', {});
      return new Uint8Array(await new Response(body).arrayBuffer());
    },
    restore: async (snapshot: Uint8Array<ArrayBuffer>) =>
      answerOf(
        await ask(next(), 'POST', '/mock/restore', {
          headers: { 'Content-Type': 'application/octet-stream' },
          body: snapshot,
        }),
      ),
    async close() {
      await Promise.all(instances.map((instance) => instance.close()));
      const { database, schema } = options;
      // A campaign opens hundreds: they must not stay until its end.
      if (database !== undefined) await queryDatabase(database, `DROP SCHEMA ${String(schema)} CASCADE`);
    },
  };
}

async function request(
  service: OpenService,
  method: string,
  path: string,
  key: string | undefined,
  body: unknown,
): Promise<ModelAnswer> {
  const headers = {
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  return answerOf(await ask(service, method, path, { headers, ...content }));
}

function ask({ app }: OpenService, method: string, path: string, init: RequestInit): Promise<Response> {
  return app.fetch(new Request(`http://127.0.0.1:4010${path}`, { ...init, method }), cutConnection());
}

async function answerOf(response: Response): Promise<ModelAnswer> {
  if (response === RESPONSE_ALREADY_SENT) return LOST;
  const text = await response.text();
  try {
    const json = JSON.parse(text);
    const { code, data, statusUpdated } = json;
    return { status: response.status, code, data, statusUpdated, isLost: false };
  } catch {
    return { ...LOST, status: response.status, isLost: response.status < 500 };
  }
}

function cutConnection() {
  const socket = Object.assign(Object.create(null), {
    remoteAddress: '127.0.0.1',
    resetAndDestroy: () => undefined,
    destroySoon: () => undefined,
    destroy: () => undefined,
    once: () => undefined,
  });
  return {
    incoming: { socket },
    outgoing: { writeHead: () => undefined, write: (_: Uint8Array, onWritten: () => void) => onWritten() },
  };
}
