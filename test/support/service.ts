import { expect, onTestFinished } from 'vitest';
import type { ServiceClock } from '../../src/service/clock.ts';
import { openService, type ServiceKey } from '../../src/service/service.ts';
import type { ServiceSettings } from '../../src/service/service-settings.ts';
import { startService, type RunningService, type ServiceOptions } from '../../src/service/start.ts';

import { instanceCount, inTurn, namesStore, testStore } from './postgres.ts';

/** A Tuesday, 14 July 2026, 12:00 in São Paulo. */
export const NOON_IN_SAO_PAULO = Date.UTC(2026, 6, 14, 15);

/** Most tests need an account that was in use before, in every status, and no more. It opens in a third of the time. */
const A_FEW = { payments: 4, withdraws: 4 };

/** What `pix serve --mock` starts with, for claims about rows that are there already: every status, several pages. */
export const HISTORY = { payments: 120, withdraws: 30 };

/** A clock that stands still until it is advanced. */
export interface FakeClock extends ServiceClock {
  /** Milliseconds, fractions allowed. */
  advance(milliseconds: number): void;
}

/** @param startAt epoch milliseconds */
export function fakeClock(startAt: number = NOON_IN_SAO_PAULO): FakeClock {
  let time = startAt;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

export interface TestRequest {
  readonly method?: string;
  /** Default: the main key of `demo`; null sends none. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, undefined when it is not JSON. */
  readonly json: ReturnType<typeof JSON.parse>;
}

interface Caller {
  /** For an account and key that exist on every start; default: the main key of `demo`. */
  readonly keyOf: (account?: string, name?: string) => string;
  readonly request: (path: string, request?: TestRequest) => Promise<TestAnswer>;
}

export interface OpenTestService extends Caller {
  readonly clock: FakeClock;
  readonly keys: readonly ServiceKey[];
  /** Unchanged, for binary bodies. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
  /** Also happens after the test. */
  readonly close: () => Promise<void>;
}

export interface RunningTestService extends Caller, RunningService {
  readonly clock: FakeClock;
}

/** When a service is closed, if its test does not do that. */
type Ending = (close: () => Promise<void>) => void;

/** For a service that the tests of a file share, and only read: its `beforeAll` returns what closes it. */
export const BY_ITS_FILE: Ending = () => undefined;

/**
 * The service without a socket, in memory unless a data file is given; closed after the test. Its clock stands still,
 * so requests are only limited when a test requests it.
 */
export async function openTestService(
  settings: ServiceSettings = {},
  clock = fakeClock(),
  whenDone: Ending = onTestFinished,
): Promise<OpenTestService> {
  const options = { clock, rateLimit: false, onError: rethrow, ...A_FEW, ...storeOf(settings), ...settings };
  const instances = await severalOf(settings, () => openService(options));
  const close = once(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
  });
  whenDone(close);
  const next = inTurn(instances);
  const send = (path: string, init: RequestInit) => next().app.fetch(new Request(`http://127.0.0.1:4010${path}`, init));
  const [{ keys }] = instances;
  return { clock, keys, send, close, ...callerOf(keys, send) };
}

/** The same on a free port of this machine; stopped after the test. */
export async function startTestService(
  options: ServiceOptions = {},
  clock = fakeClock(),
  whenDone: Ending = onTestFinished,
): Promise<RunningTestService> {
  const all = { port: 0, clock, rateLimit: false, onError: rethrow, ...A_FEW, ...storeOf(options), ...options };
  const instances = await severalOf(options, () => startService(all));
  const stop = once(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
  });
  whenDone(stop);
  const next = inTurn(instances);
  const [service] = instances;
  // A kept connection may just be closed, as idle, by a service whose process was busy for seconds.
  const send = (path: string, { headers, ...init }: Sent) =>
    fetch(next().url + path, { ...init, headers: { ...headers, Connection: 'close' } });
  return { ...service, stop, clock, ...callerOf(service.keys, send) };
}

/** As many instances as the run asks for, on one store. */
async function severalOf<Instance>(
  settings: ServiceSettings,
  open: () => Promise<Instance>,
): Promise<[Instance, ...Instance[]]> {
  const opening = Array.from({ length: instanceCount(settings) - 1 }, open);
  return [await open(), ...(await Promise.all(opening))];
}

/** A data file is SQLite's; other tests run on the store of their project. */
function storeOf(settings: ServiceSettings): ServiceSettings {
  return namesStore(settings) ? {} : testStore();
}

type Sent = Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> };

function callerOf(keys: readonly ServiceKey[], send: (path: string, init: Sent) => Promise<Response>): Caller {
  const keyOf = (account = 'demo', name = 'main') => {
    const found = keys.find((key) => key.account === account && key.name === name);
    if (found === undefined) throw new Error(`there is no key ${account}/${name}`);
    return found.key;
  };
  return {
    keyOf,
    async request(path, { method, key = keyOf(), json: sent, body, headers = {} } = {}) {
      const payload = sent === undefined ? body : JSON.stringify(sent);
      const answer = await send(path, {
        method: method ?? (payload === undefined ? 'GET' : 'POST'),
        headers: {
          ...(key !== null && { 'X-API-Key': key }),
          ...(payload !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { body: payload }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('Content-Type') === 'application/json';
      const json = isJson ? parsed(text) : undefined;
      if (json?.success === false) expect(json.message, `why ${path} was refused`).not.toBe('');
      return { status: answer.status, headers: answer.headers, text, json };
    },
  };
}

function parsed(text: string): TestAnswer['json'] {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An error inside the service fails the test, whatever it asserts. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function once(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
