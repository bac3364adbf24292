import { Command } from 'commander';
import { profileNames } from '../../completion/sources.ts';
import type { LoginFlags } from './login.ts';
import { refusalForm } from '../../input/refusal-form.ts';
import { optionalArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';

export function declareAuth({ text, launch }: Declaring): Command {
  const { commands, auth: help } = text.help;
  const storage = text.keyStorage.help;
  const login = new Command('login')
    .description(commands.authLogin)
    .option('--read-only', storage.readOnly)
    .option('--no-read-only', storage.noReadOnly)
    .option('--keychain', storage.keychain)
    .option('--no-keychain', storage.noKeychain)
    .option('--allow-http', help.allowHttp)
    .addOption(valueOption('--refusal-form', storage.refusalForm).argParser(refusalForm(text)))
    .action((options: LoginFlags, command: Command) => launch(command, () => import('./login.ts'), options));
  const status = new Command('status')
    .description(commands.authStatus)
    .action((_options: object, command: Command) => launch(command, () => import('./status.ts'), {}));
  const switching = new Command('switch')
    .description(commands.authSwitch)
    .addArgument(optionalArgument(help.profileName, profileNames))
    .action((name: string | undefined, _options: object, command: Command) =>
      launch(command, () => import('./switch.ts'), name === undefined ? {} : { name }),
    );
  const logout = new Command('logout')
    .description(commands.authLogout)
    .action((_options: object, command: Command) => launch(command, () => import('./logout.ts'), {}));

  const group = new Command('auth')
    .description(commands.auth)
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
