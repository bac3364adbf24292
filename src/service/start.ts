import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { bareHost, isLoopbackHost } from '../contract/addresses.ts';
import { gracefulStop, httpServer, SERVER_LIMITS } from './http/http-server.ts';
import { openService, type OpenService } from './service.ts';
import type { ServiceSettings } from './service-settings.ts';
import { ServiceStartError } from './start-error.ts';
import { sweepLeftovers } from './store/sqlite/snapshot.ts';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

export { ServiceStartError };

export interface ServiceOptions extends ServiceSettings {
  /** 0 chooses a free one. Default 4010. */
  readonly port?: number | undefined;
}

export interface RunningService extends Pick<OpenService, 'seed' | 'keys' | 'webhooks'> {
  readonly url: string;
  /** Set for an exposed service: its controls require it, in the header of the contract. */
  readonly controlToken: string | undefined;
  /** Accepts no more requests, finishes open ones, and closes the database. */
  stop(): Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 4010;

/** How long stopping waits for open requests. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the local service. It answers as soon as the promise resolves.
 *
 * @throws {ServiceStartError} when the address or the data file can't be used, or the address is not a loopback one and
 *   the service is not exposed
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { port = DEFAULT_PORT } = options;
  const host = bareHost(options.host ?? DEFAULT_HOST);
  if (options.expose !== true && !isLoopbackHost(host)) {
    const message = `${host} can be reached from other machines: the service listens there only when it is exposed`;
    throw new ServiceStartError('not_exposed', message, { host, port });
  }
  const { controlToken = options.expose === true ? randomBytes(16).toString('hex') : undefined } = options;
  await sweepLeftovers();
  const service = await openService({ ...options, host, controlToken });
  const server = httpServer(service.app.fetch, host, SERVER_LIMITS, options.tls);
  const stopServer = gracefulStop(server, STOP_TIMEOUT_MS);
  try {
    await listen(server, host, port);
  } catch (error) {
    await service.close();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(server, host, options.tls === undefined ? 'http' : 'https'),
    seed: service.seed,
    keys: service.keys,
    controlToken,
    webhooks: service.webhooks,
    stop() {
      service.app.endWaits();
      return (stopping ??= stopServer().then(() => service.close()));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const code = cause.code === 'EADDRINUSE' ? 'port_in_use' : 'address_unavailable';
      const problem = code === 'port_in_use' ? 'is in use' : `can't be listened on: ${cause.message}`;
      reject(new ServiceStartError(code, `${host}:${port} ${problem}`, { host, port }, { cause }));
    });
    server.listen(port, host, resolve);
  });
}

function urlOf(server: Server, host: string, scheme: 'http' | 'https'): string {
  const listened = server.address();
  if (listened === null || typeof listened === 'string') throw new TypeError('the server listens on no port');
  const { port, address } = listened;
  const isAny = address === '0.0.0.0' || address === '::';
  const name = isAny ? DEFAULT_HOST : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Large enough that the garbage of a request rarely survives a collection, which is what costs time. */
const YOUNG_BYTES = 8 * 1024 * 1024;

/** The old generation is collected when it has doubled. */
const OLD_GROWTH_PERCENT = 100;

/**
 * Limits the growth of the heap, which V8 allows under load: the process stays some sixty megabytes smaller at the same
 * cost per request. It affects the whole process and cannot be undone.
 */
export function limitHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GROWTH_PERCENT}`);
  // V8 reads the maximum of the young generation when it starts, but its growth whenever it grows.
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (young !== undefined && young.space_size < YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}
