import type { ServiceSettings } from '../service-settings.ts';
import { Refusal } from '../wallet/refusal.ts';

/** Names of the machine itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;
const SINGLE_LABEL = /^[\w-]+$/;

export type OriginGuard = ReturnType<typeof originGuard>;

/**
 * Refuses web pages. A page in a browser can send requests to this machine: these carry its `Origin`, or
 * `Sec-Fetch-Site` shows that they come from another site. Or its own name resolves to this machine (DNS rebinding):
 * then `Host` is that name. An exposed service has names that it cannot know, but an attacker cannot make an IP
 * address, or a name without a dot, resolve to another machine on the internet.
 */
export function originGuard({ host: boundHost, expose, tls, allowedHosts = [], allowedOrigins }: ServiceSettings) {
  const bound = boundHost === undefined ? [] : [boundHost, `[${boundHost}]`];
  const names = new Set([...LOOPBACK_NAMES, ...bound, ...allowedHosts.map((name) => name.toLowerCase())]);
  const origins = new Set(allowedOrigins);
  const scheme = tls === undefined ? 'http' : 'https';

  function isOwnName(name: string): boolean {
    return names.has(name) || (expose === true && (IP_ADDRESS.test(name) || SINGLE_LABEL.test(name)));
  }

  function isAllowedOrigin(origin: string | null): boolean {
    return origin !== null && origins.has(origin);
  }

  /** For what any caller may see who used a known host name. @throws {Refusal} `origin_refused` */
  function checkHost(headers: Headers): void {
    const host = headers.get('Host');
    if (host !== null && !isOwnName(host.replace(/:\d+$/, '').toLowerCase())) {
      throw new Refusal('origin_refused', 'The Host header names another service');
    }
  }

  /** Also refuses web pages of other origins. @throws {Refusal} likewise */
  function checkOrigin(headers: Headers): void {
    checkHost(headers);
    const host = headers.get('Host');
    const origin = headers.get('Origin');
    if (isAllowedOrigin(origin)) return;
    const site = headers.get('Sec-Fetch-Site') ?? 'none';
    const isForeign = origin !== null && (host === null || origin !== `${scheme}://${host}`);
    if (isForeign || site === 'cross-site' || site === 'same-site') {
      throw new Refusal('origin_refused', 'Requests from web pages of other origins are refused');
    }
  }

  /** For pages: a link elsewhere may lead to one, since only the visitor sees it then. @throws {Refusal} likewise */
  function checkVisit({ method, headers }: Pick<Request, 'method' | 'headers'>): void {
    const isOpened = headers.get('Sec-Fetch-Mode') === 'navigate' && headers.get('Sec-Fetch-Dest') === 'document';
    if (method === 'GET' && isOpened && !headers.has('Origin')) checkHost(headers);
    else checkOrigin(headers);
  }

  return { isAllowedOrigin, checkHost, checkOrigin, checkVisit };
}
