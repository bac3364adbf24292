import { STATUS_CODES } from 'node:http';
import type * as z from 'zod';
import { ERROR_STATUS, type errorBody } from '../../contract/error.ts';
import { Refusal, StoreUnavailable } from '../wallet/refusal.ts';
import { noteText } from './logged-text.ts';

export class HttpRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>>, ...refusal: ConstructorParameters<typeof Refusal>) {
    super(...refusal);
    this.headers = headers;
  }
}

/** @param allowed the methods that the path has */
export function methodRefusal(allowed: readonly string[]): HttpRefusal {
  const allow = allowed.join(', ');
  return new HttpRefusal({ Allow: allow }, 'method_not_allowed', `Use ${allow} here`);
}

/** The connection ended within the body: the refusal does not arrive. */
export class UnreadRefusal extends Refusal {
  constructor(cause: unknown) {
    super('validation_failed', 'The connection ended within the body', {}, { cause });
  }
}

/** Turns a refusal into an answer; no other function does. */
export function refusalResponse(refusal: Refusal, headers: Readonly<Record<string, string>>): Response {
  const own = refusal instanceof HttpRefusal ? refusal.headers : {};
  return jsonResponse(JSON.stringify(refusalBody(refusal)), ERROR_STATUS[refusal.code], { ...headers, ...own });
}

export function refusalBody(refusal: Refusal): z.input<typeof errorBody> {
  const { message, code, facts } = refusal;
  return { success: false, error: STATUS_CODES[ERROR_STATUS[code]] ?? '', message, code, ...facts };
}

/** What else is thrown than refusals is no answer. */
export async function answerOrRefuse(answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof Refusal) return refusalResponse(error, {});
    if (error instanceof StoreUnavailable) return unavailableResponse();
    throw error;
  }
}

/** Nothing has happened: the caller may try again. A gateway answers likewise, so there is no code of our own. */
export function unavailableResponse(headers: Readonly<Record<string, string>> = {}): Response {
  const message = 'The service cannot use its database now: nothing was done';
  const body = { success: false, error: STATUS_CODES[503], message, retryAfter: RETRY_AFTER_SECONDS };
  return jsonResponse(JSON.stringify(body), 503, { ...headers, 'Retry-After': String(RETRY_AFTER_SECONDS) });
}

const RETRY_AFTER_SECONDS = 1;

export function jsonResponse(body: string, status: number, headers: Readonly<Record<string, string>>): Response {
  return noteText(new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } }), body);
}
