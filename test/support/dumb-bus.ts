import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './cli.ts';

/** A desktop's bus that accepts connections, and never answers: a keychain behind it never answers. */
export async function startDumbBus() {
  const path = join(temporaryFolder(), 'bus');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  const asked = once(server, 'connection');
  await once(server.listen(path), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** `asked` resolves with the first request. */
  return { address: `unix:path=${path}`, asked };
}
