/** Why a world cannot be: which part of it, as `accounts[0].payments[3]`, and the reason. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason);
    this.path = path;
  }
}

export function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${String(key)}`),
    '',
  );
}
