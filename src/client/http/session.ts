import packageFacts from '../../../package.json' with { type: 'json' };
import type { Operation } from '../../contract/operation.ts';
import { RATE_LIMIT_HEADERS } from '../../contract/rate-limit.ts';
import { urlBelow } from './base-url.ts';
import { callForWhole, callOnce, jsonOf, type BytesAnswer, type HttpAnswer, type HttpRequest } from './call.ts';
import { type Clock, sleep } from '../clock.ts';
import { ApiError, ConfigurationError, ContractError, InterruptedError, PixError } from '../errors.ts';
import type { ClientEvent } from '../events.ts';
import { linkSignals } from './interruption.ts';
import { apiError, redirectRefused } from './outcome.ts';
import type { KeyFacts, NamedKey } from '../rate-limit/key-facts.ts';
import { createKeyPool, permissionOf, type Access, type PooledKey } from '../rate-limit/key-pool.ts';
import type { RateFacts } from '../rate-limit/rate-limiter.ts';
import { accessOf, rawUrl, type RawAnswer, type RawRequest } from './raw-request.ts';
import { redact, redactUrl } from './redact.ts';
import type { RefusalForm } from './refusal-forms.ts';
import { isRateLimited, isSilence, rateLimitWaitMs, RetryPlan } from './retry.ts';

export interface SessionSettings {
  readonly baseUrl: URL;
  /** One at least, all of one account. */
  readonly keys: readonly NamedKey[];
  readonly timeoutMs: number;
  readonly onEvent: (event: ClientEvent) => void;
  readonly signal: AbortSignal | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly firstRequests?: number | undefined;
  /** Refuses all but GET. */
  readonly readOnly?: boolean | undefined;
  /** By default `strict`. */
  readonly refusalForm?: RefusalForm | undefined;
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

/** The keys of one account at one service: their pace, and what is done about passing failures. */
export interface Session {
  /**
   * Asks for an operation, as often as it takes for a read. Anything else is sent again in one case only: the API
   * itself has refused the key (401, 403), which is certain to have done nothing, and another key is there.
   *
   * @returns the JSON of an answer that tells of success, not yet parsed by the contract
   * @throws {PixError}
   */
  ask(operation: Operation, request: OperationRequest): Promise<unknown>;
  /** The same for any route, with the answer as it came, whatever it tells. @throws {PixError} when there is none */
  request(request: RawRequest): Promise<RawAnswer>;
  /** What has been seen of the keys. */
  keys(): readonly KeyFacts[];
}

const USER_AGENT = `pix/${packageFacts.version}`;
const REDIRECTS_MAXIMUM = 5;

/** A 403 for the sake of the key; others (the account is blocked) would meet every key of the account. */
const PERMISSION_CODES = new Set(['permission_missing', 'forbidden']);

/** What is asked of the service, and what becomes of its answer. */
interface Errand<Answer extends HttpAnswer, Result> {
  readonly method: string;
  readonly access: Access;
  readonly url: URL;
  readonly content: Pick<HttpRequest, 'json' | 'bytes' | 'contentType'>;
  readonly call: (request: HttpRequest) => Promise<Answer>;
  /** @throws {PixError} for an answer that does not tell of success */
  readonly read: (answer: Answer) => Result;
}

interface SentRequest<Answer> {
  readonly method: string;
  readonly url: URL;
  readonly content: Pick<HttpRequest, 'json' | 'bytes' | 'contentType'>;
  readonly call: (request: HttpRequest) => Promise<Answer>;
  readonly attempt: number;
  readonly key: PooledKey;
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: Pick<HttpAnswer, 'status' | 'headers'>) => void;
}

