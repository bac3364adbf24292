import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DelayingProxy {
  readonly url: string;
  readonly close: () => void;
}

/** A fifth in either direction. */
const JITTER = 0.2;

/**
 * Forwards TCP to a service like a long network path: each packet, in both directions, takes half a round trip, plus or
 * minus a fifth, and none overtakes another.
 */
export async function delayingProxy(target: string, roundTripMs: number): Promise<DelayingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const service = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      passOn(from, to, roundTripMs / 2);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function passOn(from: Socket, to: Socket, delayMs: number): void {
  let lastDueAtMs = 0;
  const later = (deliver: () => void) => {
    const nowMs = performance.now();
    lastDueAtMs = Math.max(lastDueAtMs, nowMs + delayMs * (1 - JITTER + 2 * JITTER * Math.random()));
    setTimeout(deliver, lastDueAtMs - nowMs);
  };
  from.on('data', (packet: Buffer) => later(() => to.write(packet)));
  from.on('end', () => later(() => to.end()));
}
