import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { ServiceSettings } from '../service-settings.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { ACCOUNT_ROUTES, WALLET_ROUTES, ADMINISTRATION_ROUTES } from './routes.ts';
import type { Admission } from './admission.ts';
import { requireAccess } from './authenticate.ts';
import type { RequestContext, Routes } from './intake.ts';
import { jsonResponse, methodRefusal } from './http-refusal.ts';
import type { Route } from './route.ts';
import type { AnswerCache } from './shared-state.ts';

/** Every operation that is served. */
export const ROUTES: readonly Route[] = [...WALLET_ROUTES, ...ACCOUNT_ROUTES, ...ADMINISTRATION_ROUTES];

interface ApiParts {
  readonly wallet: Wallet;
  readonly admission: Admission;
  readonly cache: AnswerCache;
  /** How long the answer of an operation is repeated; 0: not at all. */
  readonly lifetimeSeconds: (operation: Operation) => number;
}

/** Serves the operations of the contract, and refuses every other request. */
export function addApi(routes: Routes, { wallet, admission, cache, lifetimeSeconds }: ApiParts): void {
  for (const route of ROUTES) {
    routes.on(route.operation.method, honoPath(route.operation), (context) => serve(context, route));
  }
  for (const path of new Set(ROUTES.map(({ operation }) => honoPath(operation)))) {
    const methods = ROUTES.filter(({ operation }) => honoPath(operation) === path).map((one) => one.operation.method);
    const allowed = methods.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]));
    routes.all(path, (context) => admission.refuse(context, methodRefusal(allowed)));
  }
  routes.notFound((context) => admission.refuse(context, new Refusal('not_found', 'There is no such route')));
  routes.onError((error, context) => admission.failed(error, context));

  function serve(context: RequestContext, { operation, read }: Route): Promise<Response> {
    return admission.admit(context, operation.rateLimit, async (caller, headers) => {
      const { access } = operation;
      const key = access === 'anyone' ? caller.key : await requireAccess(wallet.store, caller, access);
      const id = context.req.param('id') ?? '';
      const request = await read({ request: context.req.raw, query: context.req.query(), id });
      const answer = () => request.answer(wallet, key);
      const lifetime = key?.listCache === false ? 0 : lifetimeSeconds(operation);
      if (lifetime <= 0) return jsonResponse(await answer(), 200, headers);
      const name = `${key?.accountId ?? ''} ${request.cacheKey()}`;
      const { body, ageSeconds, isHit } = await cache.through(name, lifetime, answer, key?.clockAheadMs);
      return jsonResponse(body, 200, { ...headers, Age: String(ageSeconds), 'X-Cache': isHit ? 'HIT' : 'MISS' });
    });
  }
}

export function lifetimes({ cache = true, balanceCacheSeconds = 0 }: ServiceSettings): ApiParts['lifetimeSeconds'] {
  return (operation) => {
    if (operation.path === operations.getBalance.path) return balanceCacheSeconds;
    return cache ? (operation.cacheSeconds ?? 0) : 0;
  };
}

function honoPath({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
