import type { PixClient } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';

/** The smallest read of each kind: a key without one permission may have another. */
export function smallestReads(client: PixClient): readonly (() => Promise<unknown>)[] {
  return [() => client.balance(), () => client.payments.page({ limit: 1 }), () => client.withdraws.page({ limit: 1 })];
}

/**
 * Tries one read of each kind, so that the client learns what its keys may do.
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
 * Whether the key lacks a permission. A 403 with another code (a refused address), or without a message of the service
 * (from a proxy), has another cause.
 */
export function isOfPermission({ status, code, serviceMessage }: ApiError): boolean {
  return status === 403 && (code === 'permission_missing' || (code === 'forbidden' && serviceMessage !== undefined));
}
