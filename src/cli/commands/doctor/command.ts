import { running } from '../../command/command.ts';

export const tree = running(() => import('./run.ts'), {
  description: ({ help }) => help.commands.doctor,
  fields: async () => (await import('./run.ts')).FIELDS,
  examples: ['pix doctor', 'pix doctor -p production --json'],
});
