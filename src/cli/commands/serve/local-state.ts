import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignoringSystemErrors } from '../../../files/system-error.ts';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { fingerprintOf } from '../../../client/profiles/key-fingerprint.ts';
import { JOURNAL_FILE } from '../../../payouts/journal/journal-database.ts';
import { openServiceJournal, serviceFolder } from '../../../payouts/journal/service-journal.ts';
import type { Context } from '../../context/context.ts';
import { originOf, isLoopback } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';
import { LOCAL_PROFILE } from '../../context/local-service.ts';
import { describeFailure } from '../../errors/failure.ts';

/** A file beside the journal of a service in memory: the fingerprints of its keys, one a line. */
const MARKER = 'in-memory';

type JournalPlace = Parameters<typeof openServiceJournal>[0];

/**
 * The journal of payouts for a local service. That of a service in memory is removed with the service, whose withdrawals
 * are gone then. A journal that was there before belongs to something else at the same address, and stays. One that cannot
 * be removed does no harm.
 */
export class LocalJournal {
  readonly #folder: string;
  /** Undefined: it is not in memory. */
  readonly #marker: string | undefined;
  /** While the service has its address, nothing else can have begun it. */
  readonly #isOwn: boolean;

  private constructor(folder: string, marker: string | undefined) {
    this.#folder = folder;
    this.#marker = marker;
    this.#isOwn = !existsSync(folder);
    if (this.#isOwn) this.#mark();
  }

  static async begin({ host }: Context, { url, keys }: ServedAddress, isInMemory: boolean): Promise<LocalJournal> {
    const origin = originOf(url);
    const states = await statesFolder(host.environment);
    await removeAbandoned({ states, origin, clock: host.clock });
    const marker = isInMemory ? keys.map(({ key }) => fingerprintOf(key)).join('\n') : undefined;
    return new LocalJournal(serviceFolder(states, origin), marker);
  }

  end(): void {
    if (this.#isOwn && existsSync(join(this.#folder, MARKER))) remove(this.#folder);
  }

  /** Call it when the service was reset or restored: its withdrawals are gone, and their ids are used again. */
  renew(): void {
    if (!this.#isOwn) return;
    remove(this.#folder);
    this.#mark();
  }

  #mark(): void {
    const marker = this.#marker;
    if (marker === undefined) return;
    ignoringSystemErrors(() => {
      makePrivateFolder(this.#folder);
      writeFileSync(join(this.#folder, MARKER), marker);
    });
  }
}

function remove(path: string): void {
  ignoringSystemErrors(() => rmSync(path, { recursive: true, force: true }));
}

/** The journal of a service that was killed. Something else may have paid at its address since: then it stays. */
async function removeAbandoned(place: JournalPlace): Promise<void> {
  const folder = serviceFolder(place.states, place.origin);
  const marker = join(folder, MARKER);
  if (!existsSync(marker)) return;
  const isAbandoned = await hasOnlyKeysIn(marker, folder, place).catch(() => false);
  remove(isAbandoned ? folder : marker);
}

async function hasOnlyKeysIn(marker: string, folder: string, place: JournalPlace): Promise<boolean> {
  if (!existsSync(join(folder, JOURNAL_FILE))) return true;
  const own = readFileSync(marker, 'utf8').split('\n');
  const journal = await openServiceJournal(place);
  try {
    const { accounts } = journal;
    return accounts.all().every(({ root }) => accounts.keysOf(root).every((key) => own.includes(key)));
  } finally {
    journal.close();
  }
}

/** What others learn of the service. */
export interface ServedAddress {
  readonly url: string;
  readonly keys: readonly { readonly account: string; readonly name: string; readonly key: string }[];
}

/** On this machine, a connection is accepted at once or not at all. */
const LISTENING_MS = 500;

/**
 * Stores the address and a key of the service as the profile `mock`. If another running service uses that profile, the
 * new one is named after the port (`mock-4011`), and removed when the service stops.
 *
 * The service works without a profile, so an unwritable configuration is only reported.
 */
export async function storeProfile(context: Context, service: ServedAddress): Promise<string | undefined> {
  const { notify, text, warn } = context.screen;
  try {
    const profiles = await context.session.editProfiles();
    const taken = profiles.get(LOCAL_PROFILE)?.baseUrl;
    const isTaken = taken !== undefined && originOf(taken) !== originOf(service.url) && (await isInUse(taken));
    const name = isTaken ? `${LOCAL_PROFILE}-${new URL(service.url).port}` : LOCAL_PROFILE;
    profiles.set(name, { baseUrl: service.url, apiKey: mainKeyOf(service) });
    if (profiles.current() === undefined) profiles.use(name);
    if (isTaken) notify(text.serve.profileOfAnother(LOCAL_PROFILE, originOf(taken), name));
    return name;
  } catch (error) {
    warn(text.serve.profileNotStored(describeFailure(error, text).message));
    return undefined;
  }
}

export function mainKeyOf({ keys }: ServedAddress): string {
  const main = keys.find(({ account, name }) => account === 'demo' && name === 'main') ?? keys[0];
  if (main === undefined) throw new Error('the local service has no key');
  return main.key;
}

export async function removeProfile({ session }: Context, name: string | undefined, { url }: ServedAddress) {
  if (name === undefined || name === LOCAL_PROFILE) return;
  const profiles = await session.editProfiles();
  if (profiles.get(name)?.baseUrl === url) profiles.remove(name);
}

/** A remote address cannot be checked, so it counts as used. */
async function isInUse(baseUrl: string): Promise<boolean> {
  if (!isLoopback(baseUrl)) return true;
  const { isListening } = await import('../../../client/http/reachability.ts');
  return isListening(new URL(baseUrl), LISTENING_MS);
}
