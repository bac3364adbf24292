import type { RateLimitName } from '../../contract/rate-limit.ts';
import { httpDate, type ServiceClock } from '../clock.ts';
import { Refusal } from '../wallet/refusal.ts';
import type { WalletStore } from '../wallet/wallet-store.ts';
import { authenticate, type Caller } from './authenticate.ts';
import type { RequestContext } from './environment.ts';
import { refusalParts, refusalResponse, type RefusalParts } from './http-refusal.ts';
import type { Exchange } from './intake.ts';
import type { OriginGuard } from './origin-guard.ts';
import { rateLimitHeaders, tooManyRequests, type RateVerdict, type RateWindow } from './rate-window.ts';

interface AdmissionParts {
  readonly clock: ServiceClock;
  readonly store: WalletStore;
  readonly window: RateWindow;
  readonly guard: OriginGuard;
}

type Respond = (caller: Caller, headers: Record<string, string>) => Promise<Response>;

const UNKNOWN_ADDRESS = 'unknown address';

/** What every answer of the API goes through: who asks, how often, from where, and what becomes of refusals. */
export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  async admit(context: RequestContext, limitName: RateLimitName, respond: Respond): Promise<Response> {
    let headers: Record<string, string> = {};
    try {
      const caller = await this.#callerOf(context).catch((error: unknown) => {
        headers = rateLimitHeaders(this.#parts.window.count(addressOf(context), limitName));
        throw error;
      });
      context.env.exchange.caller = caller;
      const verdict = this.#parts.window.count(caller.key?.id ?? addressOf(context), limitName);
      headers = rateLimitHeaders(verdict);
      if (!verdict.isAllowed) throw tooManyRequests(verdict);
      this.#parts.guard.checkOrigin(context.req.raw.headers);
      failOnRequest(context.env.exchange, verdict);
      return await respond(caller, headers);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error, headers);
      return this.failed(error, context, headers);
    }
  }

  refuse(context: RequestContext, refusal: () => Refusal): Promise<Response> {
    return this.admit(context, 'standard', () => Promise.reject(refusal()));
  }

  /** For an address that sent what is no request. It counts as one. */
  refuseUnread(address: string | undefined, refusal: Refusal): RefusalParts {
    const verdict = this.#parts.window.count(address ?? UNKNOWN_ADDRESS, 'standard');
    const headers = { ...rateLimitHeaders(verdict), Date: httpDate(this.#parts.clock) };
    return refusalParts(verdict.isAllowed ? refusal : tooManyRequests(verdict), headers);
  }

  /** The cause is for the operator of the service: a caller learns that it failed, and no more. */
  failed(cause: unknown, { env }: RequestContext, headers = {}): Response {
    env.exchange.failure = { cause };
    return refusalResponse(new Refusal('internal_error', 'The service failed to answer'), headers);
  }

  #callerOf(context: RequestContext): Promise<Caller> {
    return authenticate(this.#parts.store, context.req.raw.headers);
  }
}

/** @throws {Refusal} when a fault asks for one that the service itself would send */
function failOnRequest({ refuseWith }: Exchange, verdict: RateVerdict): void {
  if (refuseWith === 'status-500') throw new Refusal('internal_error', 'The service failed to answer');
  if (refuseWith === 'rate-limit') throw tooManyRequests(verdict);
}

function addressOf({ env }: RequestContext): string {
  return env.incoming?.socket.remoteAddress ?? UNKNOWN_ADDRESS;
}
