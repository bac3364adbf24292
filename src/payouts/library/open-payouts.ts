import { isSystemError } from '../../files/system-error.ts';
import type { ClientSettings, OneKey, SeveralKeys } from '../../client/client.ts';
import { systemClock, type Clock } from '../../client/clock.ts';
import { createPixClient } from '../../client/create-client.ts';
import { parseBaseUrl } from '../../client/http/addresses.ts';
import { unlockProfile } from '../../client/profiles/open-profile.ts';
import { stateFolder } from '../../files/folders.ts';
import { FOLDER_MODE, makePrivateFolder, tighten } from '../../files/private-files.ts';
import { DatabaseOpenError, SqliteMissingError } from '../../sql/sqlite/driver.ts';
import { isJournalFailure } from '../journal/journal-database.ts';
import { PostgresOpenError } from '../../sql/postgres/errors.ts';
import { JournalElsewhereError } from '../journal/journal-location.ts';
import { openServiceJournal, serviceFolder } from '../journal/service-journal.ts';
import { assertShape } from './arguments.ts';
import { JournaledPayouts } from './journaled-payouts.ts';
import type { Payouts, PayoutsOptions } from './payouts.ts';

/** The journal cannot be opened. Nothing was sent. */
export class JournalError extends Error {
  /** Always `JournalError`. */
  override readonly name = 'JournalError';
  /** `sqlite_missing` on a Node without SQLite, unless `@photostructure/sqlite` is installed. */
  readonly code: 'journal_unusable' | 'sqlite_missing';
  /** The folder of the journal. */
  readonly folder: string;

  constructor(code: JournalError['code'], folder: string, cause: Error) {
    super(cause.message, { cause });
    this.code = code;
    this.folder = folder;
  }
}

/**
 * Opens the journal of payouts of a wallet's service on this machine: the same that the command uses for the same
 * `configDirectory` (`PIX_CONFIG_DIR`), and without one the platform's. One script or command at a time works on a run.
 *
 * @example
 * ```ts
 * import { openPayouts } from 'pix-wallet/payouts';
 *
 * const payouts = await openPayouts({ profile: 'work' });
 * const plan = await payouts.plan(await readFile('july.csv'));
 * if (plan.refusals.length === 0) await plan.run({ digest: plan.digest, sumCentavos: plan.sumCentavos });
 * payouts.close();
 * ```
 * @throws {TypeError} for an unknown option, an empty folder, or a profile that is undefined or beside a key
 * @throws {ConfigurationError} as `createPixClient` and `openProfile`
 * @throws {JournalError} when the journal cannot be used
 */
export async function openPayouts(options: PayoutsOptions, clock: Clock = systemClock): Promise<Payouts> {
  assertShape('profile' in options ? 'openPayouts options of a profile' : 'openPayouts options', options);
  const { wallet, coverFee, journal: url } = await walletOf(options);
  const { apiKey, apiKeys = [] } = wallet;
  // Open requests are awaited when a run is stopped: no signal interrupts this client.
  const client = createPixClient(wallet, clock);
  const { origin } = parseBaseUrl(wallet.baseUrl);
  const states = stateFolder(options.configDirectory);
  const folder = serviceFolder(states, origin);
  const journal = await openedIn(folder, () => {
    makePrivateFolder(states);
    tighten(states, FOLDER_MODE);
    return openServiceJournal({ states, origin, clock, journal: url });
  });
  const keys = [...(apiKey === undefined ? [] : [apiKey]), ...apiKeys.map(({ key }) => key)];
  return new JournaledPayouts({
    ...{ journal, client, clock: journal.timeFor(clock), origin, folder, keys, coverFee },
    readOnly: wallet.readOnly === true,
  });
}

type Wallet = ClientSettings & (OneKey | SeveralKeys);

async function walletOf(
  options: PayoutsOptions,
): Promise<{ wallet: Wallet; coverFee: boolean; journal: string | undefined }> {
  if (!('profile' in options)) return { wallet: options, coverFee: false, journal: options.journal };
  const { profile, configDirectory, signal, journal: ownJournal, ...settings } = options;
  const { wallet, coverFee, journal } = await unlockProfile(profile, { configDirectory, signal });
  return {
    wallet: { ...settings, ...wallet, readOnly: wallet.readOnly || settings.readOnly === true },
    coverFee,
    journal: ownJournal ?? journal,
  };
}

async function openedIn<Opened>(folder: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof SqliteMissingError) throw new JournalError('sqlite_missing', folder, error);
    const isElsewhere = error instanceof JournalElsewhereError || error instanceof PostgresOpenError;
    const isUnusable = error instanceof DatabaseOpenError || isJournalFailure(error) || isSystemError(error);
    if (error instanceof Error && (isElsewhere || isUnusable))
      throw new JournalError('journal_unusable', folder, error);
    throw error;
  }
}
