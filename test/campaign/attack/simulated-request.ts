import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { MortalProcess } from './mortal-process.ts';

interface RequestFacts {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What `node:https` returns for a request of a simulated process: the methods and events that the client uses. */
export class SimulatedRequest extends EventEmitter {
  readonly #owner: MortalProcess;
  readonly #url: URL;
  readonly #facts: RequestFacts;
  readonly #abort = new AbortController();
  #hasAnswered = false;

  constructor(owner: MortalProcess, url: URL, facts: RequestFacts) {
    super();
    this.#owner = owner;
    this.#url = url;
    this.#facts = facts;
  }

  end(body?: Uint8Array): void {
    this.#exchange(Buffer.from(body ?? []).toString()).catch((error: unknown) => {
      // A dead process is not notified, not even of its death.
      if (this.#owner.isDead) return;
      if (!this.#hasAnswered) this.emit('error', error);
      this.emit('close');
    });
  }

  destroy(reason: Error): void {
    this.#abort.abort(reason);
  }

  async #exchange(body: string): Promise<void> {
    const owner = this.#owner;
    owner.pass('request');
    const { method, headers } = this.#facts;
    const { signal } = this.#abort;
    const socket = Object.assign(new EventEmitter(), { connecting: true });
    this.emit('socket', socket);
    const answer = await owner.network({
      method,
      url: this.#url,
      headers: new Headers(headers),
      body,
      signal,
      connected: () => {
        if (!owner.isDead) socket.emit('secureConnect');
      },
      process: owner,
    });
    owner.pass('answer');
    this.#hasAnswered = true;
    const incoming = answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body);
    incoming.once('close', () => this.emit('close'));
    // As an IncomingMessage: an error that nothing listens for is not thrown.
    incoming.on('error', () => undefined);
    const rawHeaders = [...answer.headers].flat();
    this.emit('response', Object.assign(incoming, { statusCode: answer.status, rawHeaders }));
  }
}
