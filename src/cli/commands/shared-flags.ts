import { files, receiptFormats } from '../completion/sources.ts';
import { advanced, choice, count, either, flag, once, text, type Words, type Source } from '../command/options.ts';

export const force = flag(({ help }) => help.options.force);
export const yes = flag(({ help }) => help.options.yes);

export const keychain = either(
  ({ help }) => help.options.keychain,
  ({ help }) => help.options.noKeychain,
);

export const keyCommand = { ...text(({ help }) => help.options.keyCommand), excludes: ['keychain'] };

/** Of commands that bring the index up to date first. */
export const offline = flag(({ help }) => help.options.offline);

const month = { ...once(text(({ lists }) => lists.help.month)), excludes: ['since', 'until'] };
const since = once(text(({ lists }) => lists.help.since));

/** The days of which a command shows something. */
export const span = { since, until: once(text(({ lists }) => lists.help.until)), month };

/** The same, without the day at the end. */
export const spanBefore = { since, until: once(text(({ lists }) => lists.help.before)), month };

export const settledBy = choice(({ lists }) => lists.help.by, {
  values: ['created', 'settled'],
  code: 'invalid_value',
});

export function fileFormat<const Format extends string>(help: Words, values: readonly Format[]) {
  return choice(help, { values, code: 'invalid_format' });
}

const WATCH_SECONDS_DEFAULT = 5;
const WATCH_SECONDS_MAXIMUM = 86_400;

export function watch(help: Words) {
  return { ...count(help, { from: 1, to: WATCH_SECONDS_MAXIMUM }), preset: String(WATCH_SECONDS_DEFAULT) };
}

/** Of every list. @param candidates for `--status` */
export function listFlags(of: 'charge' | 'withdrawal', candidates: Source) {
  const status: Words = ({ lists, statuses }) =>
    `${lists.help.status}: ${Object.values(statuses[of]).join(', ').toLowerCase()}`;
  return {
    status: once(text(status, candidates)),
    limit: count(({ lists }) => lists.help.limit, { from: 1, short: 'L' }),
    all: { ...flag(({ lists }) => lists.help.all), excludes: ['limit'] },
    ...span,
    watch: { ...watch(({ lists }) => lists.help.watch), excludes: ['all', 'offset', 'since', 'until', 'month', 'by'] },
    ...advanced({ offset: count(({ lists }) => lists.help.offset, { from: 0 }), by: settledBy }),
  };
}

export const receiptFlags = {
  format: text(({ receipts }) => receipts.options.format, receiptFormats),
  out: text(({ receipts }) => receipts.options.out, files),
  holder: text(({ receipts }) => receipts.options.holder),
  force,
};
