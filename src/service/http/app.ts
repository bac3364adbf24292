import { Hono } from 'hono';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { RateLimitName } from '../../contract/rate-limit.ts';
import type { ServiceClock } from '../clock.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { ApiKey } from '../wallet/api-key.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { authenticate, requireAccess, type Caller } from './authenticate.ts';
import type { RequestContext, Routes } from './environment.ts';
import { faultEffects, type Connection } from './fault-effects.ts';
import { faultLevers } from './fault-levers.ts';
import { faultPlans } from './fault-plans.ts';
import { HttpRefusal, jsonResponse, refusalParts, refusalResponse, type RefusalParts } from './http-refusal.ts';
import { intake, type Exchange } from './intake.ts';
import { addLevers } from './lever-desk.ts';
import { answerCache } from './answer-cache.ts';
import { originGuard, type GuardedAddress } from './origin-guard.ts';
import { addPublicPages } from './public-pages.ts';
import {
  rateLimitHeaders,
  slidingRateWindow,
  tooManyRequests,
  unlimitedRateWindow,
  type RateVerdict,
} from './rate-window.ts';
import { requestLog } from './request-log.ts';
import type { ReadRequest, Route } from './route.ts';
import { ROUTES } from './routes.ts';
import { stateLevers, worldLevers } from './world-levers.ts';
import type { WholeState, World } from './world.ts';

export interface App {
  /** The service as a function from request to answer. Faults of the connection need one. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** Answers an address that sent what is no request. It counts as one. */
  readonly refuse: (address: string | undefined, refusal: Refusal) => RefusalParts;
  /** Ends what only a fault keeps waiting. */
  readonly endFaults: () => void;
}

export interface AppSettings extends GuardedAddress {
  readonly wallet: Wallet;
  readonly world: World;
  readonly state?: WholeState;
  readonly clock: ServiceClock;
  readonly rateLimit: boolean;
  readonly cache: boolean;
  /** How long a balance answer is repeated; 0: not at all. */
  readonly balanceCacheSeconds: number;
  readonly seed: number;
  /** Wanted of whoever pulls a lever. */
  readonly leverToken: string | undefined;
  readonly onError: ((error: unknown) => void) | undefined;
}

const UNKNOWN_ADDRESS = 'unknown address';

