import { integerOf, textOf } from '../../../sqlite/row.ts';
import type { LoggedRequest, RequestEntry, RequestLog } from '../../http/shared-state.ts';
import { StoreUnavailable } from '../../wallet/store-unavailable.ts';
import type { StoreConnections } from './store-connections.ts';
import { TurnBatch } from './turn-batch.ts';

const UNAVAILABLE = 503;
const RECORD = { name: 'log requests', text: 'SELECT log_requests($1)' };
const AFTER = { name: 'logged requests', text: 'SELECT * FROM request_log WHERE number > $1 ORDER BY number' };

/** The latest requests to all instances. */
export class SharedRequestLog implements RequestLog {
  readonly #connections: StoreConnections;
  readonly #entries: TurnBatch<RequestEntry, true>;

  constructor(connections: StoreConnections) {
    this.#connections = connections;
    this.#entries = new TurnBatch(async (entries) => {
      await connections.change(RECORD, [entries.map((entry) => JSON.stringify(entry))]);
      return entries.map(() => true);
    });
  }

  /** An answer is not withheld because it can't be logged. */
  async record(entry: RequestEntry): Promise<void> {
    const logged = this.#entries.run(entry).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      return false;
    });
    // A caller who has waited for the database in vain does not wait for it again.
    if (entry.status === UNAVAILABLE) void logged.catch(() => false);
    else await logged;
  }

  async after(number: number): Promise<readonly LoggedRequest[]> {
    const rows = await this.#connections.read(AFTER, [number]);
    return rows.map((row) => {
      // Only this class writes the column.
      const entry = JSON.parse(textOf(row, 'entry')) as RequestEntry;
      return { number: integerOf(row, 'number'), ...entry };
    });
  }
}
