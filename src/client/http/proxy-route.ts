import { once } from 'node:events';
import type { RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AGENT, moduleOf, type Route } from './node-transport.ts';
import type { Proxy } from './proxy.ts';

const https = process.getBuiltinModule('node:https');

/** Connections are kept for later requests through the same proxy. */
const routes = new WeakMap<Proxy, Route>();

/** A tunnel (`CONNECT`) to `https:`. For `http:` the proxy forwards requests: many open tunnels only to port 443. */
export function routeThrough(proxy: Proxy, { protocol }: URL): Route {
  let route = routes.get(proxy);
  if (route === undefined) {
    // The agent hands a connection out when it is secure.
    const tunnel = () => ({ module: https, agent: new TunnelAgent(proxy), connectEvent: 'secureConnect' }) as const;
    route = protocol === 'https:' ? tunnel() : forwardedBy(proxy);
    routes.set(proxy, route);
  }
  return route;
}

function forwardedBy(proxy: Proxy): Route {
  const { address } = proxy;
  const module = moduleOf(address);
  const connectEvent = address.protocol === 'https:' ? 'secureConnect' : 'connect';
  return { module, agent: new module.Agent(AGENT), connectEvent, forwarder: { address, headers: authorizing(proxy) } };
}

function authorizing({ authorization }: Proxy): Readonly<Record<string, string>> {
  return authorization === undefined ? {} : { 'Proxy-Authorization': authorization };
}

/** What {@link sendOverNode} asks a connection for. */
interface TunnelOptions extends RequestOptions {
  readonly interruption?: AbortSignal;
}

class TunnelAgent extends https.Agent {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy) {
    super(AGENT);
    this.#proxy = proxy;
  }

  override createConnection(
    options: TunnelOptions,
    callback: (error: Error | null, connection?: Duplex) => void,
  ): undefined {
    const { interruption = new AbortController().signal } = options;
    openTunnel(this.#proxy, authorityOf(options), interruption)
      .then((socket) => secureConnection(socket, options, interruption))
      .then(
        (connection) => callback(null, connection),
        (error: unknown) => callback(error instanceof Error ? error : new Error('no tunnel', { cause: error })),
      );
  }
}

/** As `CONNECT` names it. */
function authorityOf({ host, port }: TunnelOptions): string {
  const name = host ?? '';
  return `${name.includes(':') ? `[${name}]` : name}:${String(port ?? 443)}`;
}

/** The proxy has answered, and does not connect. */
class ProxyRefusal extends Error {
  readonly code = 'PIX_PROXY_REFUSED';
}

function openTunnel(proxy: Proxy, authority: string, interruption: AbortSignal): Promise<Socket> {
  const { address } = proxy;
  return new Promise((resolve, reject) => {
    const asking = moduleOf(address).request(address, {
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...authorizing(proxy) },
      agent: false,
      signal: interruption,
    });
    asking.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ProxyRefusal(`the proxy answered with status ${statusCode}`));
    });
    asking.once('error', reject);
    asking.end();
  });
}

async function secureConnection(
  socket: Socket,
  { path: _, host, port: __, ...options }: TunnelOptions,
  interruption: AbortSignal,
): Promise<Socket> {
  const { connect } = process.getBuiltinModule('node:tls');
  const connection = connect({ ...options, ...(typeof host === 'string' && { host }), socket });
  const interrupt = () => {
    connection.destroy(new Error('interrupted', { cause: interruption.reason }));
  };
  // Between the handshake and the request that it is for, nothing else listens.
  connection.on('error', () => undefined);
  interruption.addEventListener('abort', interrupt, { once: true });
  try {
    if (interruption.aborted) interrupt();
    await once(connection, 'secureConnect');
    return connection;
  } finally {
    interruption.removeEventListener('abort', interrupt);
  }
}
