import { Refusal } from '../wallet/refusal.ts';

/** Names by which a machine reaches itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;
const SINGLE_LABEL = /^[\w-]+$/;

export interface GuardedAddress {
  /** The address that the service was told to listen on. */
  readonly boundHost: string | undefined;
  /** Whether other machines may reach it. */
  readonly isExposed: boolean;
  /** Further names by which it may be reached. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose web pages may use it. */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Keeps web pages out. A page in a browser may send requests to this machine: they carry its `Origin`, or
 * say in `Sec-Fetch-Site` that they come from elsewhere. Or it may have its own name resolve to this machine: then
 * `Host` is that name. An exposed service has names that it can't know, but an attacker cannot make an IP address, or a name
 * without a dot, resolve to somewhere else on the internet.
 */
export class OriginGuard {
  readonly #names: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #isExposed: boolean;

  constructor({ boundHost, isExposed, allowedHosts = [], allowedOrigins = [] }: GuardedAddress) {
    const bound = boundHost === undefined ? [] : [boundHost, `[${boundHost}]`];
    this.#names = new Set([...LOOPBACK_NAMES, ...bound, ...allowedHosts.map((name) => name.toLowerCase())]);
    this.#origins = new Set(allowedOrigins);
    this.#isExposed = isExposed;
  }

  /** For what may be shown to any caller who asked for this service by a name of its own. @throws {Refusal} `origin_refused` */
  checkHost(headers: Headers): void {
    const host = headers.get('Host');
    if (host !== null && !this.#isOwnName(host.replace(/:\d+$/, '').toLowerCase())) {
      throw new Refusal('origin_refused', 'The Host header names another service');
    }
  }

  /** For what no other web page may use, on top of that. @throws {Refusal} likewise */
  checkOrigin(headers: Headers): void {
    this.checkHost(headers);
    const host = headers.get('Host');
    const origin = headers.get('Origin');
    if (this.isAllowedOrigin(origin)) return;
    const site = headers.get('Sec-Fetch-Site') ?? 'none';
    const isForeign = origin !== null && (host === null || origin !== `http://${host}`);
    if (isForeign || site === 'cross-site' || site === 'same-site') {
      throw new Refusal('origin_refused', 'Requests from web pages of other origins are refused');
    }
  }

  /** Whether the service was told that web pages of this origin may use it. */
  isAllowedOrigin(origin: string | null): boolean {
    return origin !== null && this.#origins.has(origin);
  }

  #isOwnName(name: string): boolean {
    return this.#names.has(name) || (this.#isExposed && (IP_ADDRESS.test(name) || SINGLE_LABEL.test(name)));
  }
}
