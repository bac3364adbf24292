import { Refusal } from '../wallet/refusal.ts';

/** Names by which a machine reaches itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Keeps web pages out. A page open in somebody's browser may send requests to this machine: they carry its `Origin`. Or
 * it may have its own name resolve to this machine: then `Host` is that name.
 *
 * @param boundHost the address that the service was told to listen on
 * @returns a check that throws {@link Refusal} `origin_refused`
 */
export function originGuard(boundHost: string | undefined): (headers: Headers) => void {
  const names = new Set(boundHost === undefined ? LOOPBACK_NAMES : [...LOOPBACK_NAMES, boundHost, `[${boundHost}]`]);

  return (headers) => {
    const host = headers.get('Host');
    if (host !== null && !names.has(host.replace(/:\d+$/, '').toLowerCase())) {
      throw new Refusal('origin_refused', 'The Host header names another service');
    }
    const origin = headers.get('Origin');
    if (origin !== null && (host === null || origin !== `http://${host}`)) {
      throw new Refusal('origin_refused', 'Requests from web pages of other origins are refused');
    }
  };
}
