import { Command } from 'commander';
import type { Declaring } from '../declaring.ts';

export const helpGroup = 'setUp';

export const texts = {
  en: () => import('../../text/en/doctor.ts'),
  'pt-BR': () => import('../../text/pt-br/doctor.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  return runs(new Command('doctor').description(text.doctor.help.command), {
    load: () => import('./run.ts'),
    fields: async () => (await import('./run.ts')).FIELDS,
    examples: ['pix doctor', 'pix doctor -p production --json'],
  });
}
