import type { Fault } from './shared-state.ts';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { setMaxListeners } from 'node:events';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

interface OpenConnection {
  readonly incoming: Pick<IncomingMessage, 'socket'>;
  readonly outgoing: {
    writeHead(status: number, headers: Record<string, string | number>): unknown;
    write(chunk: Uint8Array, onWritten: () => void): unknown;
  };
}

/** Present when the request came through a socket; absent in tests that call the service as a function. */
export type Connection = Partial<OpenConnection>;

/** The answer, and the status that was sent completely; null when not all of it was. */
interface Outcome {
  readonly response: Response;
  readonly status: number | null;
}

/** Processes a request without a fault, or with one that looks like a refusal of the service itself. */
export type CarryOut = (refuseWith?: 'status-500' | 'rate-limit') => Promise<Response>;

export class FaultEffects {
  readonly #stopping = new AbortController();
  readonly #hanging = new Set<IncomingMessage['socket']>();

  /**
   * Answers a request as its fault says. Faults that spoil the answer process the request first, so its effect is
   * stored by the time the caller is left without an answer.
   *
   * @throws {TypeError} when the fault concerns the connection, and there is none
   */
  async answer({ kind, delayMs }: Fault, connection: Connection, carryOut: CarryOut): Promise<Outcome> {
    const response = await answerTo(kind, carryOut);
    if (kind === 'hang') return this.#hang(connection);
    await this.#delay(delayMs);
    if (kind === 'truncate') return sendHalf(connection, response);
    if (kind === 'reset-before' || kind === 'reset-after') return reset(connection);
    return { response, status: response.status };
  }

  /** Ends delays, and closes the connections of requests that would never be answered, because the service stops. */
  stop(): void {
    this.#stopping.abort();
    for (const socket of this.#hanging) socket.destroy();
  }

  async #delay(delayMs: number): Promise<void> {
    const { signal } = this.#stopping;
    if (delayMs === 0 || signal.aborted) return;
    // Node warns of a leak at the eleventh listener of a signal, and each answer that waits has one.
    setMaxListeners(0, signal);
    // The only possible error means that the service stops: then the answer need not wait.
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
  }

  #hang(connection: Connection): Outcome {
    const { socket } = connectionOf(connection).incoming;
    this.#hanging.add(socket);
    socket.once('close', () => this.#hanging.delete(socket));
    if (this.#stopping.signal.aborted) socket.destroy();
    return NOT_ANSWERED;
  }
}

/** What is answered if the connection stays as it is. */
function answerTo(kind: Fault['kind'], carryOut: CarryOut): Response | Promise<Response> {
  switch (kind) {
    case 'status-500':
    case 'rate-limit':
      return carryOut(kind);
    case 'status-502-html':
      return badGateway();
    case 'status-503':
      return gatewayResponse(503, 'The service is overloaded');
    case 'rate-limit-bare':
      return gatewayResponse(429, 'Too many requests');
    case 'malformed':
      return carryOut().then(malformed);
    case 'reset-before':
      return RESPONSE_ALREADY_SENT;
    default:
      return carryOut();
  }
}

const NOT_ANSWERED: Outcome = { response: RESPONSE_ALREADY_SENT, status: null };

function connectionOf({ incoming, outgoing }: Connection): OpenConnection {
  if (incoming === undefined || outgoing === undefined) throw new TypeError('a fault has cut the connection');
  return { incoming, outgoing };
}

function reset(connection: Connection): Outcome {
  connectionOf(connection).incoming.socket.resetAndDestroy();
  return NOT_ANSWERED;
}

async function sendHalf(connection: Connection, whole: Response): Promise<Outcome> {
  const { incoming, outgoing } = connectionOf(connection);
  const body = Buffer.from(await whole.arrayBuffer());
  const headers = { ...Object.fromEntries(whole.headers), 'Content-Length': body.byteLength };
  outgoing.writeHead(whole.status, headers);
  outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => incoming.socket.destroySoon());
  return NOT_ANSWERED;
}

/** Like a program in between that writes its own error message into the answer. */
async function malformed(answer: Response): Promise<Response> {
  const text = `<br />\n<b>Warning</b>: output started early\n${await answer.text()}`;
  return new Response(text, { status: answer.status, headers: answer.headers });
}

// The answers below imitate a gateway in front of the service, so they contain no rate limit headers, codes or keys.

function badGateway(): Response {
  const page =
    '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><h1>502 Bad Gateway</h1></body>\r\n</html>';
  return new Response(page, { status: 502, headers: { 'Content-Type': 'text/html' } });
}

function gatewayResponse(status: number, message: string): Response {
  const body = JSON.stringify({ success: false, error: STATUS_CODES[status], message });
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
}
