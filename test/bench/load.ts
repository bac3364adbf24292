import { connect, type Socket } from 'node:net';

interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadOutcome {
  readonly answersPerSecond: number;
  /** Latencies of the answers, in milliseconds. */
  readonly latenciesMs: readonly number[];
}

interface LoadOptions {
  readonly connections: number;
  /** Builds a request from its number, counted from 0 over all connections. */
  readonly request: (number: number) => LoadRequest;
  /** The number of answers to wait for, over all connections. */
  readonly answers: number;
}

/**
 * Sends requests repeatedly, one at a time on each of some persistent connections. On bare sockets, because an HTTP
 * client would be slower than what it measures.
 *
 * @throws {Error} when an answer has another status than 200
 */
export async function load(url: string, { connections, request, answers }: LoadOptions): Promise<LoadOutcome> {
  const { hostname, port, host } = new URL(url);
  const latenciesMs: number[] = [];
  let asked = 0;

  async function converse(socket: Socket): Promise<void> {
    const read = answerReader(socket);
    while (asked < answers) {
      const text = requestText(request(asked), host);
      asked += 1;
      const sentAt = performance.now();
      socket.write(text);
      const { status, body } = await read();
      if (status !== 200) throw new Error(`answered ${status}: ${body}`);
      latenciesMs.push(performance.now() - sentAt);
    }
    socket.destroy();
  }

  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(hostname, Number(port))));
  const startedAt = performance.now();
  await Promise.all(sockets.map(converse));
  return { answersPerSecond: (answers * 1000) / (performance.now() - startedAt), latenciesMs };
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

function requestText({ method, path, headers, body = '' }: LoadRequest, host: string): string {
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
}

/** Reads one answer after the other. All of them must have a Content-Length. */
function answerReader(socket: Socket): () => Promise<{ status: number; body: string }> {
  let received = '';
  let give: ((answer: { status: number; body: string }) => void) | undefined;
  let fail: ((reason: Error) => void) | undefined;

  // One character per byte, because lengths are in bytes.
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? Number.NaN);
    const bodyStart = headEnd + 4;
    if (received.length < bodyStart + length) return;
    const answer = { status: Number(received.slice(9, 12)), body: received.slice(bodyStart, bodyStart + length) };
    received = received.slice(bodyStart + length);
    give?.(answer);
  });
  socket.once('close', () => fail?.(new Error('the connection was closed')));
  socket.on('error', (error) => fail?.(error));
  return () =>
    new Promise((resolve, reject) => {
      give = resolve;
      fail = reject;
    });
}
