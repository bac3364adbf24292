import type { IncomingMessage, Server } from 'node:http';

type Socket = IncomingMessage['socket'];

/**
 * Prepares a server for stopping, because Node's own `close` waits for idle connections, too.
 *
 * @returns accepts no more requests, and resolves when open ones are answered, or cut off after `timeoutMs`
 */
export function gracefulStop(server: Server, timeoutMs: number): () => Promise<void> {
  const connections = new Set<Socket>();
  const answering = new Set<Socket>();
  let isStopping = false;

  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => {
      answering.delete(socket);
      if (isStopping) socket.end();
    });
  });

  return () =>
    new Promise((resolve) => {
      isStopping = true;
      const deadline = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, timeoutMs);
      server.close(() => {
        clearTimeout(deadline);
        resolve();
      });
      for (const socket of connections) if (!answering.has(socket)) socket.destroy();
    });
}
