import type { ClientConfig } from 'pg';

/** A database of a PostgreSQL server, and the schema in it. */
export interface PostgresAddress {
  /** `postgres://USER@HOST/DATABASE`. A password may come from `PGPASSWORD` or a pgpass file instead. */
  readonly url: string;
  readonly schema: string;
}

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** Schema names are written into SQL, so only those are accepted that need no quotes. */
export function isSchemaName(name: string): boolean {
  return SCHEMA_NAME.test(name) && !name.startsWith('pg_');
}

export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

/** The address without its password and parameters, for messages. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return 'postgres://…';
  const { username, host, pathname } = new URL(text);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

const CONNECTION_TIMEOUT_MS = 10_000;

/** How long the two ends of a connection wait for each other, in milliseconds. */
export interface ConnectionLimits {
  /** This end waits so long for a connection. */
  readonly connectMs: number;
  /** A statement waits so long for a lock. */
  readonly lockMs: number;
  /** The server waits so long for the next statement of a transaction; then it ends the session, and its locks. */
  readonly idleMs: number;
  /** This end waits so long for the answer to a statement. */
  readonly answerMs: number;
}

/** The server notices within half a minute that the other end is gone, and ends its session. */
const TCP =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000';

/** A setting that means nothing to a server: where it lacks, something in between has left out all others, too. */
export const CANARY = 'pix.session';

/** Settings of a connection, with what the driver reads from the URL and from the environment. */
export function clientConfigOf({ url, schema }: PostgresAddress, limits?: ConnectionLimits): ClientConfig {
  const { lockMs = 0, idleMs = 0 } = limits ?? {};
  const waits = `-c lock_timeout=${lockMs} -c idle_in_transaction_session_timeout=${idleMs}`;
  const { connectionString, options } = withoutOptions(url);
  return {
    connectionString,
    connectionTimeoutMillis: limits?.connectMs ?? CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    application_name: 'pix',
    // The planner must not change to a plan that forgets the index when a list grows.
    options: `${options} -c ${CANARY}=own -c search_path=${schema} -c default_transaction_isolation=read\\ committed -c jit=off ${TCP} ${waits}`,
  };
}

/** The driver would take the options of an address instead of ours. Of two settings of one parameter, the later one counts. */
function withoutOptions(url: string) {
  const address = new URL(url);
  const options = address.searchParams.getAll('options').join(' ');
  if (!address.searchParams.has('options')) return { connectionString: url, options };
  address.searchParams.delete('options');
  return { connectionString: address.href, options };
}
