import { listedStatuses } from '../../completion/sources.ts';
import { command, running } from '../../command/command.ts';
import { count, flag, once, repeated, required, text } from '../../command/options.ts';
import { span } from '../shared-flags.ts';

export const find = command({
  description: ({ help }) => help.commands.find,
  arguments: { words: required(repeated(text((texts) => texts.find.help.text))) },
  flags: {
    status: once(text(({ lists }) => lists.help.status, listedStatuses)),
    ...span,
    limit: count((texts) => texts.find.help.limit, { from: 1, short: 'L' }),
    all: { ...flag((texts) => texts.find.help.all), excludes: ['limit'] },
    offline: flag((texts) => texts.find.help.offline),
    copy: flag((texts) => texts.find.help.copy),
  },
  showsMoney: true,
  fields: async () => (await import('./match-fields.ts')).MATCH_FIELDS,
  // A QR code picture is too long for a screen.
  hiddenFields: ['qrCode'],
  examples: [
    'pix find E9999900420260714150700aBcDeFgH1',
    'pix find 529.982.247-25 --since 30d',
    'pix find "R$ 10,50" --limit 5',
    'pix find maria 24,50 yesterday',
    'pix find "***.982.247-**" --status FAILED',
    'pix find order 17 --all --output csv',
    'pix find maria@example.com -p shop,factory',
    'pix find order 17 --offline',
  ],
});

export const tree = running(() => import('./run.ts'), find);
