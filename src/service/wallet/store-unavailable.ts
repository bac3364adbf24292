/** The store can't be used now. Nothing has happened: the caller may try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
