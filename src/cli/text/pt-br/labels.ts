import { inPortuguese } from '../../../contract/words/pairs.ts';
import * as pairs from '../labels.ts';

export const labels = inPortuguese(pairs);
