import { maskKey } from '../../contract/mask-key.ts';
import { httpDate, type ServiceClock } from '../clock.ts';
import { shownKey, type Caller } from './authenticate.ts';
import type { CarryOut, Connection, FaultEffects } from './fault-effects.ts';
import { unavailableResponse } from './http-refusal.ts';
import { loggedBody, loggedLine, notedText } from './logged-text.ts';
import { NO_BODIES, type Fault, type FaultPlans, type RequestEntry, type RequestLog } from './shared-state.ts';
import { StoreUnavailable } from '../wallet/refusal.ts';
import type { Context, Hono } from 'hono';

/** What the steps of answering a request share. */
export interface Exchange {
  /** Set after authentication. */
  caller?: Caller;
  /** The refusal that a fault simulates. */
  refuseWith?: Parameters<CarryOut>[0];
  /** The connection ended before the request did: there is no answer. */
  isCutOff?: boolean;
  /** Why the service answers with 503. */
  unavailable?: string;
  /** Why the service answers with 500. */
  failure?: { readonly cause: unknown };
}

/** A request that was answered with 500, without its keys. */
export type FailedRequest = Pick<RequestEntry, 'method' | 'path'>;

export interface IntakeParts {
  readonly clock: ServiceClock;
  readonly plans: FaultPlans;
  readonly effects: FaultEffects;
  readonly accountOf: (headers: Headers) => Promise<string | undefined>;
  readonly log: RequestLog;
  readonly onError: ((error: unknown, failed: FailedRequest) => void) | undefined;
  readonly respond: (request: Request, connection: Connection, exchange: Exchange) => Promise<Response>;
}

const API_PREFIX = '/api/';
const CONTROL_PREFIX = '/mock/';
const CONSOLE_PREFIX = '/console/';

/** The first step of every request: applies faults, and logs all requests except successful calls of controls and pages. */
export function intake({ clock, plans, effects, accountOf, log, onError, respond }: IntakeParts) {
  async function answer(request: Request, connection: Connection = {}): Promise<Response> {
    const target = targetOf(request.url);
    const exchange: Exchange = {};
    const startedAt = clock.now();
    if (target.startsWith(CONTROL_PREFIX) || isPage(target)) {
      const response = await respond(request, connection, exchange);
      if (exchange.failure !== undefined) {
        const { status } = response;
        await record(request, target, exchange, { ...NO_BODIES, at: startedAt, status, fault: null });
      }
      return dated(response, exchange);
    }
    const isOfApi = target.startsWith(API_PREFIX);
    let fault: Fault | undefined;
    try {
      fault = isOfApi
        ? await plans.meet({ method: request.method, path: pathOf(target), account: () => accountOf(request.headers) })
        : undefined;
    } catch (error) {
      if (error instanceof StoreUnavailable) return dated(unavailableResponse(), exchange);
      throw error;
    }
    let status: number | null = null;
    let answerBody: string | null = null;
    try {
      const { response, ...outcome } = await carryOut(request, connection, exchange, fault);
      status = outcome.status;
      if (status === null) return response;
      if (isOfApi) answerBody = loggedBody(fault === undefined ? notedText(response) : await response.clone().text());
      return dated(response, exchange);
    } finally {
      const requestBody = isOfApi ? loggedBody(notedText(request)) : null;
      const seen = { at: startedAt, status, fault: fault?.kind ?? null, requestBody, answerBody };
      await record(request, target, exchange, seen);
    }
  }

  async function carryOut(request: Request, connection: Connection, exchange: Exchange, fault: Fault | undefined) {
    const answered: CarryOut = async (refuseWith) =>
      dated(await respond(request, connection, Object.assign(exchange, { refuseWith })), exchange);
    if (fault !== undefined) return effects.answer(fault, connection, answered);
    const response = await answered();
    return { response, status: exchange.isCutOff === true ? null : response.status };
  }

  /** Sets `Date` from the clock of the account: clients compare rate limit resets and ages with it. */
  function dated(response: Response, { caller }: Exchange): Response {
    response.headers.set('Date', httpDate(clock.now() + (caller?.key?.clockAheadMs ?? 0)));
    return response;
  }

  async function record(
    { method, headers }: Request,
    target: string,
    { caller, failure, unavailable }: Exchange,
    outcome: Pick<RequestEntry, 'at' | 'status' | 'fault' | 'requestBody' | 'answerBody'>,
  ): Promise<void> {
    const key = shownKey(headers);
    const path = loggedLine(target);
    if (failure !== undefined) onError?.(failure.cause, { method, path });
    await log.record({
      ...outcome,
      method,
      path,
      error: failure === undefined ? (unavailable ?? null) : loggedLine(String(failure.cause)),
      account: caller?.key?.accountId ?? null,
      key: key === undefined ? null : maskKey(key),
      durationMs: Math.max(0, Math.round((clock.now() - outcome.at) * 1000) / 1000),
    });
  }

  return answer;
}

function isPage(target: string): boolean {
  return target === '/' || target.startsWith('/?') || target.startsWith(CONSOLE_PREFIX);
}

/** Path and query. The URL was validated by the server: after the host comes a slash. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}

interface Environment {
  Bindings: Connection & { readonly exchange: Exchange };
}

export type RequestContext = Context<Environment>;
export type Routes = Hono<Environment>;
