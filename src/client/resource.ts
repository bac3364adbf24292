import { jsonReaisFromCentavos } from '../pix/amount-text.ts';
import type { Centavos } from '../pix/centavos.ts';
import type { RequestFieldNames } from './client.ts';
import type { Clock } from './clock.ts';
import { ContractError, PixError, errorAbout } from './errors.ts';
import type { Session } from './http/session.ts';

/** What the resources of a wallet use to send requests. */
export interface Connection {
  readonly session: Session;
  readonly clock: Clock;
  /** How many keys share the requests. */
  readonly keys: number;
  readonly fieldNames: { readonly [Field in keyof RequestFieldNames]-?: string };
}

/** Another payment's or withdrawal's state must not be accepted as this one's. @throws {ContractError} */
export function assertSameId(answer: { readonly data: { readonly id: string } }, asked: string): void {
  if (answer.data.id === asked) return;
  throw errorAbout(answer, new ContractError({ path: 'data.id', expected: 'expected the id that was asked for' }));
}

/** @throws {PixError} `invalid_amount` when no JSON number represents it: nothing was sent */
export function jsonReais(amountCentavos: Centavos): number {
  try {
    return jsonReaisFromCentavos(amountCentavos);
  } catch (cause) {
    throw new PixError('the amount is too large', { code: 'invalid_amount', outcome: 'not-sent', cause });
  }
}
