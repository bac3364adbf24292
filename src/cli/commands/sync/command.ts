import { command, running } from '../../command/command.ts';
import { flag } from '../../command/options.ts';

export const sync = command({
  description: ({ help }) => help.commands.sync,
  flags: {
    rebuild: flag((text) => text.sync.help.rebuild),
    endToEndIds: flag((text) => text.sync.help.endToEndIds),
  },
  fields: async () => (await import('./run.ts')).FIELDS,
  examples: ['pix sync', 'pix sync --end-to-end-ids', 'pix sync --rebuild'],
});

export const tree = running(() => import('./run.ts'), sync);
