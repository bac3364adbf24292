import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { LOCK_TIMEOUT_MS, withFileLock } from '../../../client/profiles/file-lock.ts';
import { configFolder, namedFolder } from '../../../files/folders.ts';
import { FILE_MODE, makePrivateFolder } from '../../../files/private-files.ts';
import { isAddress, localCertificate } from './x509.ts';

/** Of this machine, whatever the service listens on. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];
/** One that ends sooner is replaced. */
const AT_LEAST_MS = 7 * 86_400_000;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g;

/** What programs trust that have no list of their own: Debian and its kin, Red Hat and its kin, macOS. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

export interface ServedCertificate {
  /** The certificate, its authority and its key: PEM. */
  readonly pem: string;
  /** The file of the authority, for clients to trust. */
  readonly authorityFile: string;
}

/** The certificate of the local service, which is used until it ends or lacks a name. @param folder of its own */
export function servedCertificate(folder: string, names: readonly string[], now: number): ServedCertificate {
  makePrivateFolder(folder);
  const [file, authorityFile] = [join(folder, 'service.pem'), join(folder, 'authority.pem')];
  return withFileLock(file, LOCK_TIMEOUT_MS, () => {
    const wanted = [...new Set([...LOOPBACK_NAMES, ...names])];
    const stored = textIn(file);
    const pem = covers(stored, wanted, now) ? stored : newCertificate(wanted, now);
    if (pem !== stored) writeWhole(file, pem);
    const [, authority = ''] = pem.match(CERTIFICATE) ?? [];
    if (textIn(authorityFile) !== authority) writeWhole(authorityFile, authority);
    return { pem, authorityFile };
  });
}

/** Variables that make programs trust the authority, besides what they trust otherwise. */
export function trustIn(environment: Environment, authorityFile: string): Record<string, string> {
  const withAuthority = (name: string, others: string) => {
    const path = join(dirname(authorityFile), name);
    withFileLock(path, LOCK_TIMEOUT_MS, () => {
      writeWhole(path, `${others.trimEnd()}\n${textIn(authorityFile)}`);
    });
    return path;
  };
  const { NODE_EXTRA_CA_CERTS: extra = '', SSL_CERT_FILE: own = '' } = environment;
  // These replace what a program trusts.
  const file = [own, ...SYSTEM_FILES].find((path) => path !== '' && existsSync(path));
  const bundle = withAuthority('bundle.pem', file === undefined ? rootCertificates.join('\n') : textIn(file));
  return {
    // This one adds to it.
    NODE_EXTRA_CA_CERTS: existsSync(extra) ? withAuthority('extra.pem', textIn(extra)) : authorityFile,
    SSL_CERT_FILE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    CURL_CA_BUNDLE: bundle,
  };
}

function newCertificate(names: readonly string[], now: number): string {
  const { certificate, authority, key } = localCertificate(names, now);
  return certificate + authority + key;
}

function textIn(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export function certificateFolder(environment: Environment): string {
  return join(configFolder(namedFolder(environment)), 'tls');
}

function covers(pem: string, names: readonly string[], now: number): boolean {
  const [own, authority] = pem.match(CERTIFICATE) ?? [];
  if (own === undefined || authority === undefined || !pem.includes('PRIVATE KEY')) return false;
  const certificate = new X509Certificate(own);
  const isNamed = (name: string) => (isAddress(name) ? certificate.checkIP(name) : certificate.checkHost(name));
  return Date.parse(certificate.validTo) - now >= AT_LEAST_MS && names.every((name) => isNamed(name) !== undefined);
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: FILE_MODE });
  renameSync(`${path}.part`, path);
}
