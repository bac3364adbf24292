import { Command } from 'commander';
import { files } from '../../completion/sources.ts';
import { collected, databaseUrl, hostName, origin, schemaName } from '../../input/host.ts';
import { wholeNumber } from '../../input/number.ts';
import { valueOption, type Declaring } from '../declaring.ts';

const PORT_MAXIMUM = 65_535;
const BALANCE_CACHE_MAXIMUM_SECONDS = 86_400;
const HISTORY_MAXIMUM = 10_000_000;

export const helpGroup = 'localService';

export const texts = {
  en: () => import('../../text/en/serve.ts'),
  'pt-BR': () => import('../../text/pt-br/serve.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help } = text.serve;
  const serve = new Command('serve')
    .description(help.command)
    .option('--mock', help.mock)
    .addOption(valueOption('--port', help.port).argParser(wholeNumber('--port', 0, PORT_MAXIMUM, text)))
    .addOption(valueOption('--host', help.host))
    .option('--expose', help.expose)
    .addOption(valueOption('--allow-host', help.allowHost).argParser(collected(hostName(text))))
    .addOption(valueOption('--allow-origin', help.allowOrigin).argParser(collected(origin(text))))
    .addOption(valueOption('--data', help.data, files))
    .addOption(valueOption('--database', help.database).argParser(databaseUrl(text)))
    .addOption(valueOption('--schema', help.schema).argParser(schemaName(text)))
    .addOption(valueOption('--seed', help.seed).argParser(wholeNumber('--seed', 0, Infinity, text)))
    .addOption(valueOption('--payments', help.payments).argParser(wholeNumber('--payments', 0, HISTORY_MAXIMUM, text)))
    .addOption(
      valueOption('--withdraws', help.withdraws).argParser(wholeNumber('--withdraws', 0, HISTORY_MAXIMUM, text)),
    )
    .option('--no-rate-limit', help.noRateLimit)
    .option('--no-cache', help.noCache)
    .addOption(
      valueOption('--balance-cache', help.balanceCache).argParser(
        wholeNumber('--balance-cache', 0, BALANCE_CACHE_MAXIMUM_SECONDS, text),
      ),
    )
    .option('--no-profile', help.noProfile)
    .option('--with-parent', help.withParent);
  return runs(serve, {
    load: () => import('./run.ts'),
    examples: [
      'pix serve --mock',
      'pix serve --mock --data ./pix.db',
      'pix serve --mock --port 0 --no-profile --with-parent --json',
      'pix serve --mock --host 0.0.0.0 --expose',
    ],
  });
}
