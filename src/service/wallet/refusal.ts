import type { ErrorBody, ErrorCode } from '../../contract/error.ts';

/** What a refusal tells beside its code and message, by the names of the error body. */
export type RefusalFacts = Omit<Partial<ErrorBody>, 'success' | 'error' | 'message' | 'code'>;

/** The service says no, for a reason that the caller is told. Nothing has changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly facts: RefusalFacts;

  constructor(code: ErrorCode, message: string, facts: RefusalFacts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/** One field of the request is wrong. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('validation_failed', `${path}: ${message}`, { details: [{ path, message }] });
}
