import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignoringSystemErrors } from '../../../files/system-error.ts';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import type { Context } from '../../context/context.ts';
import { originOf } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** A file beside the journal of a service in memory. */
const MARKER = 'in-memory';

/**
 * The journal of payouts for a local service. That of a service in memory is removed with the service, whose withdrawals
 * are gone then. A journal that was there before belongs to something else at the same address, and stays. One that cannot
 * be removed does no harm.
 */
export class LocalJournal {
  readonly #folder: string;
  readonly #isInMemory: boolean;
  /** While the service has its address, nothing else can have begun it. */
  readonly #isOwn: boolean;

  private constructor(folder: string, isInMemory: boolean) {
    this.#folder = folder;
    this.#isInMemory = isInMemory;
    // Of a service that was killed.
    this.end();
    this.#isOwn = !existsSync(folder);
    if (this.#isOwn) this.#mark();
  }

  static async begin({ host }: Context, url: string, isInMemory: boolean): Promise<LocalJournal> {
    return new LocalJournal(serviceFolder(await statesFolder(host.environment), originOf(url)), isInMemory);
  }

  end(): void {
    if (existsSync(join(this.#folder, MARKER))) this.#remove();
  }

  /** Call it when the service was reset or restored: its withdrawals are gone, and their ids are used again. */
  renew(): void {
    if (!this.#isOwn) return;
    this.#remove();
    this.#mark();
  }

  #remove(): void {
    ignoringSystemErrors(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  #mark(): void {
    if (!this.#isInMemory) return;
    ignoringSystemErrors(() => {
      makePrivateFolder(this.#folder);
      writeFileSync(join(this.#folder, MARKER), '');
    });
  }
}
