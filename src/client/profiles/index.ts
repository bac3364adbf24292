/**
 * Stored profiles, opened by name: what `pix auth login` stores, for scripts.
 *
 * @example ```ts import { openProfile } from 'pix-wallet/profiles';
 *
 * const client = await openProfile('work'); console.log((await client.balance()).balance.total); ```
 * @module
 */
export {
  listProfiles,
  openProfile,
  type KeySummary,
  type ProfileOptions,
  type ProfilesLocation,
  type ProfileSummary,
} from './open-profile.ts';
