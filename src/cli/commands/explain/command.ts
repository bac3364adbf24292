import { command, running } from '../../command/command.ts';
import { repeated, required, text } from '../../command/options.ts';

export const explain = command({
  description: ({ help }) => help.commands.explain,
  arguments: { words: required(repeated(text((texts) => texts.explain.help.what))) },
  fields: () => [
    { path: 'subject', kind: 'text' },
    { path: 'kind', kind: 'text' },
    { path: 'explanation', kind: 'text' },
    { path: 'advice', kind: 'text' },
  ],
  examples: ['pix explain AC03', 'pix explain exit 5', 'pix explain insufficient_balance'],
});

export const tree = running(() => import('./run.ts'), explain);
