import assert from 'node:assert/strict';
import type { Clock } from '../../../src/client/clock.ts';
import {
  connectionError,
  FAULTS,
  GATEWAY_FAULTS,
  LOSSES,
  meet,
  type Fault,
  type Received,
  type Wire,
} from './network-faults.ts';
import type { Answer, HttpRequest } from './simulated-http.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The conditions of the network. */
export interface NetworkTraits {
  readonly roundTripMs: number;
  /** The probability per request, until the network is calm. */
  readonly faultProbability: number;
  /** The kind of gateway, and what it does to creations. */
  readonly gateway: keyof typeof GATEWAY_FAULTS;
  /** How long after its end, as the client saw it, a request may still be processed. */
  readonly latestEffectMs: number;
  /** The time-out of the client. */
  readonly timeoutMs: number;
}

/** The part of creations to which such gateways do it. */
const GATEWAY_FAULT_PROBABILITY = 0.25;

interface NetworkSettings {
  readonly clock: Clock;
  readonly random: () => number;
  readonly traits: NetworkTraits;
  readonly answer: Answer;
  /** Stops the clock during work that takes no simulated time. */
  readonly track: <Result>(work: Promise<Result>) => Promise<Result>;
}

/**
 * Delays everything, loses requests and answers, and processes requests after their sender has given up or ended, but
 * never later than the documented bound.
 */
export class SimulatedNetwork {
  /** How often each fault happened. */
  readonly faults = new Map<Fault, number>();
  readonly #settings: NetworkSettings;
  readonly #posts = new Map<SimulatedProcess, number>();
  #isCalm = false;
  #isLosing = false;
  #requests = 0;
  #lateEffects = 0;

  constructor(settings: NetworkSettings) {
    this.#settings = settings;
  }

  /** Whether no new faults occur; open requests keep theirs. */
  setCalm(isCalm: boolean): void {
    this.#isCalm = isCalm;
  }

  /** Whether no creation is answered from now on, processed or not. */
  setLosing(isLosing: boolean): void {
    this.#isLosing = isLosing;
  }

  /** Requests without an answer that will still be processed. */
  lateEffects(): number {
    return this.#lateEffects;
  }

  requests(): number {
    return this.#requests;
  }

  /** How many creations a process has begun. */
  postsOf(process: SimulatedProcess): number {
    return this.#posts.get(process) ?? 0;
  }

  /** The `fetch` of a process. */
  fetchOf(process: SimulatedProcess): typeof fetch {
    // A Request would only copy these, and takes longer than its answer.
    return async (input, init) => {
      const { method = 'GET', headers, signal, body: sent = null } = init ?? {};
      assert.ok(input instanceof URL && signal instanceof AbortSignal, 'the client asks otherwise');
      const body = sent === null ? '' : await this.#settings.track(new Response(sent).text());
      signal.throwIfAborted();
      const abandoned = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      const request = { method, url: new URL(input), key: new Headers(headers).get('X-API-Key') ?? '', body };
      try {
        return await Promise.race([this.#exchange(process, request), abandoned, process.stopped]);
      } finally {
        // What arrives at a machine that sleeps waits for it.
        const waking = process.waking();
        if (waking !== undefined) await waking;
      }
    };
  }

  async #exchange(process: SimulatedProcess, request: HttpRequest): Promise<Response> {
    process.pass('request');
    this.#requests += 1;
    if (request.method === 'POST') this.#posts.set(process, this.postsOf(process) + 1);
    const fault = this.#drawGatewayFault(request.method) ?? this.#drawFault(request.method);
    const fate = this.#settings.random();
    await this.#goOneWay();
    const wire = this.#wireOf(request, process);
    if (process.isStopped()) {
      // Its sender is gone; data on the way may arrive now, later or never.
      if (fate < 0.4) wire.carryOutLate();
      else if (fate < 0.8) wire.carryOut();
      throw connectionError('ECONNRESET');
    }
    const received: Received = await (fault === undefined ? wire.carryOut() : meet(fault, wire));
    await this.#goOneWay();
    process.pass('answer');
    if (received instanceof Response) return received;
    const { status, headers, text } = received;
    return new Response(text, { status, headers });
  }

  #wireOf(request: HttpRequest, process: SimulatedProcess): Wire {
    const { clock, random, traits, answer } = this.#settings;
    return {
      carryOut: (changes) => answer({ ...request, ...changes }),
      carryOutLate: (changes) => {
        this.#lateEffects += 1;
        clock.schedule((traits.latestEffectMs - 1) * random(), () => {
          this.#lateEffects -= 1;
          answer({ ...request, ...changes });
        });
      },
      // The connection of a killed process ends with it.
      hang: () => Promise.race([this.#wait(traits.timeoutMs), process.stopped.catch(() => undefined)]),
    };
  }

  #drawGatewayFault(method: string): Fault | undefined {
    const { random, traits } = this.#settings;
    const possible = GATEWAY_FAULTS[traits.gateway];
    if (this.#isCalm || this.#isLosing || possible.length === 0 || method !== 'POST') return undefined;
    return random() < GATEWAY_FAULT_PROBABILITY ? this.#counted(this.#drawFrom(possible)) : undefined;
  }

  #drawFault(method: string): Fault | undefined {
    if (this.#isLosing && method === 'POST') return this.#drawFrom(LOSSES);
    if (this.#isCalm || this.#settings.random() >= this.#settings.traits.faultProbability) return undefined;
    return this.#counted(this.#drawFrom(FAULTS));
  }

  #drawFrom(possible: readonly Fault[]): Fault | undefined {
    return possible[Math.floor(this.#settings.random() * possible.length)];
  }

  #counted(fault: Fault | undefined): Fault | undefined {
    if (fault !== undefined) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
    return fault;
  }

  #goOneWay(): Promise<void> {
    const { random, traits } = this.#settings;
    return this.#wait((traits.roundTripMs / 2) * (0.8 + 0.4 * random()));
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.#settings.clock.schedule(delayMs, resolve));
  }
}
