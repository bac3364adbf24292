import type { Schema } from '../../../sql/sqlite/open.ts';
import { printedSchema } from '../../../sql/printed-schema.ts';
import { TABLES } from '../schema/tables.ts';

export const SERVICE_SCHEMA: Schema = {
  /** "Pix3": those before had other tables, and were never published. */
  applicationId: 0x50697833,
  steps: [printedSchema('sqlite', { tables: TABLES })],
};
