import { command, running } from '../../command/command.ts';

const doctor = command({
  description: ({ help }) => help.commands.doctor,
  fields: async () => (await import('./run.ts')).FIELDS,
  examples: ['pix doctor', 'pix doctor -p production --json'],
});

export const tree = running(doctor, () => import('./run.ts'));
