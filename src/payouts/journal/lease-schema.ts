/**
 * Who works on a run of a journal that several machines share. The fencing number grows with each change of hands, and
 * each intent carries the one it was written under. A journal of one machine has no leases.
 */
export const LEASES = `
CREATE TABLE lease (
  run_id TEXT PRIMARY KEY,
  fence INTEGER NOT NULL,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;
CREATE TRIGGER intent_has_the_newest_fence BEFORE UPDATE OF state ON payout
  WHEN NEW.state = 'sending'
  AND EXISTS (SELECT 1 FROM lease JOIN run ON run.id = lease.run_id
    WHERE run.number = NEW.run AND lease.fence IS NOT NEW.fence)
  BEGIN SELECT RAISE(ABORT, 'another worker has this run'); END;
CREATE TABLE moved (token TEXT NOT NULL, target TEXT NOT NULL, at INTEGER NOT NULL, is_copied INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE arrived (token TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TRIGGER run_is_not_added_when_moved BEFORE INSERT ON run WHEN EXISTS (SELECT 1 FROM moved)
  BEGIN SELECT RAISE(ABORT, 'this journal was moved'); END;
CREATE TRIGGER run_is_not_changed_when_moved BEFORE UPDATE ON run WHEN EXISTS (SELECT 1 FROM moved)
  BEGIN SELECT RAISE(ABORT, 'this journal was moved'); END;
CREATE TRIGGER payout_is_not_changed_when_moved BEFORE UPDATE ON payout WHEN EXISTS (SELECT 1 FROM moved)
  BEGIN SELECT RAISE(ABORT, 'this journal was moved'); END;
${['policy', 'submission', 'approval', 'audit']
  .map(
    (table) => `CREATE TRIGGER ${table}_is_not_added_when_moved BEFORE INSERT ON ${table}
  WHEN EXISTS (SELECT 1 FROM moved) BEGIN SELECT RAISE(ABORT, 'this journal was moved'); END;`,
  )
  .join('\n')}
`;
