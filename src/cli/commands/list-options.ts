import { Option, type Command } from 'commander';
import type { Source } from '../completion/source.ts';
import { wholeNumber } from '../input/number.ts';
import type { Catalogue } from '../text/translate.ts';
import { valueOption, type Declaring } from './declaring.ts';

/** The options of every list. @param statuses candidates for `--status` */
export function withListOptions(command: Command, statuses: Source, { text }: Declaring): Command {
  const { help } = text.lists;
  return command
    .addOption(valueOption('--status', help.status, statuses))
    .addOption(valueOption('-L, --limit', help.limit).argParser(wholeNumber('--limit', 1, Infinity, text)))
    .addOption(new Option('--all', help.all))
    .addOption(valueOption('--offset', help.offset).argParser(wholeNumber('--offset', 0, Infinity, text)))
    .addOption(valueOption('--since', help.since))
    .addOption(valueOption('--until', help.until))
    .addOption(valueOption('--month', help.month))
    .addOption(valueOption('--by', help.by))
    .addOption(watchOption(help.watch, text));
}

const WATCH_SECONDS_DEFAULT = 5;
const WATCH_SECONDS_MAXIMUM = 86_400;

/** `--watch [SECONDS]` */
export function watchOption(description: string, text: Catalogue): Option {
  return new Option(`--watch [${text.lists.help.watchValue}]`, description)
    .argParser(wholeNumber('--watch', 1, WATCH_SECONDS_MAXIMUM, text))
    .preset(String(WATCH_SECONDS_DEFAULT));
}
