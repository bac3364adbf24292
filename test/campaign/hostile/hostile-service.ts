import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../support/wire.ts';
import { Dice } from '../attack/dice.ts';
import { MUTATIONS, type SentAnswer } from './hostile-answers.ts';

const DRIP_EVERY_MS = 20;
/** A command that asks more often does not end. */
const REQUESTS_MAXIMUM = 2_000;

/** Stands before a service: passes its answers on as they are, or spoils some of them. */
export class HostileService {
  /** How often each mutation has met a command. */
  readonly met = new Map<string, number>();
  readonly url: string;
  /** Requests of the last command. */
  requests = 0;
  #dice: Dice | undefined;
  #share = 1;
  #names = Object.keys(MUTATIONS);

  static async before(service: string): Promise<HostileService> {
    const made: { hostile?: HostileService } = {};
    const server = createServer((request, response) => {
      const { socket } = response;
      if (socket !== null) void made.hostile?.answer(service, request, socket);
    });
    const hostile = new HostileService(`http://127.0.0.1:${await listen(server)}`);
    made.hostile = hostile;
    return hostile;
  }

  private constructor(url: string) {
    this.url = url;
  }

  /** From now on it spoils answers. @param only of which kind; default: all */
  turn(seed: number, only?: string): void {
    this.#dice = new Dice(seed);
    this.#names = only === undefined ? Object.keys(MUTATIONS) : [only];
    // Some commands meet a fault at once, and others when they have come far.
    this.#share = this.#dice.pick([1, 0.5, 0.2]);
    this.requests = 0;
  }

  calm(): void {
    this.#dice = undefined;
  }

  get isAskedWithoutEnd(): boolean {
    return this.requests > REQUESTS_MAXIMUM;
  }

  async answer(service: string, request: IncomingMessage, socket: Socket): Promise<void> {
    socket.on('error', () => undefined);
    const answer = await this.#passed(service, request).catch(() => undefined);
    // The test is over.
    if (answer === undefined) {
      socket.destroy();
      return;
    }
    const dice = this.#dice;
    this.requests += 1;
    if (dice === undefined) {
      send(socket, answer);
      return;
    }
    if (this.isAskedWithoutEnd) {
      socket.destroy();
      return;
    }
    if (!dice.chance(this.#share)) {
      send(socket, answer);
      return;
    }
    const name = dice.pick(this.#names);
    this.met.set(name, (this.met.get(name) ?? 0) + 1);
    send(socket, MUTATIONS[name]?.(answer, dice) ?? answer);
  }

  async #passed(service: string, request: IncomingMessage): Promise<SentAnswer> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await buffer(request);
    const own = new Set(['host', 'connection', 'content-length']);
    const passed = Object.entries(headers).filter(([name]) => !own.has(name));
    const response = await fetch(service + url, {
      method,
      headers: passed.map(([name, value]) => [name, String(value)]),
      redirect: 'manual',
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });
    const kept = [...response.headers].filter(
      ([name]) => !/^(connection|keep-alive|transfer-|content-(len|enc))/.test(name),
    );
    return {
      status: `${response.status} ${response.statusText}`,
      headers: kept,
      body: Buffer.from(await response.arrayBuffer()),
    };
  }
}

/** Each answer has a connection of its own. */
function send(socket: Socket, { status, headers, body, endlessly, length = body.length, isReset }: SentAnswer): void {
  if (isReset === true) {
    socket.resetAndDestroy();
    return;
  }
  if (status !== '') {
    const lines = [...headers, ['Content-Length', String(length)], ['Connection', 'close']].map(
      ([name = '', value = '']) => `${name}: ${value}\r\n`,
    );
    socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`);
    socket.write(body);
  }
  if (endlessly === undefined) {
    socket.end();
    return;
  }
  if (endlessly === '') return;
  const timer = setInterval(() => {
    // What is not read is not kept.
    if (!socket.writableNeedDrain) socket.write(endlessly);
  }, DRIP_EVERY_MS);
  socket.on('close', () => clearInterval(timer));
}
