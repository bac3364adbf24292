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

/** Whether webhooks may be sent to an address. A user and a password in it could not be sent. */
export function isWebhookUrl(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === '';
}

/** A secret of Standard Webhooks: base64 of 24 to 64 bytes. */
export function isStandardSecret(typed: string): boolean {
  return /^(whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/.test(typed);
}
