import type { Operation, Permission } from '../../contract/operation.ts';
import { digestOfKey, type CallerKey } from '../wallet/account.ts';
import type { WalletStore } from '../wallet/wallet-store.ts';
import { Refusal } from '../wallet/refusal.ts';
import { HttpRefusal } from './http-refusal.ts';

/** The caller's key, or why there is no valid one. */
export type Caller = { readonly key: CallerKey } | { readonly key: undefined; readonly problem: string };

/** Reads `X-API-Key` or `Authorization: Bearer`. Both may be sent, if they agree. */
export async function authenticate(store: WalletStore, headers: Headers): Promise<Caller> {
  const fromHeader = headers.get('X-API-Key');
  const fromBearer = bearerToken(headers.get('Authorization'));
  if (fromHeader !== null && fromBearer !== null && fromHeader !== fromBearer) {
    return { key: undefined, problem: 'X-API-Key and Authorization carry different API keys: send one' };
  }
  const shown = fromHeader ?? fromBearer;
  if (shown === null) {
    return { key: undefined, problem: 'An API key is needed: send it as X-API-Key or as Authorization: Bearer' };
  }
  const key = await store.callerOf(digestOfKey(shown));
  return key === undefined ? { key, problem: 'The API key is not known' } : { key };
}

/**
 * The key, if it has the permission that the operation requires.
 *
 * @throws {Refusal} `unauthorized` or `permission_missing`
 */
export async function requireAccess(
  store: WalletStore,
  caller: Caller,
  access: Exclude<Operation['access'], 'anyone'>,
): Promise<CallerKey> {
  if (caller.key === undefined) {
    throw new HttpRefusal({ 'WWW-Authenticate': 'Bearer' }, 'unauthorized', caller.problem);
  }
  const { permissions, accountId } = caller.key;
  const requiredPermission: Permission = access === 'main-key' || access === 'administrator' ? 'admin:all' : access;
  if (!permissions.includes('admin:all') && !permissions.includes(requiredPermission)) {
    throw new Refusal('permission_missing', `The API key lacks the permission ${requiredPermission}`, {
      requiredPermission,
    });
  }
  if (access === 'administrator' && (await store.holding(accountId))?.account.administrator !== true) {
    throw new Refusal('permission_missing', "An administrator's API key is needed", { requiredPermission });
  }
  return caller.key;
}

/** The key in the headers, valid or not. */
export function shownKey(headers: Headers): string | undefined {
  return headers.get('X-API-Key') ?? bearerToken(headers.get('Authorization')) ?? undefined;
}

function bearerToken(authorization: string | null): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}
