import { maskedKeyOf, storageOf, type KeyStorage, type StoredProfile } from '../../../client/profiles/profiles-file.ts';
import { REFUSAL_FORM_DEFAULT, type RefusalForm } from '../../../client/http/refusal-forms.ts';
import type { KnownAccount } from '../../context/payouts/known-account.ts';
import type { Fields } from '../../output/fields.ts';

/** A stored profile as it is shown. */
export interface ProfileRow {
  readonly name: string;
  readonly baseUrl: string;
  /** The first key, masked. */
  readonly key: string | null;
  /** Whether commands use it by default. */
  readonly current: boolean;
  readonly keyPlace: KeyStorage | null;
  readonly readOnly: boolean;
  readonly refusalForm: RefusalForm;
}

export const PROFILE_FIELDS: Fields<ProfileRow> = [
  { path: 'name', kind: 'text' },
  { path: 'baseUrl', kind: 'text' },
  { path: 'key', kind: 'text' },
  { path: 'current', kind: 'text' },
  { path: 'keyPlace', kind: 'word' },
  { path: 'readOnly', kind: 'text' },
  { path: 'refusalForm', kind: 'word' },
];

/** With the account number, from a journal on this machine; null if no journal knows it. */
export interface StatusRow extends ProfileRow {
  readonly account: KnownAccount | null;
}

export const STATUS_FIELDS: Fields<StatusRow> = [
  ...PROFILE_FIELDS,
  { path: 'account.newestWithdrawal.id', kind: 'text' },
  { path: 'account.newestWithdrawal.value', kind: 'money' },
  { path: 'account.newestWithdrawal.createdAt', kind: 'time' },
  { path: 'account.profiles', kind: 'text' },
];

export function profileRow(name: string, profile: StoredProfile, isCurrent: boolean): ProfileRow {
  const { baseUrl, keys, readOnly = false, refusalForm = REFUSAL_FORM_DEFAULT } = profile;
  const [first] = keys;
  return {
    name,
    baseUrl,
    key: first === undefined ? null : maskedKeyOf(first),
    current: isCurrent,
    keyPlace: first === undefined ? null : storageOf(first),
    readOnly,
    refusalForm,
  };
}
