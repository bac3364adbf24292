import { files, payoutAccounts, payoutRuns, pendingRuns, receiptFormats } from '../../completion/sources.ts';
import { allow, lookFor } from '../sending-flags.ts';
import { fileFormat, force, yes } from '../shared-flags.ts';
import {
  advanced,
  either,
  flag,
  off,
  optional,
  required,
  text,
  choice,
  repeated,
  type Words,
} from '../../command/options.ts';
import { REPORT_FORMATS } from '../../text/topic-names.ts';
import type { Catalogue } from '../../text/translate.ts';
import { command, running, type Group } from '../../command/command.ts';

type Help = Catalogue['payouts']['help'];
function summary(name: keyof Help['commands']): Words {
  return (texts) => texts.payouts.help.commands[name];
}

function option(name: keyof Help['options']): Words {
  return (texts) => texts.payouts.help.options[name];
}

const file = required(text(option('file'), files));
const givenRun = text(option('run'), payoutRuns);
const pendingRun = text(option('run'), pendingRuns);
const oneRun = { runId: required(givenRun) };
const perhapsRun = { runId: optional(givenRun) };

const mark = off(option('noMark'));
const confirmTotal = text(option('confirmTotal'));
const out = text(option('out'), files);

const account = text(option('account'), payoutAccounts);

const rowsOfFile = { sheet: text(option('sheet')), due: text(option('due')) };
const permissionsOfFile = {
  onlyValid: flag(option('onlyValid')),
  coverFee: either(option('coverFee'), option('noCoverFee')),
  ...advanced({ allow, forceKey: flag(option('forceKey')), digest: text(option('digest')) }),
};

const fileFlags = { ...rowsOfFile, on: text(option('on')), ...permissionsOfFile };

/** Of the command that pays it at once, whatever its day. */
const undatedFileFlags = { ...rowsOfFile, ...permissionsOfFile };

const sendingFlags = {
  wait: flag(option('wait')),
  ...advanced({ allow, lookFor, account }),
};

const standingFields = async () => (await import('./approve.ts')).STANDING_FIELDS;
const policyFields = async () => (await import('./policy.ts')).POLICY_FIELDS;

export const submit = command({
  description: summary('submit'),
  arguments: { file },
  flags: { ...fileFlags, mark, ...advanced({ account }) },
  fields: standingFields,
  examples: ['pix payouts submit july.csv'],
});

export const pending = command({
  description: summary('pending'),
  arguments: { runId: optional(pendingRun) },
  fields: standingFields,
  examples: ['pix payouts pending', 'pix payouts pending r-20261121-k7m2'],
});

export const approve = command({
  description: summary('approve'),
  arguments: { runId: required(pendingRun) },
  flags: { confirmTotal, yes },
  fields: standingFields,
  examples: ['pix payouts approve r-20261121-k7m2'],
});

export const reject = command({
  description: summary('reject'),
  arguments: { runId: required(pendingRun) },
  flags: { reason: text(option('reason')) },
  fields: async () => (await import('./approve.ts')).REJECTED_FIELDS,
  examples: ['pix payouts reject r-20261121-k7m2 --reason "wrong month"'],
});

export const log = command({
  description: summary('log'),
  arguments: perhapsRun,
  flags: { verify: flag(option('verify')) },
  fields: async () => (await import('./journal.ts')).LOG_FIELDS,
  examples: ['pix payouts log', 'pix payouts log --verify'],
});

export const policyInit = command({
  description: summary('policyInit'),
  flags: { out: text(option('policyOut'), files) },
  examples: ['pix payouts policy init'],
});

export const policySet = command({
  description: summary('policySet'),
  arguments: { file: required(text(option('policyFile'), files)) },
  flags: { yes },
  fields: policyFields,
  examples: ['pix payouts policy set policy.json'],
});

const policy: Group = {
  description: summary('policy'),
  commands: {
    show: running(async () => ({ run: (await import('./policy.ts')).runPolicyShow }), {
      description: summary('policyShow'),
      fields: policyFields,
      examples: ['pix payouts policy show'],
    }),
    init: running(() => import('./policy-init.ts'), policyInit),
    set: running(async () => ({ run: (await import('./policy.ts')).runPolicySet }), policySet),
  },
  examples: ['pix payouts policy init', 'pix payouts policy set policy.json', 'pix payouts policy show'],
};

export const move = command({
  description: summary('journalMove'),
  arguments: { target: required(text(option('journalTarget'))) },
  flags: { yes },
  fields: async () => (await import('./journal.ts')).MOVED_FIELDS,
  examples: ['pix payouts journal move postgres://pix@db.example/payments', 'pix payouts journal move local'],
});

export const exported = command({
  description: summary('journalExport'),
  flags: { out, force },
  examples: ['pix payouts journal export --out journal.ndjson'],
});

const journal: Group = {
  description: summary('journal'),
  commands: {
    status: running(async () => ({ run: (await import('./journal.ts')).runStatus }), {
      description: summary('journalStatus'),
      fields: async () => (await import('./journal.ts')).JOURNAL_FIELDS,
      examples: ['pix payouts journal status', 'pix payouts journal status --json'],
    }),
    move: running(async () => ({ run: (await import('./journal.ts')).runMove }), move),
    export: running(async () => ({ run: (await import('./journal.ts')).runExport }), exported),
  },
  examples: ['pix payouts journal status'],
};

