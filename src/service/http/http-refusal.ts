import type * as z from 'zod';
import { ERROR_STATUS, type errorBody } from '../../contract/error.ts';
import { Refusal } from '../wallet/refusal.ts';

/** A refusal that HTTP has a header for. */
export class HttpRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;

  constructor(headers: Readonly<Record<string, string>>, ...refusal: ConstructorParameters<typeof Refusal>) {
    super(...refusal);
    this.headers = headers;
  }
}

const REASON_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
} as const satisfies Record<(typeof ERROR_STATUS)[keyof typeof ERROR_STATUS], string>;

/** The one place where refusals become answers. */
export function refusalResponse(refusal: Refusal, headers: Readonly<Record<string, string>>): Response {
  const own = refusal instanceof HttpRefusal ? refusal.headers : {};
  return jsonResponse(JSON.stringify(refusalBody(refusal)), ERROR_STATUS[refusal.code], { ...headers, ...own });
}

export function refusalBody({ message, code, facts }: Refusal): z.input<typeof errorBody> {
  return { success: false, error: REASON_PHRASES[ERROR_STATUS[code]], message, code, ...facts };
}

export function jsonResponse(body: string, status: number, headers: Readonly<Record<string, string>>): Response {
  return new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } });
}
