/* What is asked of the process in which a keychain is used, and what that answers. */

export interface KeychainRequest {
  readonly work: 'read' | 'write' | 'remove';
  readonly entry: string;
  /** What is to be written. */
  readonly secret?: string;
}

export interface KeychainReply {
  readonly secret?: string | undefined;
  /** Why it could not be done, in the keychain's own words. */
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
