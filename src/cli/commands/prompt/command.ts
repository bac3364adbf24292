import { Command } from 'commander';
import type { Declaring } from '../declaring.ts';

export const helpGroup = 'setUp';

export const texts = {
  en: () => import('../../text/en/prompt.ts'),
  'pt-BR': () => import('../../text/pt-br/prompt.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  return runs(new Command('prompt').description(text.prompt.help.command), {
    load: () => import('./run.ts'),
    fields: () => [
      { path: 'profile', kind: 'text' },
      { path: 'environment', kind: 'text' },
      { path: 'host', kind: 'text' },
    ],
    examples: ['pix prompt', 'pix prompt -p mock --json'],
  });
}
