import { failures } from './pt-br/failures.ts';
import { help } from './pt-br/help.ts';
import { screens } from './pt-br/screens.ts';
import type { Catalogue } from './translate.ts';

export const ptBr: Catalogue = { help, ...failures, ...screens };
