import type { RateLimitName } from '../../contract/limits.ts';
import { Refusal, StoreUnavailable } from '../wallet/refusal.ts';
import type { WalletStore } from '../wallet/wallet-store.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { refusalResponse, unavailableResponse, UnreadRefusal } from './http-refusal.ts';
import type { Exchange, RequestContext } from './intake.ts';
import type { OriginGuard } from './origin-guard.ts';
import { rateLimitHeaders, tooManyRequests } from './rate-window.ts';
import type { RateVerdict, RateWindow } from './shared-state.ts';

type Respond = (caller: Caller, headers: Record<string, string>) => Promise<Response>;

const UNKNOWN_ADDRESS = 'unknown address';

export type Admission = ReturnType<typeof createAdmission>;

/** Steps that every request of the API passes: authentication, rate limit, origin, and the answer to refusals. */
export function createAdmission(store: WalletStore, window: RateWindow, guard: OriginGuard) {
  async function admit(context: RequestContext, limitName: RateLimitName, respond: Respond): Promise<Response> {
    const { exchange } = context.env;
    const { headers: asked } = context.req.raw;
    let headers: Record<string, string> = {};
    try {
      const caller = await authenticate(store, asked).catch(async (error: unknown) => {
        if (error instanceof StoreUnavailable) throw error;
        headers = rateLimitHeaders(await window.count(addressOf(context), limitName));
        throw error;
      });
      exchange.caller = caller;
      const verdict = await window.count(caller.key?.id ?? addressOf(context), limitName, caller.key?.clockAheadMs);
      headers = rateLimitHeaders(verdict);
      if (!verdict.isAllowed) throw tooManyRequests(verdict);
      guard.checkOrigin(asked);
      failOnRequest(exchange, verdict);
      return await respond(caller, headers);
    } catch (error) {
      exchange.isCutOff = error instanceof UnreadRefusal;
      if (error instanceof Refusal) return refusalResponse(error, headers);
      if (!(error instanceof StoreUnavailable)) return failed(error, context, headers);
      exchange.unavailable = error.message;
      return unavailableResponse(headers);
    }
  }

  /** Reports the cause to the operator of the service only; the caller gets a 500 without it. */
  function failed(cause: unknown, { env }: RequestContext, headers = {}): Response {
    env.exchange.failure = { cause };
    return refusalResponse(new Refusal('internal_error', 'The service failed to answer'), headers);
  }

  const refuse = (context: RequestContext, refusal: Refusal) =>
    admit(context, 'standard', () => Promise.reject(refusal));
  return { admit, refuse, failed };
}

/** @throws {Refusal} when a fault simulates a refusal of the service itself */
function failOnRequest({ refuseWith }: Exchange, verdict: RateVerdict): void {
  if (refuseWith === 'status-500') throw new Refusal('internal_error', 'The service failed to answer');
  if (refuseWith === 'rate-limit') throw tooManyRequests(verdict);
}

function addressOf({ env }: RequestContext): string {
  return env.incoming?.socket.remoteAddress ?? UNKNOWN_ADDRESS;
}
