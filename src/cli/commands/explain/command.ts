import { Argument, Command } from 'commander';
import type { Declaring } from '../declaring.ts';

export function declareExplain({ text, runs }: Declaring): Command {
  const { help } = text.explain;
  const explain = new Command('explain')
    .description(help.command)
    .addArgument(new Argument(`<${help.what.value}...>`, help.what.description));
  return runs(explain, {
    load: () => import('./run.ts'),
    arguments: ['words'],
    fields: () => [
      { path: 'subject', kind: 'text' },
      { path: 'kind', kind: 'text' },
      { path: 'explanation', kind: 'text' },
      { path: 'advice', kind: 'text' },
    ],
    examples: ['pix explain AC03', 'pix explain exit 5', 'pix explain insufficient_balance'],
  });
}
