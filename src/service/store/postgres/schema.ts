import { COMMIT_RECORDS } from '../../../sql/postgres/commit-outcome.ts';
import type { PostgresSchema } from '../../../sql/postgres/migrate.ts';
import { printedSchema } from '../../../sql/printed-schema.ts';
import { RULES } from '../schema/rules.ts';
import { TABLES } from '../schema/tables.ts';

/**
 * Pages of the payments and withdrawals of all accounts, newest first. A page far down is found by bisection, over time
 * and in each list: its cost depends on the number of lists, but not on their length or on the offset.
 */
const ENTRY_PAGES = `
  CREATE VIEW listed_entries AS
    SELECT 'payment' AS kind, account, sequence, id, value, fee, status, description, created_at FROM payments
    UNION ALL
    SELECT 'withdrawal', account, sequence, id, value, fee, status, description, created_at FROM withdrawals;

  CREATE FUNCTION entry_created_at(of_account text, of_kind text, at_sequence bigint) RETURNS bigint
  LANGUAGE plpgsql STABLE AS $$
  BEGIN
    RETURN (SELECT created_at FROM listed_entries
      WHERE account = of_account AND kind = of_kind AND sequence = at_sequence);
  END $$;

  -- How many entries of a list were created before a time: known to be between fewest and most.
  CREATE FUNCTION entries_before(of_account text, of_kind text, moment bigint, fewest bigint, most bigint) RETURNS bigint
  LANGUAGE plpgsql STABLE AS $$
  DECLARE
    middle bigint;
  BEGIN
    WHILE fewest < most LOOP
      middle := (fewest + most) / 2;
      IF entry_created_at(of_account, of_kind, middle + 1) < moment THEN fewest := middle + 1;
      ELSE most := middle;
      END IF;
    END LOOP;
    RETURN fewest;
  END $$;

  -- How many entries of a list have a status, up to a sequence number. Blocks of counts replace counting the rows.
  CREATE FUNCTION entries_with_status(of_account text, of_kind text, of_status text, up_to bigint) RETURNS bigint
  LANGUAGE plpgsql STABLE AS $$
  DECLARE
    counted bigint;
    first_row bigint := up_to / 256 * 256;
  BEGIN
    IF of_status IS NULL OR up_to = 0 THEN RETURN up_to; END IF;
    SELECT coalesce(sum(count), 0) INTO counted FROM status_blocks
      WHERE account = of_account AND kind = of_kind AND status = of_status AND (
        size = 16384 AND block < up_to / 16384
        OR size = 256 AND block >= up_to / 16384 * 64 AND block < up_to / 256
      );
    RETURN counted + (SELECT count(*) FROM listed_entries
      WHERE account = of_account AND kind = of_kind AND status = of_status AND sequence BETWEEN first_row AND up_to);
  END $$;

  -- How far each list reaches before and after the creation time of the entry that has that many older ones.
  CREATE FUNCTION entries_around(
    accounts text[], kinds text[], newest bigint[], of_status text, older bigint,
    OUT before bigint[], OUT after bigint[], OUT until_after bigint
  ) LANGUAGE plpgsql STABLE AS $$
  DECLARE
    low bigint := 0;
    high bigint := (SELECT max(entry_created_at(a, k, n)) + 1 FROM unnest(accounts, kinds, newest) AS l (a, k, n));
    moment bigint;
    middle bigint[];
    matching bigint;
  BEGIN
    before := array_fill(0::bigint, ARRAY[cardinality(newest)]);
    after := newest;
    SELECT sum(entries_with_status(a, k, of_status, n)) INTO until_after
      FROM unnest(accounts, kinds, newest) AS l (a, k, n);
    WHILE high - low > 1 LOOP
      moment := (low + high) / 2;
      middle := '{}';
      matching := 0;
      FOR place IN 1 .. cardinality(newest) LOOP
        middle := middle || entries_before(accounts[place], kinds[place], moment, before[place], after[place]);
        matching := matching + entries_with_status(accounts[place], kinds[place], of_status, middle[place]);
      END LOOP;
      IF matching <= older THEN
        low := moment;
        before := middle;
      ELSE
        high := moment;
        after := middle;
        until_after := matching;
      END IF;
    END LOOP;
  END $$;

  -- Not within the query of a page: there the planner reads whole tables.
  CREATE FUNCTION entries_between(of_account text, of_kind text, of_status text, after bigint, up_to bigint)
  RETURNS SETOF listed_entries LANGUAGE plpgsql STABLE AS $$
  BEGIN
    RETURN QUERY SELECT * FROM listed_entries
      WHERE account = of_account AND kind = of_kind AND sequence > after AND sequence <= up_to
        AND status = coalesce(of_status, status);
  END $$;

  -- With many lists, and near the newest entry, reading the entries before the page costs less than the bisection: each
  -- list costs as much there as a thousand entries.
  CREATE FUNCTION entry_page(
    of_account text, of_status text, row_limit bigint, row_offset bigint, OUT total bigint, OUT items json
  ) LANGUAGE plpgsql STABLE AS $$
  DECLARE
    accounts text[];
    kinds text[];
    newest bigint[];
    passed double precision;
    first record;
    last record;
    skip bigint;
  BEGIN
    SELECT coalesce(sum(wanted), 0), array_agg(account), array_agg(kind), array_agg(l.newest),
        (row_offset + row_limit) * sum(l.newest) / nullif(sum(wanted), 0)
      INTO total, accounts, kinds, newest, passed
      FROM (
        SELECT account, kind, sum(count)::bigint AS newest,
          sum(count) FILTER (WHERE status = coalesce(of_status, status)) AS wanted
        FROM status_totals WHERE kind IN ('payment', 'withdrawal') AND account = coalesce(of_account, account)
        GROUP BY account, kind
      ) AS l WHERE wanted > 0;
    items := '[]';
    IF row_offset >= total THEN RETURN; END IF;
    IF of_account IS NULL AND passed < 1000 * cardinality(newest) THEN
      IF of_status IS NULL THEN
        SELECT json_agg(e ORDER BY e.created_at DESC, e.id DESC) INTO items FROM (
          SELECT * FROM listed_entries ORDER BY created_at DESC, id DESC LIMIT row_limit OFFSET row_offset
        ) AS e;
      ELSE
        SELECT json_agg(e ORDER BY e.created_at DESC, e.id DESC) INTO items FROM (
          SELECT * FROM listed_entries WHERE status = of_status
          ORDER BY created_at DESC, id DESC LIMIT row_limit OFFSET row_offset
        ) AS e;
      END IF;
      RETURN;
    END IF;
    first := entries_around(accounts, kinds, newest, of_status, total - 1 - row_offset);
    last := entries_around(accounts, kinds, newest, of_status, greatest(0, total - row_offset - row_limit));
    skip := row_offset - (total - first.until_after);
    SELECT json_agg(p ORDER BY p.created_at DESC, p.id DESC) INTO items FROM (
      SELECT e.* FROM unnest(accounts, kinds, last.before, first.after) AS l (account, kind, after, up_to),
        entries_between(l.account, l.kind, of_status, l.after, l.up_to) AS e
      ORDER BY e.created_at DESC, e.id DESC LIMIT row_limit OFFSET skip
    ) AS p;
  END $$;
`;

