import { files } from '../../completion/sources.ts';
import { command, running, type Group } from '../../command/command.ts';
import { text } from '../../command/options.ts';
import { EXPORT_FORMATS } from '../../text/topic-names.ts';
import { fileFormat, force, offline, spanBefore } from '../shared-flags.ts';

const flags = {
  out: text((texts) => texts.export.help.options.out, files),
  format: fileFormat((texts) => texts.export.help.options.format, EXPORT_FORMATS),
  ...spanBefore,
  force,
};

export const statement = command({
  description: (texts) => texts.export.help.commands.statement,
  flags: { ...flags, offline },
  fieldsOfFile: async () => (await import('./plan.ts')).exportFields('statement'),
  examples: [
    'pix export statement --out statement.ofx',
    'pix export statement --month 2026-07 --out july.ofx',
    'pix export statement --month 2026-07 --offline --out july.xlsx',
  ],
});

export const tree: Group = {
  description: ({ help }) => help.commands.export,
  commands: {
    payments: running(async () => (await import('./run.ts')).exporting('payments'), {
      description: (texts) => texts.export.help.commands.payments,
      flags,
      fieldsOfFile: async () => (await import('./plan.ts')).exportFields('payments'),
      examples: [
        'pix export payments --out payments.csv',
        'pix export payments --month 2026-07 --format excel-br --out july.csv',
      ],
    }),
    withdraws: running(async () => (await import('./run.ts')).exporting('withdraws'), {
      description: (texts) => texts.export.help.commands.withdraws,
      aliases: ['withdrawals'],
      flags,
      fieldsOfFile: async () => (await import('./plan.ts')).exportFields('withdraws'),
      examples: ['pix export withdraws --out withdraws.ndjson'],
    }),
    statement: running(async () => (await import('./run.ts')).exporting('statement'), statement),
  },
  examples: ['pix export payments --out payments.csv', 'pix export statement --out statement.ofx'],
};
