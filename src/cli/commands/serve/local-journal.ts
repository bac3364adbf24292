import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignoringSystemErrors } from '../../../files/system-error.ts';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import type { Context } from '../../context/context.ts';
import { originOf } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** A file beside the journal of a local service: a digest of where that stores its data, or nothing. */
const MARKER = 'local-service';

/**
 * The journal of payouts for a local service. That of a service in memory is removed with the service, whose withdrawals
 * are gone then. A journal that was there before belongs to something else at the same address, and stays. One that cannot
 * be removed does no harm.
 */
export class LocalJournal {
  readonly #folder: string;
  readonly #data: string;

  private constructor(folder: string, data: string) {
    this.#folder = folder;
    this.#data = data;
  }

  /** @param data the data file or database of the service; undefined: in memory */
  static async begin({ host }: Context, url: string, data?: string): Promise<LocalJournal> {
    const folder = serviceFolder(await statesFolder(host.environment), originOf(url));
    const journal = new LocalJournal(folder, data === undefined ? '' : hash('sha256', data));
    // Of a service in memory that was killed.
    if (journal.#markedData() === '') journal.#remove();
    if (!existsSync(journal.#folder)) journal.#mark();
    return journal;
  }

  end(): void {
    const marked = this.#markedData();
    const isUnused = marked !== undefined && readdirSync(this.#folder).length === 1;
    if (marked === '' || isUnused) this.#remove();
  }

  /** Call it when the service was reset or restored: its withdrawals are gone, and their ids are used again. */
  renew(): void {
    if (this.#markedData() !== this.#data) return;
    this.#remove();
    this.#mark();
  }

  #markedData(): string | undefined {
    const marker = join(this.#folder, MARKER);
    return existsSync(marker) ? readFileSync(marker, 'utf8') : undefined;
  }

  #remove(): void {
    ignoringSystemErrors(() => {
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  #mark(): void {
    ignoringSystemErrors(() => {
      makePrivateFolder(this.#folder);
      writeFileSync(join(this.#folder, MARKER), this.#data);
    });
  }
}