/** Functions that the store calls. They see the tables of the schema through the search path of the connection. */
const SCHEMA_FUNCTIONS = `
  -- The service's time, in epoch milliseconds: the database's own, or another one in tests, and how far it is ahead.
  CREATE FUNCTION service_now(base double precision) RETURNS double precision LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(base, (extract(epoch FROM clock_timestamp()) * 1000)::double precision)
      + coalesce((SELECT clock_ahead_ms FROM service_state), 0)
  $$;

  -- Fails when a statement changed another number of rows than it was meant to: another writer was there.
  CREATE FUNCTION expect_rows(changed bigint, meant bigint) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF changed <> meant THEN
      RAISE EXCEPTION 'changed % rows instead of %', changed, meant USING ERRCODE = 'data_exception';
    END IF;
  END $$;

  -- Counts requests against sliding windows, in order. Each window is locked while it is looked at, in the order of
  -- their names, and its time is taken under the lock: so no two instances see half of each other.
  CREATE FUNCTION count_requests(
    base double precision, buckets text[], maxima int[], lengths double precision[], aheads double precision[]
  ) RETURNS TABLE (place bigint, is_allowed boolean, used int, oldest double precision, at double precision)
  LANGUAGE plpgsql AS $$
  DECLARE
    asked record;
    kept double precision[];
    current_bucket text;
    longest double precision := (SELECT max(length) FROM unnest(lengths) AS length);
  BEGIN
    FOR asked IN
      SELECT * FROM unnest(buckets, maxima, lengths, aheads) WITH ORDINALITY AS a (bucket, maximum, length, ahead, place)
      ORDER BY bucket COLLATE "C", a.place
    LOOP
      IF asked.bucket IS DISTINCT FROM current_bucket THEN
        IF current_bucket IS NOT NULL THEN
          UPDATE rate_windows SET times = kept, ends_at = at + longest WHERE bucket = current_bucket;
        END IF;
        current_bucket := asked.bucket;
        LOOP
          SELECT times INTO kept FROM rate_windows WHERE bucket = current_bucket FOR UPDATE;
          EXIT WHEN FOUND;
          INSERT INTO rate_windows (bucket) VALUES (current_bucket) ON CONFLICT DO NOTHING;
        END LOOP;
        at := service_now(base) + asked.ahead;
        kept := ARRAY(SELECT time FROM unnest(kept) AS time WHERE time + asked.length > at ORDER BY time);
      END IF;
      place := asked.place;
      is_allowed := cardinality(kept) < asked.maximum;
      IF is_allowed THEN kept := kept || at; END IF;
      used := cardinality(kept);
      oldest := coalesce(kept[1], at);
      RETURN NEXT;
    END LOOP;
    IF current_bucket IS NOT NULL THEN
      UPDATE rate_windows SET times = kept, ends_at = at + longest WHERE bucket = current_bucket;
    END IF;
    IF random() < 0.001 THEN
      DELETE FROM rate_windows WHERE bucket IN (
        SELECT bucket FROM rate_windows WHERE ends_at < service_now(base) LIMIT 1000 FOR UPDATE SKIP LOCKED
      );
    END IF;
  END $$;

  -- Numbers requests in the order in which they can be seen, and keeps the latest ten thousand.
  CREATE FUNCTION log_requests(entries text[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    newest bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || ' request log', 0));
    SELECT coalesce(max(number), 0) INTO newest FROM request_log;
    INSERT INTO request_log (number, entry)
      SELECT newest + place, entry FROM unnest(entries) WITH ORDINALITY AS e (entry, place);
    DELETE FROM request_log WHERE number <= newest + cardinality(entries) - 10000;
  END $$;
`;

