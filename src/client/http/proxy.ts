import { bareHost, isLoopbackHost } from '../../contract/addresses.ts';
import { ConfigurationError } from '../errors.ts';

/** The variables that name proxies: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, or the same in lower case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  /** Without name and password: it may be shown. */
  readonly address: URL;
  /** The `Proxy-Authorization` that it takes, where its address has a name and a password. */
  readonly authorization: string | undefined;
}

/** The proxy that an address is asked through; undefined where there is none. */
export type FindProxy = (url: URL) => Proxy | undefined;

/**
 * Chooses as curl does: `https:` goes through `HTTPS_PROXY`, `http:` through `HTTP_PROXY`, and a host in `NO_PROXY`
 * through none. What stays on this machine never does.
 *
 * @returns undefined where no proxy is named
 * @throws {ConfigurationError} `invalid_proxy`, without the address: it may contain a password
 */
export function proxiesOf(environment: ProxyEnvironment): FindProxy | undefined {
  const variable = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const proxies = { 'https:': parseProxy(variable('HTTPS_PROXY')), 'http:': parseProxy(variable('HTTP_PROXY')) };
  if (proxies['https:'] === undefined && proxies['http:'] === undefined) return undefined;
  const exceptions = variable('NO_PROXY')
    .split(/[,\s]+/)
    .filter((entry) => entry !== '');
  return (url) => {
    if (isLoopbackHost(url.hostname) || exceptions.some((entry) => isExcepted(url, entry))) return undefined;
    return url.protocol === 'https:' ? proxies['https:'] : proxies['http:'];
  };
}

function parseProxy(address: string): Proxy | undefined {
  if (address === '') return undefined;
  try {
    // curl's custom: an address without a scheme is one of an HTTP proxy.
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`);
    if (!['http:', 'https:'].includes(url.protocol)) throw new TypeError('no proxy speaks that');
    const [name, password] = [url.username, url.password].map(decodeURIComponent);
    const authorization =
      url.username === '' && url.password === ''
        ? undefined
        : `Basic ${Buffer.from(`${name ?? ''}:${password ?? ''}`).toString('base64')}`;
    return { address: new URL(url.origin), authorization };
  } catch {
    // Its cause would show the address.
    throw new ConfigurationError('the address of the proxy is not valid: it has to begin with http:// or https://', {
      code: 'invalid_proxy',
    });
  }
}

/** Loaded where an exception is named: importing the library does not wait for it. */
const net = () => process.getBuiltinModule('node:net');

/** @param entry `*`, `example.com` (its subdomains, too), `.example.com`, `*.example.com`, `10.0.0.0/8`; with or without a port */
function isExcepted(url: URL, entry: string): boolean {
  if (entry === '*') return true;
  const { isIP } = net();
  const [, named = entry, port] = /^(.+?|\[.+\]):(\d+)$/.exec(entry) ?? [];
  if (port !== undefined && isIP(entry) === 0 && port !== portOf(url)) return false;
  const host = bareHost(url.hostname);
  const name = bareHost(isIP(entry) === 0 ? named : entry).replace(/^\*?\./, '');
  return host === name || host.endsWith(`.${name}`) || isWithin(host, name);
}

function isWithin(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const { BlockList, isIP } = net();
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) {
    return false;
  }
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

function portOf({ protocol, port }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}
