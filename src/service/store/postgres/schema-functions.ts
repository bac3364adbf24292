/** Functions that the store calls. They see the tables of the schema through the search path of the connection. */
export const SCHEMA_FUNCTIONS = `
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
