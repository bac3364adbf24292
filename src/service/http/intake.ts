import { maskKey } from '../../contract/mask-key.ts';
import type { ServiceClock } from '../clock.ts';
import { shownKey, type Caller } from './authenticate.ts';
import type { CarryOut, Connection, FaultEffects } from './fault-effects.ts';
import type { FaultPlans } from './fault-plans.ts';
import type { RequestLog } from './request-log.ts';

/** What is told about a request between the door of the service and its routes. */
export interface Exchange {
  /** Set once it is known. */
  caller?: Caller;
  /** The service is to refuse the request, as if it failed by itself. */
  refuseWith?: Parameters<CarryOut>[0];
}

export type Respond = (request: Request, connection: Connection, exchange: Exchange) => Promise<Response>;

interface IntakeParts {
  readonly clock: ServiceClock;
  readonly plans: FaultPlans;
  readonly effects: FaultEffects;
  readonly log: RequestLog;
}

const API_PREFIX = '/api/';
const LEVER_PREFIX = '/mock/';
/** Of the log, so that its size is bounded. */
const PATH_CHARACTERS_MAXIMUM = 500;

/** The door: requests of the API meet their faults here, and all but those for levers are logged. */
export function intake({ clock, plans, effects, log }: IntakeParts, respond: Respond) {
  return async (request: Request, connection: Connection = {}): Promise<Response> => {
    const target = targetOf(request.url);
    const exchange: Exchange = {};
    if (target.startsWith(LEVER_PREFIX)) return respond(request, connection, exchange);
    const startedAt = clock.now();
    const fault = target.startsWith(API_PREFIX) ? plans.meet(request.method, pathOf(target)) : undefined;
    let status: number | null = null;
    try {
      const carryOut: CarryOut = (refuseWith) => respond(request, connection, Object.assign(exchange, { refuseWith }));
      if (fault === undefined) {
        const response = await carryOut();
        status = response.status;
        return response;
      }
      const outcome = await effects.answer(fault, connection, carryOut);
      status = outcome.status;
      return outcome.response;
    } finally {
      const key = shownKey(request.headers);
      log.record({
        at: startedAt,
        method: request.method,
        path: maskKeysIn(target).slice(0, PATH_CHARACTERS_MAXIMUM),
        account: exchange.caller?.key?.accountId ?? null,
        key: key === undefined ? null : maskKey(key),
        status,
        durationMs: Math.round((clock.now() - startedAt) * 1000) / 1000,
        fault: fault?.kind ?? null,
      });
    }
  };
}

/** Path and query. The server that made the URL has checked it: what follows the host begins with a slash. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? target;
}

/** Somebody may have tried a key as a parameter. */
function maskKeysIn(target: string): string {
  return target.includes('pk_') ? target.replaceAll(/pk_\w+/g, maskKey) : target;
}
