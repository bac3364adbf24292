import { inPortuguese } from '../../../contract/words/pairs.ts';
import { FIELDS } from '../fields.ts';
import * as pairs from '../labels.ts';

export const fields = inPortuguese(FIELDS);
export const labels = inPortuguese(pairs);
