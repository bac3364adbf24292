import { fingerprintOfStored } from '../../../client/profiles/key-fingerprint.ts';
import type { ProfileReader } from '../../../client/profiles/profiles-file.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import { isoTime } from '../../output/dates.ts';
import type { Context } from '../context.ts';
import { originOf } from '../settings.ts';
import { openKnownJournal } from '../state-folder.ts';

/** What this machine knows of an account, because the service reports no name. Amounts are centavos, times RFC 3339. */
export interface KnownAccount {
  /** Null if there is none on this machine. */
  readonly newestWithdrawal: {
    readonly id: string;
    readonly value: number | null;
    readonly createdAt: string | null;
  } | null;
  /** All profiles whose keys were seen on this account. */
  readonly profiles: readonly string[];
}

type Accounts = Pick<Journal, 'accounts'>;

/** @param account its number in the journal of its service */
export function knownAccountOf(
  { accounts }: Accounts,
  account: number,
  origin: string,
  profiles: ProfileReader,
): KnownAccount {
  const [newestWithdrawal = null] = accounts
    .signsOf(account, 'withdrawals')
    .map(({ id, valueCentavos, createdAt }) => ({
      id,
      value: valueCentavos,
      createdAt: createdAt === null ? null : isoTime(createdAt),
    }));
  const root = accounts.rootOf(account);
  const known = profiles.names().filter((name) => accountOf({ accounts }, origin, profiles, name) === root);
  return { newestWithdrawal, profiles: known };
}

function accountOf({ accounts }: Accounts, origin: string, profiles: ProfileReader, name: string): number | undefined {
  const profile = profiles.get(name);
  if (profile === undefined || originOf(profile.baseUrl) !== origin) return undefined;
  return accounts.ofKeys(profile.keys.map(fingerprintOfStored));
}

/** The accounts of the stored profiles, from existing journals, without any request. */
export async function accountsOfProfiles(
  { host }: Pick<Context, 'host'>,
  profiles: ProfileReader,
): Promise<ReadonlyMap<string, KnownAccount>> {
  const known = new Map<string, KnownAccount>();
  const origins = profiles.names().flatMap((name) => profiles.get(name)?.baseUrl ?? []);
  for (const origin of new Set(origins.map(originOf))) {
    const journal = await openKnownJournal(host, origin);
    if (journal === undefined) continue;
    try {
      for (const name of profiles.names()) {
        const account = accountOf(journal, origin, profiles, name);
        if (account !== undefined) known.set(name, knownAccountOf(journal, account, origin, profiles));
      }
    } finally {
      journal.close();
    }
  }
  return known;
}
