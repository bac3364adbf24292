import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { listen } from './wire.ts';

/*
 * What is between a client and a service. Both parts below hand on what they receive as it is, down to a reset.
 */

/**
 * A key and certificate for tests only, for wallet.example and 127.0.0.1, which the processes of the tests trust
 * (test/vitest.config.ts): openssl req -x509 -addext 'subjectAltName=DNS:wallet.example,IP:127.0.0.1' …
 */
export const TRUSTED = fileURLToPath(new URL('../client/support/trusted.pem', import.meta.url));

/** The port of a trusted TLS server in front of a service. */
export async function tlsFront(port: number): Promise<number> {
  const pem = readFileSync(TRUSTED);
  const server = createServer((socket) => {
    const secure = new TLSSocket(socket, { isServer: true, key: pem, cert: pem });
    relay(secure, connect(port, '127.0.0.1'), socket);
  });
  return listen(server);
}

export interface RelayProxy {
  readonly address: string;
  /** The first lines of what it was asked, and its `Proxy-Authorization`. */
  readonly asked: string[];
}

/** An HTTP proxy for which every host is this machine. */
export async function relayProxy(): Promise<RelayProxy> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let head = '';
    const receive = (data: Buffer) => {
      head += data.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', receive);
      socket.pause();
      const [line = ''] = head.split('\r\n');
      const [, authorization] = /^proxy-authorization: (.+)$/im.exec(head) ?? [];
      asked.push(authorization === undefined ? line : `${line} (${authorization.trim()})`);
      handOn(socket, line, head);
    };
    socket.on('data', receive);
  });
  return { address: `http://127.0.0.1:${await listen(server)}`, asked };
}

function handOn(socket: Socket, line: string, head: string): void {
  const [method = '', target = '', version = ''] = line.split(' ');
  const url = new URL(method === 'CONNECT' ? `https://${target}` : target);
  const service = connect(Number(url.port), '127.0.0.1', () => {
    service.off('error', refuse);
    if (method === 'CONNECT') socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    else service.write(head.replace(line, `${method} ${url.pathname}${url.search} ${version}`), 'latin1');
    relay(socket, service, socket);
  });
  const refuse = () => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
  service.once('error', refuse);
}

/** @param raw the connection under the client's end */
function relay(client: Duplex, service: Socket, raw: Socket): void {
  for (const end of [client, raw]) {
    end.on('error', () => undefined);
    end.once('close', () => service.destroy());
  }
  service.on('error', () => raw.resetAndDestroy());
  client.pipe(service).pipe(client);
}
