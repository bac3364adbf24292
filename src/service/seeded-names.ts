import { hash } from 'node:crypto';
import type { Naming } from './wallet/wallet-entries.ts';

const ALPHANUMERICS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A fictitious institution code (ISPB), which the Central Bank has not assigned. */
const ISPB = '99999004';

/** Ids, keys and codes that look random but are the same on every start with the same seed. */
export interface SeededNames extends Naming {
  apiKey(accountId: string, name: string): string;
  apiKeyId(accountId: string, name: string): string;
}

/** @param keySecret replaces the seed as the source of keys and verification codes, because anyone may know the seed */
export function seededNames(seed: number, keySecret?: string): SeededNames {
  const secret = hash('sha256', `pix local service, seed ${seed}`);
  const bytesOf = (...what: readonly (string | number)[]) => hash('sha512', [secret, ...what].join('\n'), 'buffer');
  const randomUuid = (...what: readonly (string | number)[]) => uuid(bytesOf(...what).toString('hex', 0, 16));
  const secretBytesOf = (...what: readonly (string | number)[]) =>
    keySecret === undefined ? bytesOf(...what) : hash('sha512', [keySecret, ...what].join('\n'), 'buffer');
  const apiKey = (accountId: string, name: string) =>
    `pk_${alphanumerics(secretBytesOf('api key', accountId, name), 40)}`;
  const apiKeyId = (accountId: string, name: string) => randomUuid('api key id', accountId, name);

  return {
    identify(kind, accountId, sequence, at) {
      const bytes = bytesOf(kind, accountId, sequence);
      const place = sequence.toString(16).padStart(12, '0');
      return {
        id: uuid(place + bytes.toString('hex', 0, 10)),
        correlationId: uuid(bytes.toString('hex', 10, 26)),
        transactionId:
          kind === 'payment'
            ? alphanumerics(bytes.subarray(26), 25)
            : endToEndId(at, alphanumerics(bytes.subarray(26), 11)),
      };
    },
    apiKey,
    apiKeyId,
    chargeKey: (accountId) => randomUuid('charge key', accountId),
    accountId: (number) => randomUuid('account', number),
    issuedKey(accountId, number) {
      const name = `issued ${number}`;
      return { id: apiKeyId(accountId, name), key: apiKey(accountId, name) };
    },
    disputeId: (paymentId) => randomUuid('dispute', paymentId),
    verificationCode: (number) =>
      String(secretBytesOf('verification code', number).readUIntBE(0, 6) % 1e6).padStart(6, '0'),
  };
}

/** 32 hexadecimal digits as a UUID of the version for own layouts. Source: RFC 9562, section 5.8. */
function uuid(digits: string): string {
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    variant + digits.slice(17, 20),
    digits.slice(20, 32),
  ].join('-');
}

/** Six bytes give eight characters. */
function alphanumerics(bytes: Buffer, length: number): string {
  let text = '';
  for (let offset = 0; text.length < length; offset += 6) {
    let number = bytes.readUIntBE(offset, 6);
    for (let place = 0; place < 8; place += 1) {
      text += ALPHANUMERICS.charAt(number % 62);
      number = Math.floor(number / 62);
    }
  }
  return text.slice(0, length);
}

/** The id of a Pix transfer at both banks. Source: BCB, Manual de Padrões, end-to-end id. */
function endToEndId(at: number, suffix: string): string {
  const minute = new Date(at).toISOString().slice(0, 16);
  return `E${ISPB}${minute.replaceAll(/\D/g, '')}${suffix}`;
}
