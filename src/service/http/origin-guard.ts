import { Refusal } from '../wallet/refusal.ts';

/** Names of the machine itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;
const SINGLE_LABEL = /^[\w-]+$/;

export interface GuardedAddress {
  /** The address that the service listens on. */
  readonly boundHost: string | undefined;
  readonly isExposed: boolean;
  readonly scheme?: 'http' | 'https';
  readonly allowedHosts?: readonly string[];
  /** Origins whose web pages may use it. */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Refuses web pages. A page in a browser can send requests to this machine: these carry its `Origin`, or
 * `Sec-Fetch-Site` shows that they come from another site. Or its own name resolves to this machine (DNS rebinding):
 * then `Host` is that name. An exposed service has names that it cannot know, but an attacker cannot make an IP
 * address, or a name without a dot, resolve to another machine on the internet.
 */
export class OriginGuard {
  readonly #names: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #isExposed: boolean;
  readonly #scheme: string;

  constructor({ boundHost, isExposed, allowedHosts = [], allowedOrigins = [], scheme = 'http' }: GuardedAddress) {
    const bound = boundHost === undefined ? [] : [boundHost, `[${boundHost}]`];
    this.#names = new Set([...LOOPBACK_NAMES, ...bound, ...allowedHosts.map((name) => name.toLowerCase())]);
    this.#origins = new Set(allowedOrigins);
    this.#isExposed = isExposed;
    this.#scheme = scheme;
  }

  /** For what any caller may see who used a known host name. @throws {Refusal} `origin_refused` */
  checkHost(headers: Headers): void {
    const host = headers.get('Host');
    if (host !== null && !this.#isOwnName(host.replace(/:\d+$/, '').toLowerCase())) {
      throw new Refusal('origin_refused', 'The Host header names another service');
    }
  }

  /** Also refuses web pages of other origins. @throws {Refusal} likewise */
  checkOrigin(headers: Headers): void {
    this.checkHost(headers);
    const host = headers.get('Host');
    const origin = headers.get('Origin');
    if (this.isAllowedOrigin(origin)) return;
    const site = headers.get('Sec-Fetch-Site') ?? 'none';
    const isForeign = origin !== null && (host === null || origin !== `${this.#scheme}://${host}`);
    if (isForeign || site === 'cross-site' || site === 'same-site') {
      throw new Refusal('origin_refused', 'Requests from web pages of other origins are refused');
    }
  }

  /** For pages: a link elsewhere may lead to one, since only the visitor sees it then. @throws {Refusal} likewise */
  checkVisit({ method, headers }: Pick<Request, 'method' | 'headers'>): void {
    const isOpened = headers.get('Sec-Fetch-Mode') === 'navigate' && headers.get('Sec-Fetch-Dest') === 'document';
    if (method === 'GET' && isOpened && !headers.has('Origin')) this.checkHost(headers);
    else this.checkOrigin(headers);
  }

  isAllowedOrigin(origin: string | null): boolean {
    return origin !== null && this.#origins.has(origin);
  }

  #isOwnName(name: string): boolean {
    return this.#names.has(name) || (this.#isExposed && (IP_ADDRESS.test(name) || SINGLE_LABEL.test(name)));
  }
}
