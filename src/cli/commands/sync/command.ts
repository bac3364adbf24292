import { Command } from 'commander';
import type { Declaring } from '../declaring.ts';

export const helpGroup = 'lookUp';

export const texts = {
  en: () => import('../../text/en/sync.ts'),
  'pt-BR': () => import('../../text/pt-br/sync.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help } = text.sync;
  const sync = new Command('sync')
    .description(help.command)
    .option('--rebuild', help.rebuild)
    .option('--end-to-end-ids', help.endToEndIds);
  return runs(sync, {
    load: () => import('./run.ts'),
    fields: async () => (await import('./run.ts')).FIELDS,
    examples: ['pix sync', 'pix sync --end-to-end-ids', 'pix sync --rebuild'],
  });
}
