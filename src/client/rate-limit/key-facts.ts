import type { Permission } from '../../contract/permission.ts';

/**
 * What has been seen of a key's permissions: true, the service did what asks for it; false, it refused (403). A
 * permission that is not named has not been tried.
 */
export type SeenPermissions = Readonly<Partial<Record<Permission, boolean>>>;

/** One of several API keys of an account. */
export interface NamedKey {
  /** What people call it; told in events and errors, where the key itself never is. */
  readonly name: string;
  readonly key: string;
  /** What was seen before: a key that is known to lack a permission is asked last. */
  readonly permissions?: SeenPermissions | undefined;
}

/** What a client knows of one of its keys by now. */
export interface KeyFacts {
  readonly name: string;
  readonly permissions: SeenPermissions;
  /** The service has refused it (401): it is used no more. */
  readonly isRevoked: boolean;
}

/** Where in the keychain a key lies, and what may be known of it without looking there. */
export interface KeychainEntry {
  readonly entry: string;
  /** `pk_…a1b2` */
  readonly masked: string;
  /** Tells the key from others, and tells nothing of it. */
  readonly fingerprint: string;
}
