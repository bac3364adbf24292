import { files, payoutAccounts, payoutRuns, pendingRuns, receiptFormats } from '../../completion/sources.ts';
import { allow } from '../allow.ts';
import { advanced, either, flag, off, optional, required, text, choice, repeated } from '../../command/options.ts';
import { command, running, type Group } from '../../command/command.ts';

const file = required(text(({ payouts: { help } }) => help.options.file, files));
const givenRun = text(({ payouts: { help } }) => help.options.run, payoutRuns);
const pendingRun = text(({ payouts: { help } }) => help.options.run, pendingRuns);
const oneRun = { runId: required(givenRun) };
const perhapsRun = { runId: optional(givenRun) };

const yes = flag(({ payouts: { help } }) => help.options.yes);
const mark = off(({ payouts: { help } }) => help.options.noMark);
const confirmTotal = text(({ payouts: { help } }) => help.options.confirmTotal);
const out = text(({ payouts: { help } }) => help.options.out, files);
const force = flag(({ payouts: { help } }) => help.options.force);

const account = text(({ payouts: { help } }) => help.options.account, payoutAccounts);

/** Of the commands that pay for one account. */
const accountFlags = advanced({ account });

const rowsOfFile = {
  sheet: text(({ payouts: { help } }) => help.options.sheet),
  due: text(({ payouts: { help } }) => help.options.due),
};
const permissionsOfFile = {
  onlyValid: flag(({ payouts: { help } }) => help.options.onlyValid),
  coverFee: either(
    ({ payouts: { help } }) => help.options.coverFee,
    ({ payouts: { help } }) => help.options.noCoverFee,
  ),
  ...advanced({
    allow,
    forceKey: flag(({ payouts: { help } }) => help.options.forceKey),
    digest: text(({ payouts: { help } }) => help.options.digest),
  }),
};

const fileFlags = {
  ...rowsOfFile,
  on: text(({ payouts: { help } }) => help.options.on),
  ...permissionsOfFile,
};

/** Of the command that pays it at once, whatever its day. */
const undatedFileFlags = { ...rowsOfFile, ...permissionsOfFile };

const sendingFlags = {
  wait: flag(({ payouts: { help } }) => help.options.wait),
  ...advanced({ allow, lookFor: text(({ payouts: { help } }) => help.options.lookFor) }),
  ...accountFlags,
};

const standingFields = async () => (await import('./standing.ts')).STANDING_FIELDS;
const policyFields = async () => (await import('./policy.ts')).POLICY_FIELDS;

export const submit = command({
  description: ({ payouts: { help } }) => help.commands.submit,
  arguments: { file },
  flags: { ...fileFlags, mark, ...accountFlags },
  fields: standingFields,
  examples: ['pix payouts submit july.csv'],
});

export const pending = command({
  description: ({ payouts: { help } }) => help.commands.pending,
  arguments: { runId: optional(pendingRun) },
  fields: standingFields,
  examples: ['pix payouts pending', 'pix payouts pending r-20261121-k7m2'],
});

export const approve = command({
  description: ({ payouts: { help } }) => help.commands.approve,
  arguments: { runId: required(pendingRun) },
  flags: { confirmTotal, yes },
  fields: standingFields,
  examples: ['pix payouts approve r-20261121-k7m2'],
});

export const reject = command({
  description: ({ payouts: { help } }) => help.commands.reject,
  arguments: { runId: required(pendingRun) },
  flags: { reason: text(({ payouts: { help } }) => help.options.reason) },
  fields: async () => (await import('./approve.ts')).REJECTED_FIELDS,
  examples: ['pix payouts reject r-20261121-k7m2 --reason "wrong month"'],
});

export const log = command({
  description: ({ payouts: { help } }) => help.commands.log,
  arguments: perhapsRun,
  flags: { verify: flag(({ payouts: { help } }) => help.options.verify) },
  fields: async () => (await import('./journal.ts')).LOG_FIELDS,
  examples: ['pix payouts log', 'pix payouts log --verify'],
});

export const policyInit = command({
  description: ({ payouts: { help } }) => help.commands.policyInit,
  flags: { out: text(({ payouts: { help } }) => help.options.policyOut, files) },
  examples: ['pix payouts policy init'],
});

export const policySet = command({
  description: ({ payouts: { help } }) => help.commands.policySet,
  arguments: { file: required(text(({ payouts: { help } }) => help.options.policyFile, files)) },
  flags: { yes },
  fields: policyFields,
  examples: ['pix payouts policy set policy.json'],
});

const policy: Group = {
  description: ({ payouts: { help } }) => help.commands.policy,
  commands: {
    show: running(async () => ({ run: (await import('./policy.ts')).runPolicyShow }), {
      description: ({ payouts: { help } }) => help.commands.policyShow,
      fields: policyFields,
      examples: ['pix payouts policy show'],
    }),
    init: running(() => import('./policy-init.ts'), policyInit),
    set: running(async () => ({ run: (await import('./policy.ts')).runPolicySet }), policySet),
  },
  examples: ['pix payouts policy init', 'pix payouts policy set policy.json', 'pix payouts policy show'],
};

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

const journal: Group = {
  description: ({ payouts: { help } }) => help.commands.journal,
  commands: {
    status: running(async () => ({ run: (await import('./journal.ts')).runStatus }), {
      description: ({ payouts: { help } }) => help.commands.journalStatus,
      fields: async () => (await import('./journal.ts')).JOURNAL_FIELDS,
      examples: ['pix payouts journal status', 'pix payouts journal status --json'],
    }),
    move: running(async () => ({ run: (await import('./journal.ts')).runMove }), move),
    export: running(async () => ({ run: (await import('./journal.ts')).runExport }), exported),
  },
  examples: ['pix payouts journal status'],
};

const runFields = async () => (await import('./run-sheet.ts')).RUN_FIELDS;
const payoutFields = async () => (await import('./run-sheet.ts')).PAYOUT_FIELDS;

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
  description: ({ payouts: { help } }) => help.commands.run,
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
  examples: [
    'pix payouts resolve r-20261121-k7m2 17 --paid ID',
    'pix payouts resolve r-20261121-k7m2 17 --not-paid',
    'pix payouts resolve r-20261121-k7m2 3,7 --not-paid',
  ],
});

export const timer = command({
  description: ({ payouts: { help } }) => help.commands.timer,
  arguments: oneRun,
  flags: {
    for: choice(({ payouts: { help } }) => help.options.scheduler, {
      values: ['systemd', 'cron', 'task-scheduler'],
      code: 'unknown_scheduler',
    }),
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
    check: running(() => import('./check.ts'), check),
    run: running(() => import('./run.ts'), run),
    rehearse: running(() => import('./rehearse.ts'), rehearse),
    resume: running(() => import('./resume.ts'), resume),
    status: running(async () => ({ run: (await import('./status.ts')).runStatus }), status),
    list: running(async () => ({ run: (await import('./status.ts')).runList }), {
      description: ({ payouts: { help } }) => help.commands.list,
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
    pending: running(async () => ({ run: (await import('./standing.ts')).runPending }), pending),
    approve: running(async () => ({ run: (await import('./approve.ts')).runApprove }), approve),
    reject: running(async () => ({ run: (await import('./approve.ts')).runReject }), reject),
    policy,
    log: running(async () => ({ run: (await import('./journal.ts')).runLog }), log),
  },
  examples: ['pix payouts template --out payouts.xlsx', 'pix payouts check july.csv', 'pix payouts run july.csv'],
};
