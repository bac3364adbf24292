import { lookup } from 'node:dns/promises';
import { connect as connectPlainly } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { bareHost } from '../../contract/addresses.ts';

/** The first steps of connecting to a service, one by one: fetch does them at once, and reports one error. */

/** The addresses of a host. @throws {NodeJS.ErrnoException} when there is none, or no resolver answers */
export async function addressesOf(host: string): Promise<readonly string[]> {
  const found = await lookup(bareHost(host), { all: true });
  return found.map(({ address }) => address);
}

/** Whether the address of a service accepts connections. Nothing is sent. */
export function isListening(url: URL, timeoutMs: number): Promise<boolean> {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return new Promise((resolve) => {
    const socket = connectPlainly({ host: bareHost(url.hostname), port, timeout: timeoutMs });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}

/** The certificate of a service, read before a key is sent there. */
export interface ShownCertificate {
  /** Why it is not trusted, in OpenSSL's words; undefined for a trusted one. */
  readonly distrust: string | undefined;
  readonly authority: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Reads the certificate of a service, trusted or not. Nothing is sent over the connection.
 *
 * @throws {NodeJS.ErrnoException} when no secure connection is established
 */
export function certificateOf(url: URL, timeoutMs: number): Promise<ShownCertificate> {
  const host = bareHost(url.hostname);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      // An IP address is no server name.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      // The certificate is only shown; the connection is not used.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate();
      const distrust = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ distrust, authority: authorityOf(certificate), expiresAt: Date.parse(certificate.valid_to) });
      socket.destroy();
    });
    socket.once('timeout', () => {
      socket.destroy(new Error(`no answer within ${timeoutMs} ms`));
    });
    socket.once('error', reject);
  });
}

function authorityOf({ issuer }: PeerCertificate): string {
  return [issuer.O, issuer.CN]
    .flat()
    .filter((name) => typeof name === 'string')
    .join(', ');
}
