import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface WireServer {
  readonly port: number;
  /** The received data, one text per request. */
  readonly requests: string[];
  /** Accepts no more connections. */
  close(): void;
}

/** Answers every complete request over TCP by calling `answer` with its socket. */
export async function wireServer(answer: (socket: Socket, request: string) => void): Promise<WireServer> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    // A client that gives up resets the connection, which the test ignores.
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (data) => {
      received += data.toString();
      if (!isWholeRequest(received)) return;
      const request = received;
      received = '';
      requests.push(request);
      answer(socket, request);
    });
  });
  return { port: await listen(server), requests, close: () => server.close() };
}

function isWholeRequest(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1] ?? '0';
  return rest.length > 0 && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(length);
}

/** Listens on a free port of this machine until the end of the test. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The bytes of a complete HTTP answer. */
export function httpAnswer(status: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status}\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
