import { command, running } from '../../command/command.ts';
import { repeated, required, text } from '../../command/options.ts';
import { ofKind } from '../../output/fields.ts';

export const explain = command({
  description: ({ help }) => help.commands.explain,
  arguments: { words: required(repeated(text((texts) => texts.explain.help.what))) },
  fields: () => ofKind('text', 'subject', 'kind', 'explanation', 'advice'),
  examples: ['pix explain AC03', 'pix explain exit 5', 'pix explain insufficient_balance'],
});

export const tree = running(() => import('./run.ts'), explain);
