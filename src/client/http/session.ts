import type { Operation } from '../../contract/operation.ts';
import type { CallOptions, ClientSettings } from '../client.ts';
import { sleep } from '../clock.ts';
import {
  ApiError,
  ConfigurationError,
  ContractError,
  InterruptedError,
  PixError,
  withRequestIds,
  type RequestIds,
  noteRequest,
} from '../errors.ts';
import {
  KeyPool,
  permissionOf,
  type Access,
  type PooledKey,
  type KeyFacts,
  type NamedKey,
} from '../rate-limit/key-pool.ts';
import { rateFactsOf, type Turn } from '../rate-limit/rate-limiter.ts';
import { answeredAtIn, isCachedIn, jsonOf, readLongBody, type HttpAnswer } from './answer.ts';
import { HttpClient, type HttpRequest, type HttpSettings, type RequestContent } from './call.ts';
import { linkSignals } from './interruption.ts';
import { apiError, redirectTarget } from './outcome.ts';
import { accessOf, rawUrl, type RawAnswer, type RawRequest, operationPath } from './addresses.ts';
import { redact } from './redact.ts';
import { isRateLimited, isSilence, rateLimitWaitMs, RetryPlan } from './retry.ts';

interface SessionSettings
  extends Omit<HttpSettings, 'secrets'>, Pick<ClientSettings, 'signal' | 'firstRequests' | 'readOnly' | 'refusalForm'> {
  /** At least one, all of one account. */
  readonly keys: readonly NamedKey[];
  readonly timeoutMs: number;
}

/** Its signal ends the operation, and so does the session's. */
export interface OperationRequest extends CallOptions {
  /** For operations whose path has an `{id}`. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
}

/** Node's timers fire at once when they are set for longer. */
const TIMER_MAXIMUM_MS = 2 ** 31 - 1;

/** Codes of a 403 that concern the key; others (the account is blocked) concern every key of the account. */
const PERMISSION_CODES = new Set(['permission_missing', 'forbidden']);

interface PreparedRequest<Result> extends RequestContent {
  readonly access: Access;
  /** @throws {PixError} for an unsuccessful answer */
  readonly read: (answer: HttpAnswer) => Result;
}

/** One call, and how far the attempts at it have come. */
interface Progress {
  /** Of the call, and of the answer to the attempt that is made now. */
  readonly ids: { -readonly [Id in keyof RequestIds]: RequestIds[Id] };
  /** When the service has answered, by its clock. */
  answeredAt: number | undefined;
  /** It says that it comes from a cache. */
  isCached: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly beforeSending: (() => void) | undefined;
  readonly goesFirst: boolean | undefined;
  readonly retries: RetryPlan;
  readonly refusing: Set<PooledKey>;
  /** Where the current attempt goes. */
  url: string;
  redirectedTo: URL | undefined;
  redirects: number;
  /** The number of the current attempt, from 1. */
  attempt: number;
}

/** The result of an attempt, or the wait before another one. */
type Step<Result> = { readonly result: Result } | { readonly waitMs: number };

const AT_ONCE = { waitMs: 0 };

/** The keys of one account at one service, with rate limits and retries. */
export class Session {
  readonly #settings: SessionSettings;
  readonly #pool: KeyPool;
  readonly #http: HttpClient;
  readonly #contact = { hasAnswered: false, isSilent: false };
  readonly #secrets: readonly string[];
  readonly #signal: AbortSignal;
  #calls = 0;

  constructor(settings: SessionSettings) {
    const { keys, onEvent, clock, firstRequests } = settings;
    this.#settings = settings;
    this.#secrets = keys.map(({ key }) => key);
    this.#signal = linkSignals([settings.signal]).signal;
    const onWait = (reason: 'rate_limit' | 'too_many_requests', waitMs: number) =>
      onEvent({ type: 'waiting', reason, waitMs });
    this.#pool = new KeyPool({ keys, clock, firstRequests, onWait });
    this.#http = new HttpClient({ ...settings, secrets: this.#secrets });
  }

  /** What is known about the keys. */
  keys(): readonly KeyFacts[] {
    return this.#pool.facts();
  }

