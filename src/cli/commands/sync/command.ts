import { Command } from 'commander';
import type { SyncFlags } from './run.ts';
import { withExamples, type Declaring } from '../declaring.ts';

export function declareSync({ text, launch }: Declaring): Command {
  const { help } = text.sync;
  const sync = new Command('sync')
    .description(help.command)
    .option('--rebuild', help.rebuild)
    .action((options: SyncFlags, command: Command) => launch(command, () => import('./run.ts'), options));
  return withExamples(sync, ['pix sync', 'pix sync --rebuild']);
}
