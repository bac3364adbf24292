import type { Permission } from '../../contract/permission.ts';

/**
 * What is known about a key's permissions: true, a request that requires it succeeded; false, it was refused (403).
 * Other permissions have not been tried.
 */
export type SeenPermissions = Readonly<Partial<Record<Permission, boolean>>>;

/** One of several API keys of an account. */
export interface NamedKey {
  /** Its name for people, used in events and errors, which never contain the key. */
  readonly name: string;
  /** The API key itself. */
  readonly key: string;
  /** Known permissions: a key that seems to lack one is tried last. */
  readonly permissions?: SeenPermissions | undefined;
}

/** What a client knows about one of its keys. */
export interface KeyFacts {
  /** Its name; `main` for the only key. */
  readonly name: string;
  /** What has been seen of its permissions. */
  readonly permissions: SeenPermissions;
  /** The service has refused it (401): it is not used any more. */
  readonly isRevoked: boolean;
}