export function createSession(settings: SessionSettings): Session {
  const { baseUrl, keys, timeoutMs, onEvent, clock } = settings;
  const pool = createKeyPool({
    keys,
    clock,
    firstRequests: settings.firstRequests,
    onWait: (reason, waitMs) => {
      onEvent({ type: 'waiting', reason, waitMs });
    },
  });
  const { signal: sessionSignal } = linkSignals([settings.signal]);
  const secrets = keys.map(({ key }) => key);
  const clean = (text: string) => redact(text, secrets);
  const shownUrl = (url: URL) => redactUrl(url.href, secrets);
  let hasAnswered = false;
  let isSilent = false;

  async function send<Answer extends HttpAnswer>(request: SentRequest<Answer>): Promise<Answer> {
    const { method, url, content, call, attempt, key, signal, onAnswer } = request;
    const facts = { method, url: shownUrl(url) };
    const startedAtMs = clock.now();
    onEvent({ type: 'request', ...facts, attempt, ...(keys.length > 1 && { keyName: key.name }) });
    try {
      const headers = { Accept: 'application/json', 'User-Agent': USER_AGENT, 'X-API-Key': key.key };
      const answer = await call({
        method,
        url,
        headers,
        ...content,
        timeoutMs,
        signal,
        onAnswer,
        fetch: settings.fetch,
      });
      hasAnswered = true;
      isSilent = false;
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

  /** @returns the answer's JSON; undefined when it is none */
  function assertSuccess(answer: HttpAnswer): unknown {
    const body = jsonOf(answer);
    const saysNo = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
    if (answer.status >= 300 || saysNo) throw apiError(answer, body, clean, settings.refusalForm);
    return body;
  }

  function success(answer: HttpAnswer): unknown {
    const body = assertSuccess(answer);
    if (body === undefined) throw new ContractError({ path: '', expected: 'expected JSON' });
    return body;
  }

  /** Notes what a refusal says of the key. @returns whether it is about the key, and another one may do */
  function isOfKey(
    error: PixError,
    key: PooledKey,
    { access, method }: Pick<Operation, 'access'> & { readonly method: string },
  ): boolean {
    if (!(error instanceof ApiError)) return false;
    const isUnknown = error.status === 401;
    if (!isUnknown && !(error.status === 403 && PERMISSION_CODES.has(error.code))) return false;
    // What may be a gateway's moves no money with another key; a read may be tried with one all the same.
    if (error.outcome !== 'refused' && method !== 'GET') return false;
    // A page says nothing of the key.
    if (error.outcome !== 'refused' && error.serviceMessage === undefined) return true;
    const permission = permissionOf(access);
    const isNews = isUnknown ? pool.drop(key) : pool.learn(key, access, false);
    if (!isNews || keys.length === 1) return true;
    if (isUnknown) onEvent({ type: 'key_dropped', keyName: key.name });
    else if (permission !== undefined) onEvent({ type: 'permission_missing', keyName: key.name, permission });
    return true;
  }

  async function run<Answer extends HttpAnswer, Result>(
    errand: Errand<Answer, Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { method, access, content, call, read } = errand;
    const retries = new RetryPlan({ clock, timeoutMs, hasAnswered: () => hasAnswered, isSilent: () => isSilent });
    const refusing = new Set<PooledKey>();
    let { url } = errand;
    let redirects = 0;
    let attempt = 1;
    for (;;) {
      const { key, turn } = await nothingSent(pool.admit(access, refusing, signal));
      let waitMs: number | undefined;
      const startedAtMs = clock.now();
      try {
        const onAnswer = (answer: Pick<HttpAnswer, 'status' | 'headers'>) => {
          turn.answered({ ...rateFacts(answer), isRefused: answer.status === 429 });
        };
        const answer = await send({ method, url, content, call, attempt, key, signal, onAnswer });
        if (answer.status < 300 || answer.status >= 400) {
          const result = read(answer);
          pool.learn(key, access, true);
          return result;
        }
        redirects += 1;
        url = redirectTarget(answer, { method, url, redirects }, secrets);
        continue;
      } catch (error) {
        if (!(error instanceof PixError)) throw error;
        if (isOfKey(error, key, errand)) {
          refusing.add(key);
          if (!pool.hasOther(refusing)) throw error;
          attempt += 1;
          continue;
        }
        const durationMs = clock.now() - startedAtMs;
        waitMs = method === 'GET' ? retries.nextWaitMs(error, durationMs) : undefined;
        isSilent ||= waitMs === undefined && isSilence(error);
        // A 429 speaks to all requests of the key, also when this one is given up.
        if (isRateLimited(error)) key.pacer.hold(waitMs ?? rateLimitWaitMs(error, 1));
        if (waitMs === undefined) throw error;
        attempt += 1;
        const silence = isSilence(error) && { silentMs: durationMs };
        onEvent({ type: 'retry', method, url: shownUrl(url), attempt, code: error.code, waitMs, ...silence });
        // The key is held back as long as that: whichever is free first goes on.
        if (isRateLimited(error)) continue;
      } finally {
        turn.end();
      }
      await nothingSent(sleep(clock, waitMs, signal));
    }
  }

  /** Runs it under the session's signal and another. @throws {ConfigurationError} `read_only` */
  async function perform<Answer extends HttpAnswer, Result>(
    errand: Errand<Answer, Result>,
    ownSignal?: AbortSignal,
  ): Promise<Result> {
    if (settings.readOnly === true && errand.method !== 'GET') {
      throw new ConfigurationError('this client only reads', { code: 'read_only' });
    }
    const interruption = linkSignals([sessionSignal, ownSignal]);
    try {
      return await run(errand, interruption.signal);
    } finally {
      interruption.release();
    }
  }

  return {
    async ask(operation, request) {
      const { method, access } = operation;
      const url = operationUrl(baseUrl, operation, request);
      const content = { json: request.json };
      return perform({ method, access, url, content, call: callOnce, read: success }, request.signal);
    },
    async request(raw) {
      const { method, body } = raw;
      const url = rawUrl(baseUrl, raw);
      const access = await accessOf(raw, url);
      let answer: BytesAnswer | undefined;
      const call = async (request: HttpRequest) => (answer = await callForWhole(request));
      const read = (whole: BytesAnswer): RawAnswer => {
        assertSuccess(whole);
        return { status: whole.status, headers: whole.headers, bytes: whole.bytes, error: undefined };
      };
      const content = { bytes: body, contentType: 'application/json' };
      try {
        return await perform({ method, access, url, content, call, read });
      } catch (error) {
        if (!(error instanceof ApiError) || answer === undefined) throw error;
        return { status: answer.status, headers: answer.headers, bytes: answer.bytes, error };
      }
    },
    keys: () => pool.facts(),
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
function redirectTarget(
  answer: HttpAnswer,
  from: { method: string; url: URL; redirects: number },
  secrets: readonly string[],
): URL {
  const location = answer.headers.get('Location') ?? '';
  const target = URL.canParse(location, from.url.href) ? new URL(location, from.url) : undefined;
  const mayFollow = from.method === 'GET' && from.redirects <= REDIRECTS_MAXIMUM;
  if (mayFollow && location !== '' && target?.origin === from.url.origin) return target;
  throw redirectRefused(
    answer.status,
    target === undefined ? undefined : redactUrl(target.origin + target.pathname, secrets),
  );
}

function rateFacts({ headers }: Pick<HttpAnswer, 'headers'>): RateFacts {
  const wholeNumber = (name: string, minimum: number): number | undefined => {
    const text = headers.get(name) ?? '';
    return /^\d{1,12}$/.test(text) && Number(text) >= minimum ? Number(text) : undefined;
  };
  const resetSeconds = wholeNumber(RATE_LIMIT_HEADERS.reset, 1);
  // Both by the service's clock: ours may be set otherwise.
  const nowSeconds = Date.parse(headers.get('Date') ?? '') / 1_000;
  return {
    limit: wholeNumber(RATE_LIMIT_HEADERS.limit, 1),
    remaining: wholeNumber(RATE_LIMIT_HEADERS.remaining, 0),
    ...(resetSeconds !== undefined && !Number.isNaN(nowSeconds) && { resetsInSeconds: resetSeconds - nowSeconds }),
  };
}
