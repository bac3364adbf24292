import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY_MS = 20;
/** A collection goes through the heap of all files of the process: each piece would take longer than its pause. */
const PIECES_A_COLLECTION = 5;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Collects garbage, as happens in long-running programs. */
export function collectGarbage(): void {
  if (typeof collect !== 'function') throw new Error('the garbage collector cannot be called');
  collect();
}

/**
 * Sends the beginning, then a little from time to time, for ever.
 *
 * @param onPiece called before the first piece, and every fifth
 */
export function drip(socket: Socket, first: string, piece: string, onPiece: () => void = collectGarbage): void {
  socket.write(first);
  let pieces = 0;
  const timer = setInterval(() => {
    if (pieces % PIECES_A_COLLECTION === 0) onPiece();
    pieces += 1;
    socket.write(piece);
  }, EVERY_MS);
  socket.on('close', () => clearInterval(timer));
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Endless answers: how they begin, and how they continue. */
export const DRIPS: Readonly<Record<string, readonly [first: string, piece: string]>> = {
  'a body of a told length': [`${OK}Content-Length: 1000000\r\n\r\n{`, ' '],
  'a body in chunks': [`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  'a body of HTTP/1.0': ['HTTP/1.0 200 OK\r\n\r\n{', ' '],
  'trailers behind the body': [`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, 'X-Late: a\r\n'],
  'the body of a refusal': ['HTTP/1.1 400 Bad Request\r\nContent-Length: 1000\r\n\r\n{', ' '],
  'the body of a 421': ['HTTP/1.1 421 Misdirected\r\nContent-Length: 1000\r\n\r\n{', ' '],
  'a status line': ['HTTP/1.1 200 O', 'K'],
  headers: [OK, 'X-More: a\r\n'],
  'a header': [`${OK}X-Long: `, 'a'],
  '102 Processing': ['HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n'],
};