  /**
   * Asks for an operation, as often as it takes for a read. Anything else is sent again in one case only: the API
   * itself has refused the key (401, 403), which is certain to have done nothing, and another key is there.
   *
   * @param parse called with the JSON of an answer that is a success
   * @throws {PixError}
   */
  async ask<Parsed>(
    operation: Operation,
    request: OperationRequest,
    parse: (body: unknown) => Parsed,
  ): Promise<Parsed> {
    const { method, access } = operation;
    const { query, json } = request;
    const to = operationPath(operation, request.id);
    const read = (answer: HttpAnswer): unknown => {
      const body = this.#assertSuccess(answer);
      if (body === undefined) throw new ContractError({ path: '', expected: 'expected JSON' });
      return body;
    };
    return this.#perform({ method, access, to, query, json, read }, request, parse);
  }

  /** The same for any route, with the unchanged answer, whatever it says. @throws {PixError} when there is none */
  async request(raw: RawRequest, options: CallOptions = {}): Promise<RawAnswer> {
    const { method, body: bytes } = raw;
    const to = rawUrl(this.#settings.baseUrl, raw);
    const access = await accessOf(raw, to);
    let answer: HttpAnswer | undefined;
    const read = (whole: HttpAnswer) => {
      answer = whole;
      this.#assertSuccess(whole);
      return whole;
    };
    const content = { method, to, bytes, contentType: 'application/json', receive: readLongBody };
    try {
      return await this.#perform({ ...content, access, read }, options, rawAnswerOf);
    } catch (error) {
      if (!(error instanceof ApiError) || answer === undefined) throw error;
      return rawAnswerOf(answer, error);
    }
  }

  /** @returns the answer's JSON; undefined when it is invalid. @throws {ApiError} */
  #assertSuccess(answer: HttpAnswer): unknown {
    const body = jsonOf(answer);
    const saysNo = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
    if (answer.status < 300 && !saysNo) return body;
    throw apiError(answer, body, (text) => redact(text, this.#secrets), this.#settings.refusalForm);
  }

  /**
   * Runs it under the session's signal and that of the call. What is thrown says which call it was.
   *
   * @throws {ConfigurationError} `read_only`
   */
  async #perform<Result, Parsed>(
    request: PreparedRequest<Result>,
    { signal: ownSignal, timeoutMs: ownTimeoutMs, beforeSending, goesFirst }: CallOptions,
    parse: (result: Result) => Parsed,
  ): Promise<Parsed> {
    if (this.#settings.readOnly === true && request.method !== 'GET') {
      throw new ConfigurationError('this client only reads', { code: 'read_only' });
    }
    this.#calls += 1;
    const ids: Progress['ids'] = { requestId: this.#calls };
    const { clock } = this.#settings;
    const timeoutMs = Math.min(ownTimeoutMs ?? this.#settings.timeoutMs, TIMER_MAXIMUM_MS);
    if (!(timeoutMs > 0)) throw new RangeError(`\`timeoutMs\` is no time: ${timeoutMs}`);
    const interruption = linkSignals([this.#signal, ownSignal]);
    const progress: Progress = {
      ids,
      answeredAt: undefined,
      isCached: false,
      timeoutMs,
      beforeSending,
      goesFirst,
      signal: interruption.signal,
      retries: new RetryPlan({ clock, timeoutMs, contact: this.#contact }),
      refusing: new Set(),
      url: '',
      redirectedTo: undefined,
      redirects: 0,
      attempt: 1,
    };
    const noted = <Answer>(answer: Answer): Answer => {
      const { answeredAt, isCached } = progress;
      return noteRequest(answer, { ids, answeredAt, isCached });
    };
    try {
      for (;;) {
        const step = await this.#attempt(request, progress);
        if ('result' in step) return noted(parse(step.result));
        if (step.waitMs > 0) await nothingSent(sleep(clock, step.waitMs, interruption.signal));
      }
    } catch (error) {
      if (error instanceof PixError) throw noted(withRequestIds(error, ids));
      throw error;
    } finally {
      interruption.release();
    }
  }

  async #attempt<Result>(request: PreparedRequest<Result>, progress: Progress): Promise<Step<Result>> {
    const { method, access, read } = request;
    const { ids, signal, refusing, goesFirst } = progress;
    delete ids.serviceRequestId;
    Object.assign(progress, { answeredAt: undefined, isCached: false });
    const { key, turn } = await nothingSent(this.#pool.admit(access, refusing, signal, goesFirst));
    const startedAtMs = this.#settings.clock.now();
    try {
      const answer = await this.#http.exchange(this.#exchangeOf(request, progress, key, turn));
      Object.assign(this.#contact, { hasAnswered: true, isSilent: false });
      ids.serviceRequestId = this.#http.serviceRequestId(answer);
      progress.answeredAt = answeredAtIn(answer.headers);
      progress.isCached = isCachedIn(answer.headers);
      if (answer.status < 300 || answer.status >= 400) {
        const result = read(answer);
        key.learn(access, true);
        return { result };
      }
      progress.redirects += 1;
      const from = { method, url: new URL(progress.url), redirects: progress.redirects };
      progress.redirectedTo = redirectTarget(answer, from, this.#secrets);
      return AT_ONCE;
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      const durationMs = this.#settings.clock.now() - startedAtMs;
      if (!this.#isOfKey(error, key, request)) return this.#retry(error, key, request, progress, durationMs);
      progress.refusing.add(key);
      if (!this.#pool.hasOther(progress.refusing)) throw error;
      progress.attempt += 1;
      return AT_ONCE;
    } finally {
      turn.end();
    }
  }

  #exchangeOf(
    { access: _, read: __, ...content }: PreparedRequest<unknown>,
    progress: Progress,
    key: PooledKey,
    turn: Turn,
  ): HttpRequest {
    const { ids, attempt, timeoutMs, signal, beforeSending, redirectedTo } = progress;
    return {
      ...content,
      ...(redirectedTo !== undefined && { to: redirectedTo, query: undefined }),
      ...(this.#secrets.length > 1 && { keyName: key.name }),
      requestId: ids.requestId,
      attempt,
      timeoutMs,
      signal,
      beforeSending,
      prepare: ({ url, headers }) => {
        progress.url = url;
        headers.set('X-API-Key', key.key);
      },
      onAnswer: (head) => turn.answered(rateFactsOf(head)),
    };
  }

  /** @throws the error itself when there is no further attempt */
  #retry(
    error: PixError,
    key: PooledKey,
    { method }: { readonly method: string },
    progress: Progress,
    durationMs: number,
  ): { readonly waitMs: number } {
    const waitMs = method === 'GET' ? progress.retries.nextWaitMs(error, durationMs) : undefined;
    // A 429 concerns all requests of the key, even when this one is abandoned.
    if (isRateLimited(error)) key.limiter.pauseFor(waitMs ?? rateLimitWaitMs(error, 1));
    if (waitMs === undefined) {
      this.#contact.isSilent ||= isSilence(error);
      throw error;
    }
    progress.attempt += 1;
    this.#settings.onEvent({
      type: 'retry',
      requestId: progress.ids.requestId,
      method,
      url: this.#http.shownUrl(progress.url),
      attempt: progress.attempt,
      code: error.code,
      waitMs,
      ...(isSilence(error) && { silentMs: durationMs }),
    });
    // The key is paused for that time, so the key that is free first continues.
    return isRateLimited(error) ? AT_ONCE : { waitMs };
  }

  /** Records what a refusal shows about the key. @returns whether it concerns the key, and another one may succeed */
  #isOfKey(
    error: PixError,
    key: PooledKey,
    { access, method }: Pick<Operation, 'access'> & { readonly method: string },
  ): boolean {
    if (!(error instanceof ApiError)) return false;
    const isUnknown = error.status === 401;
    if (!isUnknown && !(error.status === 403 && PERMISSION_CODES.has(error.code))) return false;
    // If the answer may come from a gateway, a request that moves money is not sent with another key, but a read may
    // be.
    if (error.outcome !== 'refused' && method !== 'GET') return false;
    // An HTML page shows nothing about the key.
    if (error.outcome !== 'refused' && error.serviceMessage === undefined) return true;
    const isNew = isUnknown ? key.drop() : key.learn(access, false);
    if (isNew && this.#secrets.length > 1) {
      const { name: keyName } = key;
      const permission = isUnknown ? undefined : permissionOf(access);
      const known = { type: 'key_dropped', keyName } as const;
      this.#settings.onEvent(permission === undefined ? known : { type: 'permission_missing', keyName, permission });
    }
    return true;
  }
}

function rawAnswerOf({ status, headers, bytes }: HttpAnswer, error?: ApiError): RawAnswer {
  return { status, headers, bytes, error };
}

/** Marks an interruption before the request was sent. */
async function nothingSent<Value>(waiting: Promise<Value>): Promise<Value> {
  try {
    return await waiting;
  } catch (error) {
    throw new InterruptedError({ outcome: 'not-sent', cause: error });
  }
}
