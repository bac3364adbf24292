import { isDiskFull } from '../../../sqlite/damage.ts';
import { StoreUnavailable } from '../../wallet/store-unavailable.ts';

/** Runs work that writes. @throws {StoreUnavailable} when the disk has no room for it: then nothing was done */
export async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDiskFull(error)) throw new StoreUnavailable('the disk is full', { cause: error });
    throw error;
  }
}
