import { Command } from 'commander';
import { withExamples, type Declaring } from '../declaring.ts';

export function declareDoctor({ text, launch }: Declaring): Command {
  const doctor = new Command('doctor')
    .description(text.doctor.help.command)
    .action((_options: object, command: Command) => launch(command, () => import('./run.ts'), {}));
  return withExamples(doctor, ['pix doctor', 'pix doctor -p production --json']);
}
