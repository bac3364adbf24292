import { command, running, type Group } from '../../../command/command.ts';
import { required, text } from '../../../command/options.ts';
import { force, out, yes } from '../shared-flags.ts';

const status = command({
  description: ({ payouts: { help } }) => help.commands.journalStatus,
  fields: async () => (await import('./journal.ts')).JOURNAL_FIELDS,
  examples: ['pix payouts journal status', 'pix payouts journal status --json'],
});

export const move = command({
  description: ({ payouts: { help } }) => help.commands.journalMove,
  arguments: { target: required(text(({ payouts: { help } }) => help.options.journalTarget)) },
  flags: { yes },
  fields: async () => (await import('./journal.ts')).MOVED_FIELDS,
  examples: ['pix payouts journal move postgres://pix@db.example/payments', 'pix payouts journal move local'],
});

export const exported = command({
  description: ({ payouts: { help } }) => help.commands.journalExport,
  flags: { out, force },
  examples: ['pix payouts journal export --out journal.ndjson'],
});

export const journal: Group = {
  description: ({ payouts: { help } }) => help.commands.journal,
  commands: {
    status: running(status, async () => ({ run: (await import('./journal.ts')).runStatus })),
    move: running(move, async () => ({ run: (await import('./journal.ts')).runMove })),
    export: running(exported, async () => ({ run: (await import('./journal.ts')).runExport })),
  },
  examples: ['pix payouts journal status'],
};