const runFields = async () => (await import('./run-rows.ts')).RUN_FIELDS;
const payoutFields = async () => (await import('./run-rows.ts')).PAYOUT_FIELDS;

export const check = command({
  description: summary('check'),
  arguments: { file },
  flags: { ...fileFlags, account: off(option('noAccount')), rows: flag(option('rows')) },
  // Row formats contain the problems of a file, or its rows; other formats the result of the check.
  fields: async ({ format, options }) => {
    if (format !== 'csv' && format !== 'tsv' && format !== 'ndjson') {
      return (await import('./check.ts')).CHECK_FIELDS;
    }
    if (options.has('rows')) return (await import('./plan.ts')).RECIPIENT_FIELDS;
    return (await import('./row-notices.ts')).PROBLEM_FIELDS;
  },
  examples: [
    'pix payouts check july.csv',
    'pix payouts check july.csv --json',
    'pix payouts check july.csv --rows -o csv',
  ],
});

export const run = command({
  description: summary('run'),
  arguments: { file },
  flags: { ...fileFlags, confirmTotal, yes, mark, ...sendingFlags },
  fields: runFields,
  examples: [
    'pix payouts run july.csv',
    'pix payouts run july.csv --on last-business-day',
    'pix payouts run july.csv --confirm-total 1250,00 --yes --wait',
  ],
});

export const rehearse = command({
  description: summary('rehearse'),
  arguments: { file },
  flags: {
    ...undatedFileFlags,
    fault: repeated(text(option('fault'))),
    now: text(option('rehearsedAt')),
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
  description: summary('resume'),
  arguments: oneRun,
  flags: { yes, now: flag(option('now')), ...sendingFlags },
  fields: runFields,
  examples: ['pix payouts resume r-20261121-k7m2'],
});

export const status = command({
  description: summary('status'),
  arguments: perhapsRun,
  flags: { refresh: flag(option('refresh')) },
  showsMoney: true,
  fields: runFields,
  examples: ['pix payouts status', 'pix payouts status r-20261121-k7m2 --refresh'],
});

export const report = command({
  description: summary('report'),
  arguments: oneRun,
  flags: { format: fileFormat(option('format'), REPORT_FORMATS), out, retryFile: flag(option('retryFile')), force },
  fields: payoutFields,
  examples: [
    'pix payouts report r-20261121-k7m2 --out july-report.xlsx',
    'pix payouts report r-20261121-k7m2 --retry-file --out again.csv',
  ],
});

export const receipts = command({
  description: summary('receipts'),
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
  description: summary('resolve'),
  arguments: { ...oneRun, line: required(text(option('line'))) },
  flags: { paid: { ...text(option('paid')), excludes: ['notPaid'] }, notPaid: flag(option('notPaid')), account, yes },
  fields: payoutFields,
  examples: [
    'pix payouts resolve r-20261121-k7m2 17 --paid ID',
    'pix payouts resolve r-20261121-k7m2 17 --not-paid',
    'pix payouts resolve r-20261121-k7m2 3,7 --not-paid',
  ],
});

export const timer = command({
  description: summary('timer'),
  arguments: oneRun,
  flags: {
    for: choice(option('scheduler'), { values: ['systemd', 'cron', 'task-scheduler'], code: 'unknown_scheduler' }),
    at: text(option('timerAt')),
    out: text(option('timerOut'), files),
  },
  examples: [
    'pix payouts timer r-20261121-k7m2 --for systemd',
    'pix payouts timer r-20261121-k7m2 --for cron --at 07:30',
  ],
});

export const template = command({
  description: summary('template'),
  flags: {
    format: fileFormat(option('templateFormat'), ['csv', 'xlsx', 'excel-br']),
    examples: flag(option('examples')),
    out,
    force,
  },
  examples: ['pix payouts template --out payouts.xlsx', 'pix payouts template --format excel-br --out payouts.csv'],
});

export const tree: Group = {
  description: ({ help }) => help.commands.payouts,
  commands: {
    check: running(() => import('./check.ts'), check),
    run: running(() => import('./run.ts'), run),
    rehearse: running(() => import('./rehearse.ts'), rehearse),
    resume: running(async () => ({ run: (await import('./run.ts')).runResume }), resume),
    status: running(async () => ({ run: (await import('./status.ts')).runStatus }), status),
    list: running(async () => ({ run: (await import('./status.ts')).runList }), {
      description: summary('list'),
      showsMoney: true,
      fields: runFields,
      examples: ['pix payouts list'],
    }),
    report: running(() => import('./report.ts'), report),
    receipts: running(() => import('./receipts.ts'), receipts),
    resolve: running(() => import('./resolve.ts'), resolve),
    timer: running(() => import('./timer.ts'), timer),
    template: running(() => import('./template.ts'), template),
    journal,
    submit: running(() => import('./submit.ts'), submit),
    pending: running(async () => ({ run: (await import('./approve.ts')).runPending }), pending),
    approve: running(async () => ({ run: (await import('./approve.ts')).runApprove }), approve),
    reject: running(async () => ({ run: (await import('./approve.ts')).runReject }), reject),
    policy,
    log: running(async () => ({ run: (await import('./journal.ts')).runLog }), log),
  },
  examples: ['pix payouts template --out payouts.xlsx', 'pix payouts check july.csv', 'pix payouts run july.csv'],
};
