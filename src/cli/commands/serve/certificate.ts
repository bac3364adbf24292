import { X509Certificate, generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { LOCK_TIMEOUT_MS, withFileLock } from '../../../client/profiles/file-lock.ts';
import { configFolder, namedFolder } from '../../../files/folders.ts';
import { FILE_MODE, makePrivateFolder } from '../../../files/private-files.ts';

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
    const pem = covers(stored, wanted, now) ? stored : localCertificate(wanted, now);
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
    withFileLock(path, LOCK_TIMEOUT_MS, () => writeWhole(path, `${others.trimEnd()}\n${textIn(authorityFile)}`));
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

/*
 * Certificates in DER. Sources: RFC 5280 (certificates), ITU-T X.690 (DER), RFC 5758 (ECDSA), RFC 7093 (key identifiers).
 * Node reads certificates, but writes none.
 */

const DAY_MS = 86_400_000;
/** Apple's systems trust no longer one: https://support.apple.com/102028. */
const VALID_DAYS = 397;

const [INTEGER, BITS, OCTETS, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [2, 3, 4, 6, 12, 23, 0x30, 0x31];
const TRUE = Buffer.from([1, 1, 0xff]);

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: readonly Uint8Array[]) => der(SEQUENCE, ...contents);
const bits = (unused: number, content: Uint8Array) => der(BITS, Buffer.from([unused]), content);

/** Every number after the first two in base 128, with a bit that says that more follow. */
function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const base128 = (number: number): number[] =>
    number < 128 ? [number] : [...base128(number >> 7).map((byte) => byte | 0x80), number & 0x7f];
  return der(OID, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

const SIGNATURE = sequence(oid('1.2.840.10045.4.3.2'));

function extension(id: string, isCritical: boolean, content: Uint8Array): Buffer {
  return sequence(oid(id), ...(isCritical ? [TRUE] : []), der(OCTETS, content));
}

function nameOf(commonName: string): Buffer {
  return sequence(der(SET, sequence(oid('2.5.4.3'), der(UTF8, Buffer.from(commonName)))));
}

/** `YYMMDDhhmmssZ`, until 2049. */
function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

/** A host name has a letter in its last part. */
function isAddress(name: string): boolean {
  return name.includes(':') || /^[\d.]+$/.test(name);
}

function alternativeName(name: string): Buffer {
  if (!isAddress(name)) return der(0x82, Buffer.from(name));
  if (!name.includes(':')) return der(0x87, Buffer.from(name.split('.').map(Number)));
  const [head = [], tail = []] = name.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return der(0x87, Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex'));
}

interface Facts {
  readonly issuer: string;
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly signedWith: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly now: number;
}

function certificate({ issuer, subject, publicKey, signedWith, extensions, now }: Facts): string {
  const serial = randomBytes(16);
  // Positive, and with no more bytes than needed.
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const facts = sequence(
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    SIGNATURE,
    nameOf(issuer),
    // A day before, for clocks that are behind.
    sequence(time(now - DAY_MS), time(now + (VALID_DAYS - 1) * DAY_MS)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signed = sequence(facts, SIGNATURE, bits(0, sign('sha256', facts, signedWith)));
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function identifierOf(key: KeyObject): Buffer {
  return hash('sha256', key.export({ type: 'spki', format: 'der' }), 'buffer').subarray(0, 20);
}

/**
 * A certificate for these names and addresses, and the authority that has signed it. The key of the authority is
 * forgotten: it signs nothing else.
 *
 * @returns the certificate, its authority and its key: PEM
 */
function localCertificate(names: readonly string[], now: number): string {
  const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [authority, own] = [makeKeys(), makeKeys()];
  const issuer = `pix local service ${randomBytes(4).toString('hex')}`;
  const identifier = identifierOf(authority.publicKey);
  const facts = { issuer, signedWith: authority.privateKey, now };
  return [
    certificate({
      ...facts,
      subject: names[0] ?? 'localhost',
      publicKey: own.publicKey,
      extensions: [
        extension('2.5.29.19', true, sequence()),
        // To sign a handshake: bit 0. For servers alone.
        extension('2.5.29.15', true, bits(7, Buffer.from([0x80]))),
        extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
        extension('2.5.29.17', false, sequence(...names.map(alternativeName))),
        extension('2.5.29.14', false, der(OCTETS, identifierOf(own.publicKey))),
        extension('2.5.29.35', false, sequence(der(0x80, identifier))),
      ],
    }),
    certificate({
      ...facts,
      subject: issuer,
      publicKey: authority.publicKey,
      extensions: [
        extension('2.5.29.19', true, sequence(TRUE, der(INTEGER, Buffer.from([0])))),
        // To sign certificates: bit 5.
        extension('2.5.29.15', true, bits(2, Buffer.from([0x04]))),
        extension('2.5.29.14', false, der(OCTETS, identifier)),
      ],
    }),
    own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ].join('');
}
