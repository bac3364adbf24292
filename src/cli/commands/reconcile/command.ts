import { files } from '../../completion/sources.ts';
import { command, running } from '../../command/command.ts';
import { advanced, flag, required, text } from '../../command/options.ts';
import { force, offline, span } from '../shared-flags.ts';

export const reconcile = command({
  description: ({ help }) => help.commands.reconcile,
  arguments: { file: required(text((texts) => texts.reconcile.help.file, files)) },
  flags: {
    month: span.month,
    since: span.since,
    until: span.until,
    decisions: text((texts) => texts.reconcile.help.decisions, files),
    out: text((texts) => texts.reconcile.help.out, files),
    force,
    offline,
    ...advanced({
      sheet: text((texts) => texts.reconcile.help.sheet),
      ledgerSigns: flag((texts) => texts.reconcile.help.ledgerSigns),
      allIn: { ...flag((texts) => texts.reconcile.help.allIn), excludes: ['allOut', 'ledgerSigns'] },
      allOut: { ...flag((texts) => texts.reconcile.help.allOut), excludes: ['ledgerSigns'] },
    }),
  },
  fields: async () => (await import('./reconciled-row.ts')).FIELDS,
  examples: [
    'pix reconcile books.xlsx --month 2026-07',
    'pix reconcile bank.ofx --month 2026-07 --out july-report.xlsx',
    'pix reconcile books.csv --month 2026-07 --decisions july-report.xlsx',
  ],
});

export const tree = running(() => import('./run.ts'), reconcile);
