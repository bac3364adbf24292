import { gzipSync } from 'node:zlib';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const CONTENT_SECURITY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Without a referrer, a browser would send `Origin: null` with a form, which the service refuses. */
const SAFETY = {
  'Content-Security-Policy': CONTENT_SECURITY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

interface Answer {
  readonly type: string;
  readonly status?: number;
  /** Default: never stored. */
  readonly cache?: string;
  readonly cookies?: readonly string[];
}

/** Texts are compressed for browsers that ask for it: an exposed service may be far away. */
export function textAnswer(request: Request, text: string, { type, status = 200, cache, cookies }: Answer): Response {
  const isPacked = /\bgzip\b/.test(request.headers.get('Accept-Encoding') ?? '');
  const headers = headersOf({ 'Content-Type': `${type}; charset=utf-8`, Vary: 'Accept-Encoding' }, cache, cookies);
  if (!isPacked) return new Response(text, { status, headers });
  headers.set('Content-Encoding', 'gzip');
  return new Response(new Uint8Array(gzipSync(text)), { status, headers });
}

/** After a form: the browser asks for the page again, and reloading it repeats nothing. */
export function redirect(to: string, cookies: readonly string[] = []): Response {
  return new Response(null, { status: 303, headers: headersOf({ Location: to }, undefined, cookies) });
}

export function streamAnswer(stream: ReadableStream<Uint8Array>, headers: Readonly<Record<string, string>>): Response {
  return new Response(stream, { headers: headersOf(headers) });
}

function headersOf(own: Readonly<Record<string, string>>, cache = 'no-store', cookies: readonly string[] = []) {
  const headers = new Headers({ ...SAFETY, 'Cache-Control': cache, ...own });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

/** Only a path of this service: a link must not lead a visitor elsewhere. */
export function ownPath(path = ''): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}

/** Changes come in bursts: one event for all of them is enough, since a page then reads everything again. */
const BURST_MS = 100;

const EVENT = new TextEncoder().encode('data: changed\n\n');

/** The open pages that are told of changes by server-sent events: https://html.spec.whatwg.org/#server-sent-events */
export class LiveStream {
  readonly #pages = new Set<ReadableStreamDefaultController<Uint8Array>>();
  readonly #unwatch: () => void;
  #burst: NodeJS.Timeout | undefined;

  constructor(watch: (onChange: () => void) => () => void) {
    this.#unwatch = watch(() => {
      if (this.#pages.size > 0) this.#burst ??= setTimeout(() => this.#send(), BURST_MS);
    });
  }

  open(): ReadableStream<Uint8Array> {
    let page: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        page = controller;
        this.#pages.add(page);
        // What happened before the stream was open would be missed.
        page.enqueue(EVENT);
      },
      cancel: () => void this.#pages.delete(page),
    });
  }

  close(): void {
    this.#unwatch();
    clearTimeout(this.#burst);
    for (const page of this.#pages) page.close();
    this.#pages.clear();
  }

  #send(): void {
    this.#burst = undefined;
    // A page that does not read gets no second event: the first one makes it read everything.
    for (const page of this.#pages) if ((page.desiredSize ?? 0) > 0) page.enqueue(EVENT);
  }
}

export type Assets = Awaited<ReturnType<typeof readAssets>>;

export async function readAssets() {
  return Promise.all([readAsset('console.css', 'text/css'), readAsset('console.js', 'text/javascript')]);
}

/** The build puts them beside itself, as they are beside this file. */
async function readAsset(file: string, type: string) {
  const text = await readFile(new URL(`./browser/${file}`, import.meta.url), 'utf8');
  const version = hash('sha256', text).slice(0, 12);
  // The path changes with the text, so that a browser may keep it.
  return { file, type, text, path: `/console/${file}?${version}` };
}
