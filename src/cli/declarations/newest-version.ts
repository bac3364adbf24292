import { Command } from 'commander';
import type { Declaring } from './declaring.ts';

/** What `pix` asks of itself, aside, for those who want to hear of newer versions. */
export function declareNewestVersion({ launch }: Declaring): Command {
  return new Command('__newest-version').action((_options: object, command: Command) =>
    launch(command, () => import('../commands/newest-version.ts'), {}),
  );
}
