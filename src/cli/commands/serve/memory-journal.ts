import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../../../files/system-error.ts';
import { makePrivateFolder } from '../../../files/private-files.ts';
import { serviceFolder } from '../../../payouts/journal/service-journal.ts';
import type { Context } from '../../context/context.ts';
import { originOf } from '../../context/settings.ts';
import { statesFolder } from '../../context/state-folder.ts';

/** A file beside the journal of a service without a data file. */
const MARKER = 'in-memory';

/**
 * The journal of payouts for a service without a data file. It is removed with the service, whose withdrawals are gone
 * then. An existing journal belongs to a service with a data file at the same address, and stays.
 */
export class MemoryJournal {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param isInMemory false for a service with a data file: then only the journal of a killed one is removed */
  static async begin({ host }: Context, url: string, isInMemory: boolean): Promise<MemoryJournal> {
    const journal = new MemoryJournal(serviceFolder(await statesFolder(host.environment), originOf(url)));
    journal.end();
    if (isInMemory && !existsSync(journal.#folder)) journal.#mark();
    return journal;
  }

  end(): void {
    if (existsSync(join(this.#folder, MARKER))) {
      ignoringSystem(() => {
        rmSync(this.#folder, { recursive: true, force: true });
      });
    }
  }

  #mark(): void {
    ignoringSystem(() => {
      makePrivateFolder(this.#folder);
      writeFileSync(join(this.#folder, MARKER), '');
    });
  }
}

/** A journal that cannot be removed does no harm. */
function ignoringSystem(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
