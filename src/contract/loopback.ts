/**
 * Whether data sent to a host stays on this machine.
 *
 * @param host a name or an IP address, in any case, an IPv6 address with or without its brackets
 */
export function isLoopbackHost(host: string): boolean {
  const name = bareHost(host);
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/.test(name);
}

/**
 * The host as the operating system expects it: in lower case, an IPv6 address without the brackets that it has in a
 * URL.
 */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
