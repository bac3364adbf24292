import { integerOf, textOf } from '../../../sql/row.ts';
import {
  NO_BODIES,
  type LoggedBodies,
  type LoggedRequest,
  type RequestEntry,
  type RequestLog,
} from '../../http/shared-state.ts';
import { StoreUnavailable } from '../../wallet/store-unavailable.ts';
import type { StoreConnections } from './store-connections.ts';

const UNAVAILABLE = 503;
const RECORD = { name: 'log request', text: 'SELECT log_request($1)' };
/** An entry is a line of JSON, and its bodies another one. Bodies beyond this many characters are left out, oldest first. */
const CHARACTERS_MAXIMUM = 8_000_000;
const AFTER = {
  name: 'logged requests',
  text: `SELECT number, CASE WHEN sum(length(entry)) OVER (ORDER BY number DESC) <= ${CHARACTERS_MAXIMUM} THEN entry
      ELSE split_part(entry, E'\\n', 1) END AS entry
    FROM request_log WHERE number > $1 ORDER BY number`,
};

/** The latest requests to all instances. */
export class SharedRequestLog implements RequestLog {
  readonly #connections: StoreConnections;

  constructor(connections: StoreConnections) {
    this.#connections = connections;
  }

  /** An answer is not withheld because it can't be logged. */
  async record(entry: RequestEntry): Promise<void> {
    const logged = this.#connections.change(RECORD, [linesOf(entry)]).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
    // A caller who has waited for the database in vain does not wait for it again.
    if (entry.status === UNAVAILABLE) void logged.catch(() => undefined);
    else await logged;
  }

  async after(number: number): Promise<readonly LoggedRequest[]> {
    const rows = await this.#connections.read(AFTER, [number]);
    return rows.map((row) => {
      const [entry = '', bodies] = textOf(row, 'entry').split('\n');
      // Only this class writes the column.
      return {
        number: integerOf(row, 'number'),
        ...(JSON.parse(entry) as Omit<RequestEntry, keyof LoggedBodies>),
        ...(bodies === undefined ? NO_BODIES : (JSON.parse(bodies) as LoggedBodies)),
      };
    });
  }
}

function linesOf({ requestBody, answerBody, ...entry }: RequestEntry): string {
  const line = JSON.stringify(entry);
  const isEmpty = requestBody === null && answerBody === null;
  return isEmpty ? line : `${line}\n${JSON.stringify({ requestBody, answerBody })}`;
}
