import { createHash, timingSafeEqual } from 'node:crypto';
import { CONTROL_TOKEN_HEADER } from '../../contract/control.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { RequestContext, Routes } from './intake.ts';
import { answerOrRefuse, HttpRefusal } from './http-refusal.ts';
import type { ControlRoute } from './controls.ts';
import type { OriginGuard } from './origin-guard.ts';

interface ControlRules {
  readonly guard: OriginGuard;
  /** Without a token, every caller that reaches the service may use its controls. */
  readonly token: string | undefined;
}

/** Serves the controls: without an API key, outside the rate limit, and not to web pages of other origins. */
export function addControls(routes: Routes, controlRoutes: readonly ControlRoute[], { guard, token }: ControlRules) {
  const admit = ({ req }: RequestContext, answer: () => Promise<Response>) =>
    answerOrRefuse(() => {
      guard.checkOrigin(req.raw.headers);
      if (token !== undefined) checkToken(req.raw.headers, token);
      return answer();
    });

  for (const { control, answer } of controlRoutes) {
    routes.on(control.method, control.path, (context) =>
      admit(context, () => answer({ request: context.req.raw, query: context.req.query(), id: '' })),
    );
  }
  for (const path of new Set(controlRoutes.map(({ control }) => control.path))) {
    const methods = controlRoutes.filter(({ control }) => control.path === path).map(({ control }) => control.method);
    const allow = methods.join(', ');
    routes.all(path, (context) =>
      admit(context, () =>
        Promise.reject(new HttpRefusal({ Allow: allow }, 'method_not_allowed', `Use ${allow} here`)),
      ),
    );
  }
  routes.all('/mock/*', (context) =>
    admit(context, () => Promise.reject(new Refusal('not_found', 'There is no such control'))),
  );
}

/** @throws {Refusal} `unauthorized` */
function checkToken(headers: Headers, token: string): void {
  const shown = headers.get(CONTROL_TOKEN_HEADER);
  if (shown !== null && timingSafeEqual(digestOf(shown), digestOf(token))) return;
  throw new Refusal(
    'unauthorized',
    `The controls of an exposed service want its token in the header ${CONTROL_TOKEN_HEADER}`,
  );
}

/** A digest, so that texts of different lengths can be compared in constant time. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
