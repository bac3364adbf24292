import { inEnglish } from '../../../contract/words/pairs.ts';
import { FIELDS } from '../fields.ts';
import * as pairs from '../labels.ts';

export const fields = inEnglish(FIELDS);
export const labels = inEnglish(pairs);
