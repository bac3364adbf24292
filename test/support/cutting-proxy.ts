import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** When the connection of a COMMIT is cut: before the server gets it, or before its answer is passed on. */
type CutMoment = 'before' | 'after';

const COMMIT = Buffer.from('COMMIT\0');

/** A TCP proxy in front of a database that loses connections at the worst moment. */
export async function cuttingProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let next: { readonly moment: CutMoment; readonly resolve: () => void } | undefined;
  let awaited: { readonly text: string; readonly act: () => void } | undefined;
  let isOpen = true;
  let cuts = 0;
  const server = createServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    let unsaid: Buffer | undefined;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (data) => {
      if (awaited !== undefined && data.includes(awaited.text)) {
        awaited.act();
        awaited = undefined;
      }
      if (next === undefined || !data.includes(COMMIT)) {
        upstream.write(data);
        return;
      }
      const { moment, resolve } = next;
      next = undefined;
      cuts += 1;
      client.once('close', resolve);
      if (moment === 'before') {
        end();
        return;
      }
      unsaid = Buffer.alloc(0);
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (unsaid === undefined) {
        client.write(data);
        return;
      }
      // The answers to statements before it may come first. The caller is not to learn that it was carried out.
      unsaid = Buffer.concat([unsaid, data]);
      if (unsaid.includes(COMMIT)) end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const proxied = new URL(url);
  proxied.port = String(address.port);
  return {
    url: proxied.href,
    /** @returns when it is cut */
    cutNextCommit: (moment: CutMoment) =>
      new Promise<void>((resolve) => {
        next = { moment, resolve };
      }),
    /** Acts when the next statement with this text arrives, before the server gets it. */
    atNext(text: string, act: () => void) {
      awaited = { text, act };
    },
    get cuts() {
      return cuts;
    },
    /** Ends all connections, and accepts none until it is opened again. */
    close() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isOpen = true;
    },
  };
}
