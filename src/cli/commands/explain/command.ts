import { Argument, Command } from 'commander';
import type { Declaring } from '../declaring.ts';

export const helpGroup = 'lookUp';

export const texts = {
  en: () => import('../../text/en/explain.ts'),
  'pt-BR': () => import('../../text/pt-br/explain.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
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
