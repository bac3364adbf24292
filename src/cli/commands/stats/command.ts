import { command, running } from '../../command/command.ts';
import { count } from '../../command/options.ts';
import { settledBy, span } from '../shared-flags.ts';

/** Ten years. */
const DAYS_MAXIMUM = 3_660;

export const stats = command({
  description: ({ help }) => help.commands.stats,
  flags: {
    days: {
      ...count((text) => text.stats.help.days, { from: 1, to: DAYS_MAXIMUM }),
      excludes: ['month', 'since', 'until'],
    },
    ...span,
    by: settledBy,
  },
  showsMoney: true,
  fields: async () => (await import('./run.ts')).FIELDS,
  examples: ['pix stats', 'pix stats --days 7 --json', 'pix stats --month 2026-07 --by settled'],
});

export const tree = running(() => import('./run.ts'), stats);
