import type { EnvHttpProxyAgent } from 'undici';
import { isLoopbackHost } from '../../contract/loopback.ts';
import { SettingsError } from '../errors.ts';

/** The variables that name proxies: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, or the same in lower case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * A `fetch` that goes through the proxies which an environment names, as curl does: `https:` through `HTTPS_PROXY`,
 * `http:` through `HTTP_PROXY`, and not for hosts in `NO_PROXY`. What stays on this machine never does.
 *
 * Undici is loaded only then: Node's own `fetch` knows no proxies before Node 24, and there only when it is told to.
 *
 * @returns undefined where no proxy is named
 * @throws {SettingsError} `invalid_proxy`, without the address: it may hold a password
 */
export async function proxyFetch(environment: ProxyEnvironment): Promise<typeof fetch | undefined> {
  const variable = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const httpsProxy = checkedProxy(variable('HTTPS_PROXY'));
  const httpProxy = checkedProxy(variable('HTTP_PROXY'));
  if (httpsProxy === '' && httpProxy === '') return undefined;
  const undici = await import('undici');
  const agent: EnvHttpProxyAgent = new undici.EnvHttpProxyAgent({
    httpProxy,
    httpsProxy,
    noProxy: variable('NO_PROXY'),
    // Many proxies open tunnels to port 443 alone: what is not encrypted is asked of the proxy itself.
    proxyTunnel: false,
  });
  const throughProxy: object = { dispatcher: agent };
  return (input, init) => {
    const { protocol, hostname } = new URL(input instanceof Request ? input.url : input);
    const isProxied = (protocol === 'https:' ? httpsProxy : httpProxy) !== '' && !isLoopbackHost(hostname);
    return fetch(input, isProxied ? { ...init, ...throughProxy } : init);
  };
}

/**
 * The proxy that an address is asked through, as it may be shown: without name and password.
 *
 * @returns undefined where there is none. `NO_PROXY` is not looked at.
 * @throws {SettingsError} `invalid_proxy`
 */
export function shownProxy(environment: ProxyEnvironment, { protocol, hostname }: URL): string | undefined {
  if (isLoopbackHost(hostname)) return undefined;
  const name = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = checkedProxy(environment[name.toLowerCase()] ?? environment[name] ?? '');
  return proxy === '' ? undefined : new URL(proxy).host;
}

function checkedProxy(address: string): string {
  if (address === '') return '';
  // curl's custom: an address without a scheme is one of an HTTP proxy.
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)) return url;
  throw new SettingsError('the address of the proxy is not valid: it has to begin with http:// or https://', {
    code: 'invalid_proxy',
  });
}
