import type { PixClient, ClientSettings } from '../../src/client/client.ts';
import { createPixClient } from '../../src/client/create-client.ts';
import { PixError } from '../../src/client/errors.ts';
import type { ClientEvent } from '../../src/client/events.ts';
import { centavos } from '../../src/pix/centavos.ts';
import { hurriedClock } from './clocks.ts';

export const API_KEY = 'pk_wire0123456789abcdefghijklmnopqrstuv';

/** A client whose waits take no time, and its events. */
export function clientOf(baseUrl: string, options: Partial<ClientSettings> = {}) {
  const clock = hurriedClock();
  const events: ClientEvent[] = [];
  const client = createPixClient(
    { baseUrl, apiKey: API_KEY, onEvent: (event) => events.push(event), ...options },
    clock,
  );
  return { client, clock, events };
}

export function withdraw(client: PixClient): Promise<unknown> {
  return client.withdraws.create({ amountCentavos: centavos(1234), pixKey: 'a@example.com', pixKeyType: 'EMAIL' });
}

/** The error of failing work. */
export async function failureOf(work: Promise<unknown>): Promise<PixError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PixError) return error;
  throw new Error('expected a PixError', { cause: error });
}
