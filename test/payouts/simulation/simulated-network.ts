import type { Clock } from '../../../src/client/clock.ts';
import type { Answer, HttpAnswer, HttpRequest } from './simulated-http.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The conditions of the network. */
export interface NetworkTraits {
  readonly roundTripMs: number;
  /** The probability per request, until the network is calm. */
  readonly faultProbability: number;
  /** The kind of gateway, and what it does to creations. */
  readonly gateway: 'plain' | 'repeating' | 'replaying';
  /** How long after its end, as the client saw it, a request may still be processed. */
  readonly latestEffectMs: number;
  /** The time-out of the client. */
  readonly timeoutMs: number;
}

/** Faults of a request, or of its answer. */
export const FAULTS = [
  'unreachable',
  'lost',
  'answer lost',
  'carried out late',
  'hangs, never carried out',
  'hangs, carried out',
  'hangs, carried out late',
  'gateway page instead',
  'gateway page after',
  'gateway page, carried out late',
  'status 500 instead',
  'status 500 after',
  'status 503 instead',
  'status 409 after',
  'bare 429 instead',
  'refuses, and yet tells of success',
  'redirected after',
  'answer truncated',
  'answer breaks off',
  'answer without an id',
  'rubbish before the answer',
] as const;

/** Faults that leave the sender without an answer. */
const LOSSES = ['answer lost', 'answer lost', 'lost', 'carried out late', 'gateway page after'] as const;

/** Faults of some gateways, for creations only. */
export const GATEWAY_FAULTS = {
  plain: [],
  repeating: ['sent twice, first answer', 'sent twice, second answer', 'sent twice, second late', 'sent twice, lost'],
  replaying: ['answer of an older one'],
} as const;

type GatewayFault = (typeof GATEWAY_FAULTS)[keyof typeof GATEWAY_FAULTS][number];
export type Fault = (typeof FAULTS)[number] | GatewayFault;

/** The part of creations to which such gateways do it. */
const GATEWAY_FAULT_PROBABILITY = 0.25;

export interface SimulatedNetwork {
  /** The `fetch` of a process. */
  fetchOf(process: SimulatedProcess): typeof fetch;
  /** Whether no new faults occur; open requests keep theirs. */
  setCalm(isCalm: boolean): void;
  /** Whether no creation is answered from now on, processed or not. */
  setLosing(isLosing: boolean): void;
  /** Requests without an answer that will still be processed. */
  lateEffects(): number;
  /** How many creations a process has begun. */
  postsOf(process: SimulatedProcess): number;
  requests(): number;
  /** How often each fault happened. */
  readonly faults: ReadonlyMap<Fault, number>;
}

/**
 * Delays everything, loses requests and answers, and processes requests after their sender has given up or ended, but
 * never later than the documented bound.
 *
 * @param settings.track stops the clock during work that takes no simulated time
 */
