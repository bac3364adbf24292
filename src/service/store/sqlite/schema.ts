import type { Schema } from '../../../sql/sqlite/open.ts';
import { printedSchema } from '../../../sql/printed-schema.ts';
import { TABLES } from '../schema/tables.ts';

export const SERVICE_SCHEMA: Schema = {
  /** "Pix2": "Pix1" had other tables, and was never published. */
  applicationId: 0x50697832,
  steps: [printedSchema('sqlite', { tables: TABLES })],
};
