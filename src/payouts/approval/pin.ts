import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { FILE_MODE } from '../../files/private-files.ts';
import { replaceNow } from '../../files/replace-now.ts';

export const PIN_FILE = 'policy.pin';

const form = z.object({
  policy: z.object({ version: z.number(), digest: z.string() }).optional(),
  log: z.object({ number: z.number(), hash: z.string() }).optional(),
});

/** What this machine has seen last in a journal. */
type Seen = z.output<typeof form>;

/**
 * A file outside the journal with the newest policy and log entry that this machine has verified: a journal in which an
 * older policy was restored, or another one was set from the beginning, is noticed.
 */
export class Pin {
  readonly #path: string;

  /** @param folder of the service, on this machine */
  constructor(folder: string) {
    this.#path = join(folder, PIN_FILE);
  }

  /** @throws the error of a file that exists and cannot be read: it may contain a policy */
  read(): Seen {
    try {
      return form.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
      throw error;
    }
  }

  write(seen: Seen): void {
    const before = this.read();
    const temporaryPath = `${this.#path}.${process.pid}`;
    // Half a pin would keep every later command from the journal.
    replaceNow(this.#path, temporaryPath, () => {
      writeFileSync(temporaryPath, `${JSON.stringify({ ...before, ...seen })}\n`, { mode: FILE_MODE });
    });
  }
}
