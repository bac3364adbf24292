import { connect, createServer, type Server, type Socket } from 'node:net';

const CREATE = 'POST /api/v1/withdraw/create';
/** A program that waits, for an answer or before another look, creates nothing more: it is killed, too. */
const SILENCE_MINIMUM_MS = 1_500;
/** On a slow machine it is silent for longer between two requests, as it was before the first. */
const SILENCE_PER_START = 5;

/** When a program is killed: from a number of its creations on, so that a slow machine kills it at the same one. */
export interface KillPoint {
  readonly creation: number;
  /** `request`: before the service gets it. `sent`: right after. `answer`: before the program gets its answer. */
  readonly moment: 'request' | 'sent' | 'answer';
}

interface Life {
  readonly at: KillPoint;
  readonly kill: () => void;
  readonly begunMs: number;
  creations: number;
  /** Until it is killed. */
  silenceMs: number | undefined;
  silence: NodeJS.Timeout | undefined;
}

/** Passes bytes between a program and its service, with all resets, and kills the program. */
export class KillingProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #life: Life | undefined;

  static async open(service: string): Promise<KillingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new KillingProxy(server, new URL(service));
  }

  private constructor(server: Server, service: URL) {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('no port');
    this.url = `http://127.0.0.1:${address.port}`;
    this.#server = server;
    server.on('connection', (client) => this.#pass(client, connect(Number(service.port), service.hostname)));
  }

  killAt(at: KillPoint, kill: () => void): void {
    this.#life = { at, kill, begunMs: performance.now(), creations: 0, silenceMs: undefined, silence: undefined };
  }

  /** The next life runs to its end. */
  spare(): void {
    clearTimeout(this.#life?.silence);
    this.#life = undefined;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #pass(client: Socket, service: Socket): void {
    let moment: KillPoint['moment'] | undefined;
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.resetAndDestroy());
      one.on('end', () => other.end());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      this.#hear();
      // A body may arrive apart from its head.
      moment ??= this.#momentOf(String(bytes));
      if (moment === 'request') this.#kill();
      else service.write(bytes);
      if (moment === 'sent') this.#kill();
    });
    service.on('data', (bytes) => {
      this.#hear();
      if (moment === 'answer') this.#kill();
      else client.write(bytes);
    });
  }

  #hear(): void {
    const life = this.#life;
    if (life === undefined) return;
    clearTimeout(life.silence);
    life.silenceMs ??= Math.max(SILENCE_MINIMUM_MS, SILENCE_PER_START * (performance.now() - life.begunMs));
    life.silence = setTimeout(() => this.#kill(), life.silenceMs);
  }

  /** When the program is killed for a request; undefined: not for this one. */
  #momentOf(request: string): KillPoint['moment'] | undefined {
    const life = this.#life;
    if (life === undefined || !request.startsWith(CREATE)) return undefined;
    life.creations += 1;
    // Later ones, too: the answer to this one may be lost.
    return life.creations >= life.at.creation ? life.at.moment : undefined;
  }

  #kill(): void {
    this.#life?.kill();
    this.spare();
  }
}
