import { connect } from 'node:net';

/** What a client receives on a connection. */
export interface RawExchange {
  /** All received data, as text. */
  readonly received: string;
  /** `reset`: ended by an RST. `closed`: ended normally, whether or not the answer was complete. */
  readonly ended: 'closed' | 'reset';
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request as bytes on a connection of its own, and waits for the end of the connection. */
export function rawExchange(url: string, request: RawRequest): Promise<RawExchange> {
  const { hostname, port, host } = new URL(url);
  const { method = 'GET', path, body = '' } = request;
  const headers = {
    Host: host,
    Connection: 'close',
    ...(body !== '' && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...request.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return rawBytes(Number(port), hostname, [`${method} ${path} HTTP/1.1`, ...head, '', body].join('\r\n'));
}

/** The same for bytes that need not be a request. */
export function rawBytes(port: number, hostname: string, bytes: string): Promise<RawExchange> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('end', () => resolve({ received, ended: 'closed' }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') resolve({ received, ended: 'reset' });
      else reject(error);
    });
  });
}
