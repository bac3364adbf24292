import { createHash, timingSafeEqual } from 'node:crypto';
import { LEVER_TOKEN_HEADER } from '../../contract/lever.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { RequestContext, Routes } from './environment.ts';
import { HttpRefusal, refusalResponse } from './http-refusal.ts';
import type { LeverRoute } from './lever.ts';
import type { OriginGuard } from './origin-guard.ts';

interface DeskRules {
  readonly guard: OriginGuard;
  /** Without one, every caller that reaches the service may use its controls. */
  readonly token: string | undefined;
}

/** The entrance to the controls: without an API key, outside the rate window, and not from web pages of other origins. */
export function addLevers(routes: Routes, leverRoutes: readonly LeverRoute[], { guard, token }: DeskRules): void {
  async function admit(context: RequestContext, pull: () => Promise<Response>): Promise<Response> {
    try {
      guard.checkOrigin(context.req.raw.headers);
      if (token !== undefined) checkToken(context.req.raw.headers, token);
      return await pull();
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error, {});
      throw error;
    }
  }

  for (const { lever, pull } of leverRoutes) {
    routes.on(lever.method, lever.path, (context) =>
      admit(context, () => pull({ request: context.req.raw, query: context.req.query(), id: '' })),
    );
  }
  for (const path of new Set(leverRoutes.map(({ lever }) => lever.path))) {
    const methods = leverRoutes.filter(({ lever }) => lever.path === path).map(({ lever }) => lever.method);
    const allow = methods.join(', ');
    routes.all(path, (context) =>
      admit(context, () =>
        Promise.reject(new HttpRefusal({ Allow: allow }, 'method_not_allowed', `Use ${allow} here`)),
      ),
    );
  }
  routes.all('/mock/*', (context) =>
    admit(context, () => Promise.reject(new Refusal('not_found', 'There is no such lever'))),
  );
}

/** @throws {Refusal} `unauthorized` */
function checkToken(headers: Headers, token: string): void {
  const shown = headers.get(LEVER_TOKEN_HEADER);
  if (shown !== null && timingSafeEqual(digestOf(shown), digestOf(token))) return;
  throw new Refusal(
    'unauthorized',
    `The levers of an exposed service want its token in the header ${LEVER_TOKEN_HEADER}`,
  );
}

/** Of one length, whatever was shown. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
