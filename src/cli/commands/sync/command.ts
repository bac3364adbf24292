import { Command } from 'commander';
import type { SyncFlags } from './run.ts';
import { withExamples, type Declaring } from '../declaring.ts';

export function declareSync({ text, launch }: Declaring): Command {
  const { help } = text.find;
  const sync = new Command('sync')
    .description(help.sync)
    .option('--rebuild', help.rebuild)
    .action((options: SyncFlags, command: Command) => launch(command, () => import('./run.ts'), options));
  return withExamples(sync, ['pix sync', 'pix sync --rebuild']);
}