export function simulatedNetwork(settings: {
  clock: Clock;
  random: () => number;
  traits: NetworkTraits;
  answer: Answer;
  track: <Result>(work: Promise<Result>) => Promise<Result>;
}): SimulatedNetwork {
  const { clock, random, traits, answer, track } = settings;
  const faults = new Map<Fault, number>();
  const posts = new Map<SimulatedProcess, number>();
  let isCalm = false;
  let isLosing = false;
  let requests = 0;
  let lateEffects = 0;

  const pass = (delayMs: number) =>
    new Promise<void>((resolve) => {
      clock.schedule(delayMs, resolve);
    });
  const oneWayMs = () => (traits.roundTripMs / 2) * (0.8 + 0.4 * random());

  function drawGatewayFault(method: string): Fault | undefined {
    const possible: readonly GatewayFault[] = GATEWAY_FAULTS[traits.gateway];
    if (isCalm || isLosing || possible.length === 0 || method !== 'POST') return undefined;
    if (random() >= GATEWAY_FAULT_PROBABILITY) return undefined;
    const fault = possible[Math.floor(random() * possible.length)];
    if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    return fault;
  }

  function drawFault(method: string): Fault | undefined {
    if (isLosing && method === 'POST') return LOSSES[Math.floor(random() * LOSSES.length)];
    if (isCalm || random() >= traits.faultProbability) return undefined;
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    if (fault !== undefined) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    return fault;
  }

  /** Processed, together with its copy. @returns the answer to the first */
  function twice(request: HttpRequest, carryOutCopy: (copy: HttpRequest) => void): HttpAnswer {
    const first = answer(request);
    carryOutCopy({ ...request, ...(first.status === 200 && { copyOf: JSON.parse(first.text).data.id }) });
    return first;
  }

  /** Processes it later, within the bound. */
  function later(request: HttpRequest): void {
    lateEffects += 1;
    clock.schedule((traits.latestEffectMs - 1) * random(), () => {
      lateEffects -= 1;
      answer(request);
    });
  }

  /** @returns what the client receives. @throws the error of its connection */
  async function meet(
    fault: Fault | undefined,
    request: HttpRequest,
    process: SimulatedProcess,
  ): Promise<HttpAnswer | Response> {
    // The connection of a killed process ends with it.
    const hang = () => Promise.race([pass(traits.timeoutMs), process.stopped.catch(() => undefined)]);
    switch (fault) {
      case undefined:
        return answer(request);
      case 'unreachable':
        throw connectionError('ECONNREFUSED');
      case 'lost':
        throw connectionError('ECONNRESET');
      case 'answer lost':
        answer(request);
        throw connectionError('ECONNRESET');
      case 'carried out late':
        later(request);
        throw connectionError('UND_ERR_SOCKET');
      case 'hangs, carried out':
        answer(request);
        await hang();
        throw connectionError('UND_ERR_HEADERS_TIMEOUT');
      case 'hangs, never carried out':
      case 'hangs, carried out late':
        await hang();
        if (fault === 'hangs, carried out late') later(request);
        throw connectionError('UND_ERR_HEADERS_TIMEOUT');
      case 'gateway page instead':
        return GATEWAY_PAGE;
      case 'gateway page after':
        answer(request);
        return GATEWAY_PAGE;
      case 'gateway page, carried out late':
        later(request);
        return GATEWAY_PAGE;
      case 'status 500 instead':
        return INTERNAL_ERROR;
      case 'status 500 after':
        answer(request);
        return INTERNAL_ERROR;
      case 'status 503 instead':
        return json(503, { success: false, error: 'Service Unavailable' });
      case 'status 409 after':
        answer(request);
        return json(409, { success: false, error: 'Conflict', message: 'already being processed' });
      case 'bare 429 instead':
        return json(429, { success: false, error: 'Too Many Requests', message: 'Too many requests' });
      case 'refuses, and yet tells of success':
        return { ...answer(request), status: 400 };
      case 'redirected after':
        answer(request);
        return { status: 302, headers: { Location: 'https://elsewhere.example/' }, text: '' };
      case 'answer without an id': {
        const { data, ...rest } = JSON.parse(answer(request).text);
        return json(200, { ...rest, data: { ...data, id: null, withdraws: null, pagination: null } });
      }
      case 'answer truncated': {
        const { text, ...rest } = answer(request);
        return { ...rest, text: text.slice(0, text.length / 2) };
      }
      case 'answer breaks off':
        return brokenOff(answer(request));
      case 'sent twice, first answer':
        return twice(request, answer);
      case 'sent twice, second answer': {
        const answers: HttpAnswer[] = [];
        twice(request, (copy) => answers.push(answer(copy)));
        return answers[0] ?? GATEWAY_PAGE;
      }
      case 'sent twice, second late':
        return twice(request, later);
      case 'sent twice, lost':
        twice(request, answer);
        throw connectionError('ECONNRESET');
      case 'answer of an older one':
        return answer({ ...request, isReplayed: true });
      case 'rubbish before the answer': {
        const { text, ...rest } = answer(request);
        return { ...rest, text: `<br /><b>Warning</b>: output started early${text}` };
      }
    }
  }

  async function exchange(process: SimulatedProcess, request: HttpRequest): Promise<Response> {
    process.pass('request');
    requests += 1;
    if (request.method === 'POST') posts.set(process, (posts.get(process) ?? 0) + 1);
    const drawn = drawGatewayFault(request.method) ?? drawFault(request.method);
    const fate = random();
    await pass(oneWayMs());
    if (process.isStopped()) {
      // Its sender is gone; data on the way may arrive now, later or never.
      if (fate < 0.4) later(request);
      else if (fate < 0.8) answer(request);
      throw connectionError('ECONNRESET');
    }
    const answered = await meet(drawn, request, process);
    await pass(oneWayMs());
    process.pass('answer');
    if (answered instanceof Response) return answered;
    const { status, headers, text } = answered;
    return new Response(text, { status, headers });
  }

  return {
    faults,
    setCalm(value) {
      isCalm = value;
    },
    setLosing(value) {
      isLosing = value;
    },
    lateEffects: () => lateEffects,
    requests: () => requests,
    postsOf: (process) => posts.get(process) ?? 0,
    fetchOf: (process) => async (input, init) => {
      const asked = new Request(input, init);
      const { method, url, headers, signal } = asked;
      const body = await track(asked.text());
      signal.throwIfAborted();
      const abandoned = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new DOMException('aborted', 'AbortError'));
        });
      });
      const request = { method, url: new URL(url), key: headers.get('X-API-Key') ?? '', body };
      try {
        return await Promise.race([exchange(process, request), abandoned, process.stopped]);
      } finally {
        // What arrives at a machine that sleeps waits for it.
        const waking = process.waking();
        if (waking !== undefined) await waking;
      }
    },
  };
}

function connectionError(code: string): TypeError {
  const syscall = code === 'ECONNREFUSED' ? 'connect' : 'read';
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
}

function json(status: number, body: unknown): HttpAnswer {
  return { status, headers: { 'Content-Type': 'application/json' }, text: JSON.stringify(body) };
}

const GATEWAY_PAGE: HttpAnswer = {
  status: 502,
  headers: { 'Content-Type': 'text/html' },
  text: '<html><h1>502 Bad Gateway</h1></html>',
};

const INTERNAL_ERROR = json(500, {
  success: false,
  error: 'Internal Server Error',
  message: 'failed',
  code: 'internal_error',
});

/** Half an answer, and then the connection ends. */
function brokenOff({ status, headers, text }: HttpAnswer): Response {
  const half = new TextEncoder().encode(text.slice(0, text.length / 2));
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(half);
      controller.error(connectionError('UND_ERR_SOCKET'));
    },
  });
  return new Response(body, { status, headers });
}
