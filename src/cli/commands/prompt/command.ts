import { command, running } from '../../command/command.ts';

const prompt = command({
  description: ({ help }) => help.commands.prompt,
  fields: () => [
    { path: 'profile', kind: 'text' },
    { path: 'environment', kind: 'text' },
    { path: 'host', kind: 'text' },
  ],
  examples: ['pix prompt', 'pix prompt -p mock --json'],
});

export const tree = running(prompt, () => import('./run.ts'));
