import packageFacts from '../../package.json' with { type: 'json' };
import type { Operation } from '../contract/operations.ts';
import { RATE_LIMIT_HEADERS } from '../contract/rate-limit.ts';
import { urlBelow } from './base-url.ts';
import { callOnce, type HttpAnswer } from './call.ts';
import { type Clock, sleep } from './clock.ts';
import { ContractError, InterruptedError, PixError } from './errors.ts';
import type { ClientEvent } from './events.ts';
import { linkSignals } from './interruption.ts';
import { apiError, redirectRefused } from './outcome.ts';
import { createPacer, type RateFacts } from './pace.ts';
import { redact } from './redact.ts';
import { createRetryPlan, isRateLimited, rateLimitWaitMs } from './retry.ts';

export interface SessionSettings {
  readonly baseUrl: URL;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly onEvent: (event: ClientEvent) => void;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

export interface OperationRequest {
  /** For operations whose path has an `{id}`. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
  /** Beside the session's own. */
  readonly signal?: AbortSignal | undefined;
}

/** One key at one service: its pace, and what is done about passing failures. */
export interface Session {
  /**
   * Asks for an operation, as often as it takes for a read and at most once for anything else.
   *
   * @returns the JSON of an answer that tells of success, not yet parsed by the contract
   * @throws {PixError}
   */
  ask(operation: Operation, request: OperationRequest): Promise<unknown>;
}

const USER_AGENT = `pix/${packageFacts.version}`;
const REDIRECTS_MAXIMUM = 5;

export function createSession(settings: SessionSettings): Session {
  const { baseUrl, apiKey, timeoutMs, onEvent, clock } = settings;
  const pacer = createPacer({
    clock,
    onWait: (reason, waitMs) => {
      onEvent({ type: 'waiting', reason, waitMs });
    },
  });
  const { signal: sessionSignal } = linkSignals([settings.signal]);
  let hasAnswered = false;

  async function send(request: { method: string; url: URL; json: unknown; attempt: number; signal: AbortSignal }) {
    const { method, url, json, attempt, signal } = request;
    const facts = { method, url: url.href };
    const startedAtMs = clock.now();
    onEvent({ type: 'request', ...facts, attempt });
    try {
      const headers = { Accept: 'application/json', 'User-Agent': USER_AGENT, 'X-API-Key': apiKey };
      const answer = await callOnce({ method, url, headers, json, timeoutMs, signal });
      hasAnswered = true;
      const { limit: rateLimit, remaining: rateRemaining } = rateFacts(answer);
      const durationMs = clock.now() - startedAtMs;
      onEvent({ type: 'answer', ...facts, status: answer.status, durationMs, rateLimit, rateRemaining });
      return answer;
    } catch (error) {
      const code = error instanceof PixError ? error.code : 'unexpected';
      onEvent({ type: 'failure', ...facts, code, durationMs: clock.now() - startedAtMs });
      throw error;
    }
  }

  function success(answer: HttpAnswer): unknown {
    const body = jsonOf(answer);
    const saysNo = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
    if (answer.status >= 300 || saysNo) throw apiError(answer, body, (text) => redact(text, [apiKey]));
    if (body === undefined) throw new ContractError({ path: '', expected: 'expected JSON' });
    return body;
  }

  async function ask(operation: Operation, request: OperationRequest, signal: AbortSignal): Promise<unknown> {
    const { method } = operation;
    const { json } = request;
    const retries = createRetryPlan({ clock, hasAnswered: () => hasAnswered });
    let url = operationUrl(baseUrl, operation, request);
    let redirects = 0;
    let attempt = 1;
    for (;;) {
      const turn = await nothingSent(pacer.turn(signal));
      let rate: RateFacts = {};
      let waitMs: number | undefined;
      try {
        const answer = await send({ method, url, json, attempt, signal });
        rate = rateFacts(answer);
        if (answer.status < 300 || answer.status >= 400) return success(answer);
        redirects += 1;
        url = redirectTarget(answer, { method, url, redirects });
        continue;
      } catch (error) {
        if (!(error instanceof PixError)) throw error;
        waitMs = method === 'GET' ? retries.nextWaitMs(error) : undefined;
        // A 429 speaks to all requests of the key, also when this one is given up.
        if (isRateLimited(error)) pacer.hold(waitMs ?? rateLimitWaitMs(error, 1));
        if (waitMs === undefined) throw error;
        attempt += 1;
        onEvent({ type: 'retry', method, url: url.href, attempt, code: error.code, waitMs });
      } finally {
        turn.end(rate);
      }
      await nothingSent(sleep(clock, waitMs, signal));
    }
  }

  return {
    async ask(operation, request) {
      const interruption = linkSignals([sessionSignal, request.signal]);
      try {
        return await ask(operation, request, interruption.signal);
      } finally {
        interruption.release();
      }
    },
  };
}

/** Names an interruption that came before the request left. */
async function nothingSent<Value>(waiting: Promise<Value>): Promise<Value> {
  try {
    return await waiting;
  } catch (error) {
    throw new InterruptedError({ outcome: 'not-sent', cause: error });
  }
}

function operationUrl(baseUrl: URL, operation: Operation, request: OperationRequest): URL {
  const { id = '', query = {} } = request;
  if (operation.path.includes('{id}') && ['', '.', '..'].includes(id)) {
    throw new PixError(`"${id}" is not an id`, { code: 'invalid_id', outcome: 'not-sent' });
  }
  const url = urlBelow(baseUrl, operation.path.replace('{id}', encodeURIComponent(id)));
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Where a read goes on: never to another origin, for the key goes with it. @throws {ApiError} `redirect_refused` */
function redirectTarget(answer: HttpAnswer, from: { method: string; url: URL; redirects: number }): URL {
  const location = answer.headers.get('Location') ?? '';
  const target = URL.canParse(location, from.url.href) ? new URL(location, from.url) : undefined;
  const mayFollow = from.method === 'GET' && from.redirects <= REDIRECTS_MAXIMUM;
  if (mayFollow && location !== '' && target?.origin === from.url.origin) return target;
  throw redirectRefused(answer.status, target);
}

function jsonOf(answer: HttpAnswer): unknown {
  if (!answer.isWhole) return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

function rateFacts({ headers }: HttpAnswer): RateFacts {
  const wholeNumber = (name: string, minimum: number): number | undefined => {
    const text = headers.get(name) ?? '';
    return /^\d{1,9}$/.test(text) && Number(text) >= minimum ? Number(text) : undefined;
  };
  return { limit: wholeNumber(RATE_LIMIT_HEADERS.limit, 1), remaining: wholeNumber(RATE_LIMIT_HEADERS.remaining, 0) };
}
