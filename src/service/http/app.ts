import { Hono } from 'hono';
import type { ServiceClock } from '../clock.ts';
import type { Refusal } from '../wallet/refusal.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Signal } from '../signal.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { Admission } from './admission.ts';
import { authenticate } from './authenticate.ts';
import { addApi, lifetimes, type CacheSettings } from './api-routes.ts';
import { withCrossOrigin } from './cross-origin.ts';
import type { Routes } from './environment.ts';
import { FaultEffects, type Connection } from './fault-effects.ts';
import type { RefusalParts } from './http-refusal.ts';
import { Intake, type IntakeParts } from './intake.ts';
import { addControls } from './control-routes.ts';
import { ConsoleRoutes } from './console-routes.ts';
import { faultControls, stateControls, outsideControls, webhookControls, type WholeState } from './controls.ts';
import { OriginGuard, type GuardedAddress } from './origin-guard.ts';
import { addPublicPages } from './public-pages.ts';
import type { SharedState } from './shared-state.ts';
import type { Outside } from '../outside.ts';

export interface App {
  /** Answers a request. Faults that break the connection require `connection`. */
  readonly fetch: (request: Request, connection?: Connection) => Promise<Response>;
  /** Refuses data that is no valid HTTP request. It counts against the rate limit of the address. */
  readonly refuse: (address: string | undefined, refusal: Refusal) => Promise<RefusalParts>;
  /** Ends what keeps connections open: delays that faults cause, and streams of the console. */
  readonly endWaits: () => void;
}

export interface AppSettings extends GuardedAddress, CacheSettings {
  readonly wallet: Wallet;
  readonly outside: Outside;
  readonly state: WholeState;
  readonly clock: ServiceClock;
  readonly shared: SharedState;
  readonly webhooks: Webhooks;
  /** Raised when a request was logged. */
  readonly activity: Signal;
  readonly isReady: () => Promise<boolean>;
  /** The token that callers of the controls must send. */
  readonly controlToken: string | undefined;
  readonly onError: IntakeParts['onError'];
}

/** Everything that is served over HTTP: the API, its document, and the controls. */
export function createApp(settings: AppSettings): App {
  const { wallet, clock, outside, state, webhooks, controlToken: token, onError } = settings;
  const { window, cache, plans, log } = settings.shared;
  const guard = new OriginGuard(settings);
  const admission = new Admission({ clock, store: wallet.store, window, guard });
  const effects = new FaultEffects();
  const forget = async () => {
    await plans.clear();
    webhooks.clear();
    cache.clear?.();
    window.clear?.();
  };

  const routes: Routes = new Hono();
  addPublicPages(routes, guard, settings.isReady);
  addControls(
    routes,
    [
      ...faultControls(plans, log, outside),
      ...outsideControls(outside),
      ...webhookControls(webhooks, outside),
      ...stateControls(state, forget),
    ],
    {
      guard,
      token,
    },
  );
  const shownPages = new ConsoleRoutes({ wallet, clock, guard, token, activity: settings.activity });
  shownPages.addTo(routes);
  addApi(routes, { wallet, admission, cache, lifetimeSeconds: lifetimes(settings) });
  const respond: IntakeParts['respond'] = async (request, connection, exchange) =>
    withCrossOrigin(guard, request, async () => routes.fetch(request, { ...connection, exchange }));
  const accountOf = async (headers: Headers) => (await authenticate(wallet.store, headers)).key?.accountId;
  const intake = new Intake({ clock, plans, effects, log, onError, respond, accountOf });
  return {
    async fetch(request, connection) {
      const response = await intake.answer(request, connection);
      // Controls and forms are not logged, and may change what open pages show.
      if (request.method !== 'GET') settings.activity.raise();
      return response;
    },
    refuse: (address, refusal) => admission.refuseUnread(address, refusal),
    endWaits: () => {
      effects.stop();
      shownPages.close();
    },
  };
}
