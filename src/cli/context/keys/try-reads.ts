import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';

/** The least of everything that can be read: a key without the permission for one may have that for another. */
export function smallestReads(client: PixClient): readonly (() => Promise<unknown>)[] {
  return [() => client.balance(), () => client.payments.page({ limit: 1 }), () => client.withdraws.page({ limit: 1 })];
}

/**
 * Asks for one of everything that can be read, so that the client sees what its keys may do.
 *
 * @returns false when the service does not accept the key
 */
export async function tryReads(client: PixClient): Promise<boolean> {
  for (const read of smallestReads(client)) {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return false;
      if (!isOfPermission(error)) throw error;
    }
  }
  return true;
}

/**
 * Whether the key lacks a permission. A 403 with a code of its own (an address that is refused), or without a word of the
 * service (a proxy's), is about something else.
 */
export function isOfPermission({ status, code, serviceMessage }: ApiError): boolean {
  return status === 403 && (code === 'permission_missing' || (code === 'forbidden' && serviceMessage !== undefined));
}