/** All that is reached over HTTP: the API, its document, and the levers. */
export function createApp(settings: AppSettings): App {
  const { wallet, clock, onError } = settings;
  const { store } = wallet;
  const window = settings.rateLimit ? slidingRateWindow(clock) : unlimitedRateWindow(clock);
  const cache = answerCache(clock);
  const lifetimeSecondsOf = lifetimes(settings);
  const guard = originGuard(settings);

  /** What every answer of the API goes through: who asks, how often, from where, and what becomes of refusals. */
  async function admit(
    context: RequestContext,
    limitName: RateLimitName,
    respond: (caller: Caller, headers: Record<string, string>) => Promise<Response>,
  ): Promise<Response> {
    let headers: Record<string, string> = {};
    try {
      const caller = await authenticate(store, context.req.raw.headers).catch((error: unknown) => {
        headers = rateLimitHeaders(window.count(addressOf(context), limitName));
        throw error;
      });
      context.env.exchange.caller = caller;
      const verdict = window.count(caller.key?.id ?? addressOf(context), limitName);
      headers = rateLimitHeaders(verdict);
      if (!verdict.isAllowed) throw tooManyRequests(verdict);
      guard.checkOrigin(context.req.raw.headers);
      failOnRequest(context.env.exchange, verdict);
      return await respond(caller, headers);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error, headers);
      return failed(error, headers);
    }
  }

  function failed(error: unknown, headers = {}): Response {
    onError?.(error);
    return refusalResponse(new Refusal('internal_error', 'The service failed to answer'), headers);
  }

  function serve(context: RequestContext, { operation, read }: Route): Promise<Response> {
    return admit(context, operation.rateLimit, async (caller, headers) => {
      const { access } = operation;
      const key = access === 'anyone' ? caller.key : await requireAccess(store, caller, access);
      const request = await read({
        request: context.req.raw,
        query: context.req.query(),
        id: context.req.param('id') ?? '',
      });
      const lifetimeSeconds = lifetimeSecondsOf(operation);
      if (lifetimeSeconds > 0) return cachedResponse(lifetimeSeconds, request, key, headers);
      return jsonResponse(await request.answer(wallet, key), 200, headers);
    });
  }

  async function cachedResponse(
    lifetimeSeconds: number,
    request: ReadRequest,
    key: ApiKey | undefined,
    headers: Record<string, string>,
  ): Promise<Response> {
    const name = `${key?.accountId ?? ''} ${request.cacheKey()}`;
    const { body, ageSeconds, isHit } = await cache.through(name, lifetimeSeconds, () => request.answer(wallet, key));
    return jsonResponse(body, 200, { ...headers, Age: String(ageSeconds), 'X-Cache': isHit ? 'HIT' : 'MISS' });
  }

  function refuseUnread(address: string | undefined, refusal: Refusal): RefusalParts {
    const verdict = window.count(address ?? UNKNOWN_ADDRESS, 'standard');
    return refusalParts(verdict.isAllowed ? refusal : tooManyRequests(verdict), rateLimitHeaders(verdict));
  }

  function refuse(context: RequestContext, refusal: () => Refusal): Promise<Response> {
    return admit(context, 'standard', () => Promise.reject(refusal()));
  }

  const plans = faultPlans(settings.seed);
  const effects = faultEffects();
  const log = requestLog();
  const forget = () => {
    plans.clear();
    cache.clear();
    window.clear();
  };

  const routes: Routes = new Hono();
  addPublicPages(routes, guard);
  const ofState = settings.state === undefined ? [] : stateLevers(settings.state, forget);
  addLevers(routes, [...faultLevers(plans, log), ...worldLevers(settings.world), ...ofState], {
    guard,
    token: settings.leverToken,
  });
  for (const route of ROUTES) {
    routes.on(route.operation.method, honoPath(route.operation), (context) => serve(context, route));
  }
  for (const [path, methods] of methodsByPath()) {
    const allow = methods.join(', ');
    routes.all(path, (context) =>
      refuse(context, () => new HttpRefusal({ Allow: allow }, 'method_not_allowed', `Use ${allow} here`)),
    );
  }
  routes.notFound((context) => refuse(context, () => new Refusal('not_found', 'There is no such route')));
  routes.onError((error) => failed(error));
  const fetch = intake({ clock, plans, effects, log }, async (request, connection, exchange) =>
    routes.fetch(request, { ...connection, exchange }),
  );
  return {
    fetch,
    refuse: refuseUnread,
    endFaults: () => {
      effects.stop();
    },
  };
}

/** How long the answer of an operation is repeated, in seconds. */
function lifetimes({ cache, balanceCacheSeconds }: AppSettings): (operation: Operation) => number {
  return (operation) => {
    if (operation.path === operations.getBalance.path) return balanceCacheSeconds;
    return cache ? (operation.cacheSeconds ?? 0) : 0;
  };
}

/** @throws {Refusal} when a fault wants one that the service itself would tell */
function failOnRequest({ refuseWith }: Exchange, verdict: RateVerdict): void {
  if (refuseWith === 'status-500') throw new Refusal('internal_error', 'The service failed to answer');
  if (refuseWith === 'rate-limit') throw tooManyRequests(verdict);
}

function honoPath({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { operation } of ROUTES) {
    const path = honoPath(operation);
    const allowed = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
    methods.set(path, [...(methods.get(path) ?? []), ...allowed]);
  }
  return methods;
}

function addressOf({ env }: RequestContext): string {
  return env.incoming?.socket.remoteAddress ?? UNKNOWN_ADDRESS;
}
