/** The refusals of the service. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly facts: object;

  constructor(status: number, code: string, facts: object = {}) {
    super(code.replaceAll('_', ' '));
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}
