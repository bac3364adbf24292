/**
 * Node loads all of undici when `Headers`, `Request` or `Response` is first used, which `pix balance` does without: what
 * that saves is in docs/decisions/node-transport.md. These are the parts that ky and our answers need, and
 * the builds give them to ky instead of the global ones. test/client/light-web.test.ts fails when a new ky needs others.
 */

type HeaderPairs = Iterable<readonly [name: string, value: string]>;

/** What an answer consists of. The body is read in pieces; closing it ends its connection. */
export interface AnswerParts {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly read: () => Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  readonly close: () => void;
}

/** @returns what fetch would create, without loading fetch: the parts of a `Response` that ky and its caller use */
export function responseOf(parts: AnswerParts): Response {
  const response: object = new LightResponse(parts);
  return response as Response;
}

export function headersOf(pairs: HeaderPairs): Headers {
  const headers: object = new LightHeaders(pairs);
  return headers as Headers;
}

/** Headers by name, in any case. Values of equal names are joined, as fetch joins them. */
class LightHeaders implements Headers {
  readonly #values = new Map<string, string>();
  readonly #cookies: string[] = [];

  constructor(from: HeaderPairs | Readonly<Record<string, string | undefined>> = []) {
    const pairs: Iterable<readonly [string, string | undefined]> = isIterable(from) ? from : Object.entries(from);
    for (const [name, value] of pairs) if (value !== undefined) this.append(name, value);
  }

  append(name: string, value: string): void {
    const key = name.toLowerCase();
    const present = this.#values.get(key);
    if (key === 'set-cookie') this.#cookies.push(value);
    this.#values.set(key, present === undefined ? value : `${present}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  getSetCookie(): string[] {
    return [...this.#cookies];
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  forEach(call: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this) call(value, name, headersOf(this));
  }

  entries(): ReturnType<Headers['entries']> {
    return new Map([...this.#values].sort(([one], [other]) => (one < other ? -1 : 1))).entries();
  }

  *keys(): ReturnType<Headers['keys']> {
    for (const [name] of this) yield name;
  }

  *values(): ReturnType<Headers['keys']> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): ReturnType<Headers['entries']> {
    return this.entries();
  }
}

function isIterable(from: HeaderPairs | object): from is HeaderPairs {
  return Symbol.iterator in from;
}

interface RequestFacts {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof LightHeaders>[0];
  readonly body?: string;
}

class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: LightHeaders;
  /** No stream: ky would only cancel it. */
  readonly body = null;
  readonly #text: string;

  constructor(input: string | URL | LightRequest, { method, headers, body }: RequestFacts = {}) {
    const from = input instanceof LightRequest ? input : undefined;
    this.url = input instanceof LightRequest ? input.url : new URL(input).href;
    this.method = method ?? from?.method ?? 'GET';
    this.headers = new LightHeaders(headers ?? from?.headers);
    this.#text = body ?? (from === undefined ? '' : from.#text);
  }

  text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  clone(): LightRequest {
    return new LightRequest(this);
  }
}

class LightResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly body: { getReader(): LightResponse['body']; read: AnswerParts['read']; cancel(): Promise<void> };

  constructor({ status, headers, read, close }: AnswerParts) {
    this.ok = status >= 200 && status < 300;
    this.status = status;
    this.headers = headersOf(headers);
    const cancel = () => {
      close();
      return Promise.resolve();
    };
    this.body = { getReader: () => this.body, read, cancel };
  }
}

/** What ky reads from `globalThis`. Streams it would use for progress alone, and Node loads them when they are named. */
export const lightGlobals = {
  AbortController,
  AbortSignal,
  ReadableStream: undefined,
  FormData: undefined,
  Headers: LightHeaders,
  Request: LightRequest,
  Response: LightResponse,
};
