import { printedSchema, type Rule } from '../../sql/printed-schema.ts';
import type { Schema } from '../../sql/sqlite/migrate.ts';
import { KEPT, PAYOUT_BEGINS_PLANNED, RULES, STORE_STEP } from './schema/rules.ts';
import { INSERT_TRANSITIONS, TABLES, type TableName } from './schema/tables.ts';

function closedWhenMoved(table: TableName, event: 'INSERT' | 'UPDATE'): Rule<TableName> {
  return {
    name: `${table}_is_not_${event === 'INSERT' ? 'added' : 'changed'}_when_moved`,
    table,
    event,
    when: 'EXISTS (SELECT 1 FROM moved)',
    refusal: 'this journal was moved',
  };
}

const SQLITE_RULES: readonly Rule<TableName>[] = [
  PAYOUT_BEGINS_PLANNED,
  ...RULES,
  {
    name: 'intent_has_the_newest_fence',
    table: 'payout',
    event: 'UPDATE OF state',
    changes: "NEW.state = 'sending'",
    when: `EXISTS (SELECT 1 FROM lease JOIN run ON run.id = lease.run_id
      WHERE run.number = NEW.run AND lease.fence IS DISTINCT FROM NEW.fence)`,
    refusal: 'another worker has this run',
  },
  closedWhenMoved('run', 'INSERT'),
  closedWhenMoved('run', 'UPDATE'),
  closedWhenMoved('payout', 'UPDATE'),
  ...KEPT.map((table) => closedWhenMoved(table, 'INSERT')),
];

const SQLITE_ONLY = `
CREATE TRIGGER step_is_kept AFTER UPDATE OF state ON payout BEGIN ${STORE_STEP} END;
INSERT INTO identity VALUES (lower(hex(randomblob(16))), 0);
`;

/** The journal in a file. A released step is never edited. */
export const JOURNAL_SCHEMA: Schema = {
  applicationId: 0x70697870,
  steps: [printedSchema('sqlite', { tables: TABLES, rules: SQLITE_RULES }) + INSERT_TRANSITIONS + SQLITE_ONLY],
};
