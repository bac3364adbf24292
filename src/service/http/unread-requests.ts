import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from './app.ts';
import { UnreadRefusal, type RefusalParts } from './http-refusal.ts';

/**
 * Errors of Node's parser, https://nodejs.org/api/http.html#event-clienterror. Any other error means invalid HTTP: 400.
 */
const STATUS_OF_ERROR: Readonly<Record<string, UnreadRefusal['status']>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers data that never becomes a request: headers that are too large or too slow, or invalid HTTP. The client gets a
 * refusal like any other, and the connection is closed.
 */
export function answerUnread(server: Server, refuse: App['refuse']): void {
  const latest = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response) => latest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of another answer, this one would be read as a part of it.
    const response = latest.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (socket.writable && !isAnswering) {
      const refusal = new UnreadRefusal(STATUS_OF_ERROR[error.code ?? ''] ?? 400, error.message);
      void refuse(addressOf(socket), refusal)
        .then((parts) => socket.write(wireText(parts)))
        // Without its store the service can't count the request: then it closes the connection without an answer.
        .catch(() => undefined)
        .finally(() => socket.end(() => socket.destroy()));
      return;
    }
    socket.end(() => socket.destroy());
  });
}

function addressOf(socket: object): string | undefined {
  return 'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : undefined;
}

function wireText({ status, headers, body }: RefusalParts): string {
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
