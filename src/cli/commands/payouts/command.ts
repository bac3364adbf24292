import { files, receiptFormats } from '../../completion/sources.ts';
import { command, running, type Group } from '../../command/command.ts';
import { choice, flag, off, repeated, required, text } from '../../command/options.ts';
import { approvalCommands } from './approval-commands.ts';
import { journal } from './journal/command.ts';
import {
  account,
  confirmTotal,
  file,
  fileFlags,
  force,
  mark,
  oneRun,
  out,
  perhapsRun,
  sendingFlags,
  undatedFileFlags,
  yes,
} from './shared-flags.ts';
import { SCHEDULERS } from './timer-files.ts';

const runFields = async () => (await import('./run-row.ts')).RUN_FIELDS;
const payoutFields = async () => (await import('./payout-row.ts')).PAYOUT_FIELDS;

export const check = command({
  description: ({ payouts: { help } }) => help.commands.check,
  arguments: { file },
  flags: {
    ...fileFlags,
    account: off(({ payouts: { help } }) => help.options.noAccount),
    rows: flag(({ payouts: { help } }) => help.options.rows),
  },
  // Row formats contain the problems of a file, or its rows; other formats the result of the check.
  fields: async ({ format, options }) => {
    if (format !== 'csv' && format !== 'tsv' && format !== 'ndjson') {
      return (await import('./check-row.ts')).CHECK_FIELDS;
    }
    if (options.has('rows')) return (await import('./recipient-table.ts')).RECIPIENT_FIELDS;
    return (await import('./finding-row.ts')).PROBLEM_FIELDS;
  },
  examples: [
    'pix payouts check july.csv',
    'pix payouts check july.csv --json',
    'pix payouts check july.csv --rows -o csv',
  ],
});

export const run = command({
  description: ({ payouts: { help } }) => help.commands.run,
  arguments: { file },
  flags: {
    ...fileFlags,
    confirmTotal,
    yes,
    mark,
    ...sendingFlags,
  },
  fields: runFields,
  examples: [
    'pix payouts run july.csv',
    'pix payouts run july.csv --on last-business-day',
    'pix payouts run july.csv --digest sha256:… --confirm-total 1250,00 --yes --wait',
  ],
});

export const rehearse = command({
  description: ({ payouts: { help } }) => help.commands.rehearse,
  arguments: { file },
  flags: {
    ...undatedFileFlags,
    fault: repeated(text(({ payouts: { help } }) => help.options.fault)),
    now: text(({ payouts: { help } }) => help.options.rehearsedAt),
    keepNames: flag((texts) => texts.twin.keepNames),
    mark,
    ...sendingFlags,
  },
  fields: async () => (await import('./rehearse.ts')).REHEARSED_FIELDS,
  examples: [
    'pix payouts rehearse july.csv',
    'pix payouts rehearse july.csv --fault "reset-after --times 1" --keep-names',
  ],
});

export const resume = command({
  description: ({ payouts: { help } }) => help.commands.resume,
  arguments: oneRun,
  flags: { yes, now: flag(({ payouts: { help } }) => help.options.now), ...sendingFlags },
  fields: runFields,
  examples: ['pix payouts resume r-20261121-k7m2'],
});

export const status = command({
  description: ({ payouts: { help } }) => help.commands.status,
  arguments: perhapsRun,
  flags: { refresh: flag(({ payouts: { help } }) => help.options.refresh) },
  showsMoney: true,
  fields: runFields,
  examples: ['pix payouts status', 'pix payouts status r-20261121-k7m2 --refresh'],
});

const list = command({
  description: ({ payouts: { help } }) => help.commands.list,
  showsMoney: true,
  fields: runFields,
  examples: ['pix payouts list'],
});

export const report = command({
  description: ({ payouts: { help } }) => help.commands.report,
  arguments: oneRun,
  flags: {
    format: text(({ payouts: { help } }) => help.options.format),
    out,
    retryFile: flag(({ payouts: { help } }) => help.options.retryFile),
    force,
  },
  fields: payoutFields,
  examples: [
    'pix payouts report r-20261121-k7m2 --out july-report.xlsx',
    'pix payouts report r-20261121-k7m2 --retry-file --out again.csv',
  ],
});

export const receipts = command({
  description: ({ payouts: { help } }) => help.commands.receipts,
  arguments: oneRun,
  flags: {
    out: text((texts) => texts.receipts.options.folder, files),
    format: text((texts) => texts.receipts.options.formatOfMany, receiptFormats),
    holder: text((texts) => texts.receipts.options.holder),
    force: flag((texts) => texts.receipts.options.replace),
  },
  fields: async () => (await import('./receipts.ts')).RECEIPTS_FIELDS,
  examples: ['pix payouts receipts r-20261121-k7m2 --out july-receipts'],
});

export const resolve = command({
  description: ({ payouts: { help } }) => help.commands.resolve,
  arguments: { ...oneRun, line: required(text(({ payouts: { help } }) => help.options.line)) },
  flags: {
    paid: text(({ payouts: { help } }) => help.options.paid),
    notPaid: flag(({ payouts: { help } }) => help.options.notPaid),
    account,
    yes: flag(({ payouts: { help } }) => help.options.resolveYes),
  },
  fields: payoutFields,
  examples: ['pix payouts resolve r-20261121-k7m2 17 --paid ID', 'pix payouts resolve r-20261121-k7m2 17 --not-paid'],
});

export const timer = command({
  description: ({ payouts: { help } }) => help.commands.timer,
  arguments: oneRun,
  flags: {
    for: choice(({ payouts: { help } }) => help.options.scheduler, { values: SCHEDULERS, code: 'unknown_scheduler' }),
    at: text(({ payouts: { help } }) => help.options.timerAt),
    out: text(({ payouts: { help } }) => help.options.timerOut, files),
  },
  examples: [
    'pix payouts timer r-20261121-k7m2 --for systemd',
    'pix payouts timer r-20261121-k7m2 --for cron --at 07:30',
  ],
});

export const template = command({
  description: ({ payouts: { help } }) => help.commands.template,
  flags: {
    format: text(({ payouts: { help } }) => help.options.templateFormat),
    examples: flag(({ payouts: { help } }) => help.options.examples),
    out,
    force,
  },
  examples: ['pix payouts template --out payouts.xlsx', 'pix payouts template --format excel-br --out payouts.csv'],
});

export const tree: Group = {
  description: ({ help }) => help.commands.payouts,
  commands: {
    check: running(check, () => import('./check.ts')),
    run: running(run, () => import('./run.ts')),
    rehearse: running(rehearse, () => import('./rehearse.ts')),
    resume: running(resume, () => import('./resume.ts')),
    status: running(status, async () => ({ run: (await import('./status.ts')).runStatus })),
    list: running(list, async () => ({ run: (await import('./status.ts')).runList })),
    report: running(report, () => import('./report.ts')),
    receipts: running(receipts, () => import('./receipts.ts')),
    resolve: running(resolve, () => import('./resolve.ts')),
    timer: running(timer, () => import('./timer.ts')),
    template: running(template, () => import('./template.ts')),
    journal,
    ...approvalCommands,
  },
  examples: ['pix payouts template --out payouts.xlsx', 'pix payouts check july.csv', 'pix payouts run july.csv'],
};
