import { timingSafeEqual } from 'node:crypto';
import { standardSignature } from '../service/webhooks/signature.ts';

/** Older and younger webhooks could be repeated by someone who has read them. */
const TOLERANCE_SECONDS = 300;
/** Source: Standard Webhooks. With an empty secret, as of a variable that is not set, anybody could sign. */
const SECRET_BYTES_MINIMUM = 24;

/**
 * Whether a webhook comes from a holder of the secret, and within five minutes of now: what your own code has to verify.
 * Webhooks are signed as Standard Webhooks has it.
 *
 * @param headers of `node:http`, or of `fetch`
 * @param body as it came, before it is parsed
 * @throws {RangeError} when the secret is missing, or has less than 24 bytes
 */
export function verifyWebhook(
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  secret: string,
): boolean {
  if (Buffer.from(secret.replace('whsec_', ''), 'base64').byteLength < SECRET_BYTES_MINIMUM) {
    throw new RangeError('the secret of a webhook is whsec_ and base64 of at least 24 bytes');
  }
  const header = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [id, timestamp] = [header('webhook-id'), Number(header('webhook-timestamp') || Number.NaN)];
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= TOLERANCE_SECONDS)) return false;
  const expected = Buffer.from(standardSignature({ id, timestamp, body, secret }));
  const given = header('webhook-signature')
    .split(' ')
    .map((one) => Buffer.from(one));
  return given.some((one) => one.byteLength === expected.byteLength && timingSafeEqual(one, expected));
}
