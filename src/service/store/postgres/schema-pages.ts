/**
 * Pages of the payments and withdrawals of all accounts, newest first. A page far down is found by bisection, over time
 * and in each list: its cost depends on the number of lists, but not on their length or on the offset.
 */
export const ENTRY_PAGES = `
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
