import { failures } from './en/failures.ts';
import { help } from './en/help.ts';
import { screens } from './en/screens.ts';

export const en = { help, ...failures, ...screens };
