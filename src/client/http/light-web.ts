/**
 * Node loads all of undici when `Headers`, `Request` or `Response` is first used: 26 ms of a command that takes 150.
 * These are the parts that ky and the service's answers need. The bundle of the command line passes them to ky instead
 * of the global ones.
 */

type HeaderPairs = Iterable<readonly [name: string, value: string]>;

/** @returns what fetch would create, without loading fetch */
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
}

/** ky's description of a request. The body bypasses ky. */
class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: LightHeaders;
  readonly body = null;

  constructor(input: string | URL | LightRequest, { method, headers }: RequestFacts = {}) {
    const from = input instanceof LightRequest ? input : undefined;
    this.url = input instanceof LightRequest ? input.url : input.toString();
    this.method = method ?? from?.method ?? 'GET';
    this.headers = new LightHeaders(headers ?? from?.headers);
  }

  clone(): LightRequest {
    return new LightRequest(this);
  }
}

/** Nothing is an instance: only ky's hooks would return one, and we have none. */
function LightResponse(): void {
  throw new Error('ky is not to make an answer by itself');
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
