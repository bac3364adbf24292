import { inEnglish } from '../../../contract/words/pairs.ts';
import * as pairs from '../labels.ts';

export const labels = inEnglish(pairs);
