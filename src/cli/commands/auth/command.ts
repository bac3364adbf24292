import { Command } from 'commander';
import { profileNames } from '../../completion/sources.ts';
import type { LoginFlags } from './login.ts';
import { refusalForm } from '../../input/refusal-form.ts';
import { optionalArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';

export function declareAuth({ text, launch }: Declaring): Command {
  const { commands, options: help } = text.auth.help;
  const login = new Command('login')
    .description(commands.login)
    .option('--read-only', help.readOnly)
    .option('--no-read-only', help.noReadOnly)
    .option('--keychain', text.help.options.keychain)
    .option('--no-keychain', text.help.options.noKeychain)
    .option('--allow-http', help.allowHttp)
    .addOption(valueOption('--refusal-form', help.refusalForm).argParser(refusalForm(text)))
    .action((options: LoginFlags, command: Command) => launch(command, () => import('./login.ts'), options));
  const status = new Command('status')
    .description(commands.status)
    .action((_options: object, command: Command) => launch(command, () => import('./status.ts'), {}));
  const switching = new Command('switch')
    .description(commands.switch)
    .addArgument(optionalArgument(help.profileName, profileNames))
    .action((name: string | undefined, _options: object, command: Command) =>
      launch(command, () => import('./switch.ts'), name === undefined ? {} : { name }),
    );
  const logout = new Command('logout')
    .description(commands.logout)
    .action((_options: object, command: Command) => launch(command, () => import('./logout.ts'), {}));

  const group = new Command('auth')
    .description(commands.group)
    .addCommand(
      withExamples(login, [
        'pix auth login --base-url https://wallet.example',
        'pix auth login -p production --base-url https://wallet.example < key.txt',
        'pix auth login -p auditor --base-url https://wallet.example --read-only',
      ]),
    )
    .addCommand(withExamples(status, ['pix auth status', 'pix auth status --json']))
    .addCommand(withExamples(switching, ['pix auth switch mock']))
    .addCommand(withExamples(logout, ['pix auth logout', 'pix auth logout -p mock']));
  return withExamples(group, ['pix auth login --base-url https://wallet.example', 'pix auth status']);
}
