import { Command } from 'commander';
import type { Declaring } from '../declaring.ts';

export function declareDoctor({ text, runs }: Declaring): Command {
  return runs(new Command('doctor').description(text.doctor.help.command), {
    load: () => import('./run.ts'),
    fields: async () => (await import('./run.ts')).FIELDS,
    examples: ['pix doctor', 'pix doctor -p production --json'],
  });
}
