import type { ErrorBody, ErrorCode } from '../../contract/error.ts';
import { isCanonicalPixKey, type PixKey } from '../../pix/pix-key.ts';

/** Further fields of a refusal's body. */
export type RefusalFacts = Omit<Partial<ErrorBody>, 'success' | 'error' | 'message' | 'code'>;

/** The service refuses a request. Nothing has changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly facts: RefusalFacts;

  constructor(code: ErrorCode, message: string, facts: RefusalFacts = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

export function invalidField(path: string, message: string): Refusal {
  return new Refusal('validation_failed', `${path}: ${message}`, { details: [{ path, message }] });
}

/** @param what such as `payment` @throws {Refusal} `not_found` when there is none */
export function found<Found>(value: Found | undefined, what: string): Found {
  if (value === undefined) throw new Refusal('not_found', `There is no such ${what}`);
  return value;
}

/** @throws {Refusal} `validation_failed` when it has another form than keys of its type */
export function canonicalKey({ type, key }: PixKey): PixKey {
  if (isCanonicalPixKey(type, key)) return { type, key };
  throw invalidField('pixKey', `is not a Pix key of type ${type} in its canonical form`);
}

/** The store can't be used now. Nothing has happened: the caller may try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
