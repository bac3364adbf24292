import type { EventEmitter } from 'node:events';
import { Hono } from 'hono';
import type { ServiceClock } from '../clock.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { createAdmission } from './admission.ts';
import { authenticate } from './authenticate.ts';
import { addApi } from './routes.ts';
import { FaultEffects, type Connection } from './fault-effects.ts';
import { answerOrRefuse, jsonResponse, unavailableResponse } from './http-refusal.ts';
import { intake, type IntakeParts, type Routes } from './intake.ts';
import { addConsole } from './console-routes.ts';
import { addControls, type ControlParts } from './controls.ts';
import { originGuard, type OriginGuard } from './origin-guard.ts';
import type { ServiceSettings } from '../service-settings.ts';
import { CONTROL_TOKEN_HEADER } from '../../contract/control.ts';
import { RATE_LIMIT_HEADERS } from '../../contract/limits.ts';

export interface App {
  /** Answers a request. Faults that break the connection require `connection`. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** Ends what keeps connections open: delays that faults cause, and streams of the console. */
  readonly endWaits: () => void;
}

interface AppParts extends ControlParts {
  readonly wallet: Wallet;
  readonly clock: ServiceClock;
  /** Called when a request was logged. */
  readonly activity: EventEmitter<{ change: [] }>;
}

/** Everything that is served over HTTP: the API, its document, and the controls. */
export function createApp(settings: ServiceSettings, parts: AppParts): App {
  const { controlToken: token, onError } = settings;
  const { wallet, clock, activity } = parts;
  const { window, cache, plans, log } = parts.shared;
  const guard = originGuard(settings);
  const effects = new FaultEffects();
  const routes: Routes = new Hono();
  addPublicPages(routes, guard, () => wallet.store.isReady());
  addControls(routes, parts, guard, token);
  const closeConsole = addConsole(routes, { wallet, clock, guard, token, activity });
  addApi(routes, settings, wallet, cache, createAdmission(wallet.store, window, guard));
  const respond: IntakeParts['respond'] = async (request, connection, exchange) =>
    withCrossOrigin(guard, request, async () => routes.fetch(request, { ...connection, exchange }));
  const accountOf = async (headers: Headers) => (await authenticate(wallet.store, headers)).key?.accountId;
  const answer = intake({ clock, plans, effects, log, onError, respond, accountOf });
  return {
    async fetch(request, connection) {
      const response = await answer(request, connection);
      // Controls and forms are not logged, and may change what open pages show.
      if (request.method !== 'GET') activity.emit('change');
      return response;
    },
    endWaits: () => {
      effects.stop();
      closeConsole();
    },
  };
}

const PREFLIGHT_SECONDS = 600;
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': `Authorization, Content-Type, X-API-Key, ${CONTROL_TOKEN_HEADER}`,
  'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
};
const READABLE_HEADERS = [...Object.values(RATE_LIMIT_HEADERS), 'Age', 'Date', 'Retry-After', 'X-Cache'].join(', ');

/** Lets web pages of allowed origins read answers. Source: https://fetch.spec.whatwg.org/#http-cors-protocol */
async function withCrossOrigin(guard: OriginGuard, { method, headers }: Request, respond: () => Promise<Response>) {
  const origin = headers.get('Origin');
  if (origin === null || !guard.isAllowedOrigin(origin)) return respond();
  const isPreflight = method === 'OPTIONS' && headers.has('Access-Control-Request-Method');
  const response = isPreflight ? new Response(null, { status: 204, headers: PREFLIGHT_HEADERS }) : await respond();
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', READABLE_HEADERS);
  response.headers.append('Vary', 'Origin');
  return response;
}

/** Health and the API document: without a key and not counted, but only under a known host name. */
function addPublicPages(routes: Routes, guard: OriginGuard, isReady: () => Promise<boolean>): void {
  function show(path: string, page: () => Response | Promise<Response>): void {
    routes.get(path, ({ req }) =>
      answerOrRefuse(() => {
        guard.checkHost(req.raw.headers);
        return page();
      }),
    );
  }

  show('/healthz', () => jsonResponse('{"status":"ok"}', 200, {}));

  // For what stands in front of several instances: this one lives, but without its store it can't answer.
  show('/readyz', async () =>
    (await isReady()) ? jsonResponse('{"status":"ready"}', 200, {}) : unavailableResponse(),
  );

  // Created on the first request: most runs of the service never need it.
  show('/openapi.json', async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return jsonResponse(JSON.stringify(openApiDocument()), 200, {});
  });
}