/** What instances share apart from the wallet. */
const SHARED_TABLES = `
  CREATE UNLOGGED TABLE rate_windows (
    bucket text PRIMARY KEY,
    times double precision[] NOT NULL DEFAULT '{}',
    ends_at double precision NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  CREATE INDEX rate_windows_by_end ON rate_windows (ends_at);

  CREATE UNLOGGED TABLE cached_answers (
    name text PRIMARY KEY,
    body text NOT NULL,
    stored_at double precision NOT NULL,
    expires_at double precision NOT NULL
  );
  CREATE INDEX cached_answers_by_end ON cached_answers (expires_at);

  CREATE UNLOGGED TABLE faults (
    number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    plan text NOT NULL,
    matched bigint NOT NULL DEFAULT 0,
    fired bigint NOT NULL DEFAULT 0
  );

  CREATE UNLOGGED TABLE request_log (
    number bigint PRIMARY KEY,
    entry text NOT NULL
  );
`;

export const SERVICE_POSTGRES_SCHEMA: PostgresSchema = {
  program: 'pix local service',
  steps: [
    printedSchema('postgres', { tables: TABLES, rules: RULES }) +
      SHARED_TABLES +
      SCHEMA_FUNCTIONS +
      COMMIT_RECORDS +
      ENTRY_PAGES,
  ],
};
