/** Messages to and from the process that uses a keychain. */

export interface KeychainRequest {
  readonly work: 'read' | 'write' | 'remove';
  readonly entry: string;
  /** The value to write. */
  readonly secret?: string;
}

export interface KeychainReply {
  readonly secret?: string | undefined;
  /** Why it failed, in the keychain's own words. */
  readonly failure?: string | undefined;
}

export function requestIn(message: unknown): KeychainRequest {
  const work = (['read', 'write', 'remove'] as const).find((known) => known === textAt(message, 'work'));
  if (work === undefined) throw new Error('that is nothing to ask of a keychain');
  return { work, entry: textAt(message, 'entry') ?? '', secret: textAt(message, 'secret') ?? '' };
}

export function replyIn(message: unknown): KeychainReply {
  return { secret: textAt(message, 'secret'), failure: textAt(message, 'failure') };
}

function textAt(message: unknown, name: string): string | undefined {
  const value: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
