import { Refusal } from '../wallet/refusal.ts';

/** Names by which a machine reaches itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;
const SINGLE_LABEL = /^[\w-]+$/;

/** Each throws {@link Refusal} `origin_refused`. */
export interface OriginGuard {
  /** For what may be shown to anybody who asked for this service by a name of its own. */
  checkHost(headers: Headers): void;
  /** For what no other web page may use, on top of that. */
  checkOrigin(headers: Headers): void;
}

export interface GuardedAddress {
  /** The address that the service was told to listen on. */
  readonly boundHost: string | undefined;
  /** Whether other machines may reach it. */
  readonly isExposed: boolean;
}

/**
 * Keeps web pages out. A page open in somebody's browser may send requests to this machine: they carry its `Origin`, or
 * say in `Sec-Fetch-Site` that they come from elsewhere. Or it may have its own name resolve to this machine: then
 * `Host` is that name. An exposed service has names that it can't know, but nobody can make an IP address, or a name
 * without a dot, resolve to somewhere else on the internet.
 */
export function originGuard({ boundHost, isExposed }: GuardedAddress): OriginGuard {
  const names = new Set(boundHost === undefined ? LOOPBACK_NAMES : [...LOOPBACK_NAMES, boundHost, `[${boundHost}]`]);
  const isOwnName = (name: string) =>
    names.has(name) || (isExposed && (IP_ADDRESS.test(name) || SINGLE_LABEL.test(name)));

  function checkHost(headers: Headers): void {
    const host = headers.get('Host');
    if (host !== null && !isOwnName(host.replace(/:\d+$/, '').toLowerCase())) {
      throw new Refusal('origin_refused', 'The Host header names another service');
    }
  }

  return {
    checkHost,
    checkOrigin(headers) {
      checkHost(headers);
      const host = headers.get('Host');
      const origin = headers.get('Origin');
      const site = headers.get('Sec-Fetch-Site') ?? 'none';
      const isForeign = origin !== null && (host === null || origin !== `http://${host}`);
      if (isForeign || site === 'cross-site' || site === 'same-site') {
        throw new Refusal('origin_refused', 'Requests from web pages of other origins are refused');
      }
    },
  };
}
