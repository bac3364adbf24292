import { files } from '../../completion/sources.ts';
import { command, running, type Group } from '../../command/command.ts';
import { flag, optional, required, text } from '../../command/options.ts';
import { accountFlags, confirmTotal, file, fileFlags, mark, pendingRun, perhapsRun, yes } from './shared-flags.ts';

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
  fields: async () => (await import('./log.ts')).LOG_FIELDS,
  examples: ['pix payouts log', 'pix payouts log --verify'],
});

const policyShow = command({
  description: ({ payouts: { help } }) => help.commands.policyShow,
  fields: policyFields,
  examples: ['pix payouts policy show'],
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
    show: running(policyShow, async () => ({ run: (await import('./policy.ts')).runPolicyShow })),
    init: running(policyInit, () => import('./policy-init.ts')),
    set: running(policySet, async () => ({ run: (await import('./policy.ts')).runPolicySet })),
  },
  examples: ['pix payouts policy init', 'pix payouts policy set policy.json', 'pix payouts policy show'],
};

export const approvalCommands: Group['commands'] = {
  submit: running(submit, () => import('./submit.ts')),
  pending: running(pending, async () => ({ run: (await import('./standing.ts')).runPending })),
  approve: running(approve, async () => ({ run: (await import('./approve.ts')).runApprove })),
  reject: running(reject, async () => ({ run: (await import('./approve.ts')).runReject })),
  policy,
  log: running(log, () => import('./log.ts')),
};
