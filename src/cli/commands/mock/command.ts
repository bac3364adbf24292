import type { controls } from '../../../contract/control.ts';
import { FAULT_KINDS } from '../../../contract/fault-kinds.ts';
import { files, operationNames, refusalCodes } from '../../completion/sources.ts';
import { command, running, type Group, documented } from '../../command/command.ts';
import { choice, count, flag, optional, parsed, required, text, type Words } from '../../command/options.ts';
import { webhookUrl } from '../../input/host.ts';
import { trueOrFalse } from '../../input/option-values.ts';
import { force } from '../shared-flags.ts';

/** Fields of a control's answer. They are loaded late: the contract is too heavy for a help text. */
const answerOf = (name: Exclude<keyof typeof controls, 'snapshot'>) =>
  documented(async () => (await import('../../../contract/control.ts')).controls[name].data);

const behaviourFields = async () => (await import('./control-table.ts')).BEHAVIOUR_FIELDS;
const faultFields = async () => (await import('./control-table.ts')).FAULT_FIELDS;
const run = async () => (await import('./control-table.ts')).controlTable;

const account = text(
  ({ mock: { help } }) => help.options.account,
  () => ['demo', 'other'],
);
const setting = (description: Words) => parsed((texts) => `<true|false> ${description(texts)}`, trueOrFalse);

const charge = { id: required(text(({ mock: { help } }) => help.options.paymentId)) };
const withdrawal = { id: required(text(({ mock: { help } }) => help.options.withdrawalId)) };

/** A command that takes the ID of a charge, and uses one control. */
const onCharge = (control: 'activatePayment' | 'payPayment' | 'expirePayment', description: Words, example: string) =>
  running(async () => (await run())[control], {
    description,
    arguments: charge,
    fields: answerOf(control),
    examples: [example],
  });

const onDispute = (control: 'openDispute' | 'acceptDispute' | 'refuseDispute', description: Words, example: string) =>
  running(async () => (await run())[control], {
    description,
    arguments: charge,
    fields: answerOf(control),
    examples: [example],
  });

export const setAccount = command({
  description: ({ mock: { help } }) => help.commands.accountSet,
  flags: {
    account,
    instant: setting(({ mock: { help } }) => help.options.instant),
    settleAfter: text(({ mock: { help } }) => help.options.settleAfter),
    settleAs: text(({ mock: { help } }) => help.options.settleAs, refusalCodes),
    transferSecurity: setting(({ mock: { help } }) => help.options.transferSecurity),
    dailyLimit: text(({ mock: { help } }) => help.options.dailyLimit),
    monthlyLimit: text(({ mock: { help } }) => help.options.monthlyLimit),
    perTransaction: text(({ mock: { help } }) => help.options.perTransaction),
    fee: text(({ mock: { help } }) => help.options.fee),
    oneAtATime: setting(({ mock: { help } }) => help.options.oneAtATime),
    blocked: setting(({ mock: { help } }) => help.options.blocked),
    cache: setting(({ mock: { help } }) => help.options.cache),
  },
  fields: behaviourFields,
  examples: [
    'pix mock account set --instant false --settle-after 2h --settle-as AC03',
    'pix mock account set --daily-limit 500,00 --one-at-a-time true',
  ],
});

export const advance = command({
  description: ({ mock: { help } }) => help.commands.advance,
  arguments: { duration: required(text(({ mock: { help } }) => help.options.duration)) },
  flags: { account: text(({ mock: { help } }) => help.options.clockAccount) },
  fields: answerOf('advanceClock'),
  examples: ['pix mock advance 90s', 'pix mock advance 3d --account other'],
});

const faultAccount = text(({ mock: { help } }) => help.options.faultAccount);

export const addFault = command({
  description: ({ mock: { help } }) => help.commands.faultsAdd,
  flags: {
    on: text(({ mock: { help } }) => help.options.on, operationNames),
    account: faultAccount,
    fault: choice(({ mock: { help } }) => `${help.options.fault}: ${FAULT_KINDS.join(', ')}`, {
      values: FAULT_KINDS,
      code: 'invalid_fault',
    }),
    times: count(({ mock: { help } }) => help.options.times, { from: 1 }),
    after: count(({ mock: { help } }) => help.options.after, { from: 0 }),
    probability: text(({ mock: { help } }) => help.options.probability),
    delay: text(({ mock: { help } }) => help.options.delay),
  },
  fields: faultFields,
  examples: [
    'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
    'pix mock faults add --on "GET *" --fault latency --delay 2s --probability 0.1',
  ],
});

export const requests = command({
  description: ({ mock: { help } }) => help.commands.requests,
  flags: { follow: flag(({ mock: { help } }) => help.options.follow) },
  fields: async () => (await import('./requests.ts')).FIELDS,
  examples: ['pix mock requests', 'pix mock requests --follow'],
});

export const addWebhook = command({
  description: ({ mock: { help } }) => help.commands.webhooksAdd,
  arguments: { url: required(parsed(({ mock: { help } }) => help.options.webhookUrl, webhookUrl)) },
  flags: {
    secret: text(({ mock: { help } }) => help.options.webhookSecret),
    account: text(({ mock: { help } }) => help.options.webhookAccount),
  },
  fields: answerOf('addWebhook'),
  examples: ['pix mock webhooks add http://127.0.0.1:3000/pix'],
});

export const snapshot = command({
  description: ({ mock: { help } }) => help.commands.snapshot,
  arguments: { file: required(text(({ mock: { help } }) => help.options.snapshotFile, files)) },
  flags: { force },
  fields: async () => (await import('./state.ts')).FIELDS,
  examples: ['pix mock snapshot before.pixmock'],
});

export const exportWorld = command({
  description: ({ mock: { help } }) => help.commands.worldExport,
  arguments: { file: required(text(({ mock: { help } }) => help.options.snapshotFile, files)) },
  flags: { force },
  fields: async () => (await import('./state.ts')).FIELDS,
  examples: ['pix mock world export world.json'],
});

export const restore = command({
  description: ({ mock: { help } }) => help.commands.restore,
  arguments: { file: required(text(({ mock: { help } }) => help.options.restoreFile, files)) },
  fields: answerOf('restore'),
  examples: ['pix mock restore before.pixmock'],
});

const dispute: Group = {
  description: ({ mock: { help } }) => help.commands.dispute,
  commands: {
    open: onDispute('openDispute', ({ mock: { help } }) => help.commands.disputeOpen, 'pix mock dispute open ID'),
    accept: onDispute(
      'acceptDispute',
      ({ mock: { help } }) => help.commands.disputeAccept,
      'pix mock dispute accept ID',
    ),
    refuse: onDispute(
      'refuseDispute',
      ({ mock: { help } }) => help.commands.disputeRefuse,
      'pix mock dispute refuse ID',
    ),
  },
  examples: ['pix mock dispute open ID', 'pix mock dispute accept ID'],
};

const accounts: Group = {
  description: ({ mock: { help } }) => help.commands.account,
  commands: {
    open: running(async () => (await run()).openAccount, {
      description: ({ mock: { help } }) => help.commands.accountOpen,
      flags: { balance: text(({ mock: { help } }) => help.options.balance) },
      fields: answerOf('openAccount'),
      examples: ['pix mock account open', 'pix mock account open --balance 100,00 --fields key'],
    }),
    list: running(async () => (await run()).listAccounts, {
      description: ({ mock: { help } }) => help.commands.accountList,
      fields: behaviourFields,
      examples: ['pix mock account list'],
    }),
    show: running(async () => (await run()).showAccount, {
      description: ({ mock: { help } }) => help.commands.accountShow,
      flags: { account },
      fields: behaviourFields,
      examples: ['pix mock account show', 'pix mock account show --account other'],
    }),
    set: running(async () => (await run()).setAccount, setAccount),
  },
  examples: ['pix mock account show', 'pix mock account set --daily-limit 500,00 --one-at-a-time true'],
};

const faults: Group = {
  description: ({ mock: { help } }) => help.commands.faults,
  commands: {
    add: running(async () => (await run()).addFault, addFault),
    list: running(async () => (await run()).listFaults, {
      description: ({ mock: { help } }) => help.commands.faultsList,
      fields: faultFields,
      examples: ['pix mock faults list'],
    }),
    clear: running(async () => (await run()).clearFaults, {
      description: ({ mock: { help } }) => help.commands.faultsClear,
      flags: { account: faultAccount },
      fields: faultFields,
      examples: ['pix mock faults clear'],
    }),
  },
  examples: [
    'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
    'pix mock faults list',
  ],
};

const world: Group = {
  description: ({ mock: { help } }) => help.commands.world,
  commands: { export: running(async () => (await import('./state.ts')).exportingWorld, exportWorld) },
  examples: ['pix mock world export world.json'],
};

const webhooks: Group = {
  description: ({ mock: { help } }) => help.commands.webhooks,
  commands: {
    add: running(async () => (await run()).addWebhook, addWebhook),
    list: running(async () => (await run()).listWebhooks, {
      description: ({ mock: { help } }) => help.commands.webhooksList,
      fields: documented(
        async () => (await import('../../../contract/control.ts')).controls.listWebhooks.data.shape.webhooks.element,
      ),
      examples: ['pix mock webhooks list'],
    }),
    remove: running(async () => (await run()).removeWebhook, {
      description: ({ mock: { help } }) => help.commands.webhooksRemove,
      arguments: { id: required(text(({ mock: { help } }) => help.options.webhookId)) },
      fields: answerOf('removeWebhook'),
      examples: ['pix mock webhooks remove ID'],
    }),
    deliveries: running(async () => (await run()).listDeliveries, {
      description: ({ mock: { help } }) => help.commands.webhooksDeliveries,
      arguments: { id: optional(text(({ mock: { help } }) => help.options.deliveriesOf)) },
      fields: async () => (await import('./control-table.ts')).DELIVERY_FIELDS,
      examples: ['pix mock webhooks deliveries'],
    }),
    resend: running(async () => (await run()).resendWebhook, {
      description: ({ mock: { help } }) => help.commands.webhooksResend,
      arguments: { id: required(text(({ mock: { help } }) => help.options.eventId)) },
      fields: async () => (await import('./control-table.ts')).DELIVERY_FIELDS,
      examples: ['pix mock webhooks resend ID'],
    }),
  },
  examples: ['pix mock webhooks add http://127.0.0.1:3000/pix', 'pix mock webhooks deliveries'],
};

export const tree: Group = {
  description: ({ help }) => help.commands.mock,
  commands: {
    activate: onCharge('activatePayment', ({ mock: { help } }) => help.commands.activate, 'pix mock activate ID'),
    pay: onCharge('payPayment', ({ mock: { help } }) => help.commands.pay, 'pix mock pay ID'),
    expire: onCharge('expirePayment', ({ mock: { help } }) => help.commands.expire, 'pix mock expire ID'),
    settle: running(async () => (await run()).settleWithdrawal, {
      description: ({ mock: { help } }) => help.commands.settle,
      arguments: withdrawal,
      fields: answerOf('settleWithdrawal'),
      examples: ['pix mock settle ID'],
    }),
    fail: running(async () => (await run()).failWithdrawal, {
      description: ({ mock: { help } }) => help.commands.fail,
      arguments: withdrawal,
      flags: { reason: text(({ mock: { help } }) => help.options.reason, refusalCodes) },
      fields: answerOf('failWithdrawal'),
      examples: ['pix mock fail ID --reason AB03'],
    }),
    deposit: running(async () => (await run()).deposit, {
      description: ({ mock: { help } }) => help.commands.deposit,
      arguments: { amount: required(text(({ mock: { help } }) => help.options.amount)) },
      flags: { account },
      fields: answerOf('deposit'),
      examples: ['pix mock deposit 100,00', 'pix mock deposit 5 --account other'],
    }),
    dispute,
    account: accounts,
    ledger: running(async () => (await run()).showEntry, {
      description: ({ mock: { help } }) => help.commands.ledger,
      arguments: { id: required(text(({ mock: { help } }) => help.options.entryId)) },
      fields: async () => (await import('./control-table.ts')).LEDGER_FIELDS,
      examples: ['pix mock ledger ID'],
    }),
    inbox: running(async () => (await run()).inbox, {
      description: ({ mock: { help } }) => help.commands.inbox,
      fields: documented(
        async () => (await import('../../../contract/control.ts')).controls.inbox.data.shape.messages.element,
      ),
      examples: ['pix mock inbox', 'pix mock inbox --fields code -o ndjson'],
    }),
    advance: running(async () => (await run()).advanceClock, advance),
    faults,
    webhooks,
    requests: running(() => import('./requests.ts'), requests),
    verify: running(async () => ({ run: (await import('./state.ts')).runVerify }), {
      description: ({ mock: { help } }) => help.commands.verify,
      fields: async () => (await import('./state.ts')).INVARIANT_FIELDS,
      examples: ['pix mock verify', 'pix mock verify --json'],
    }),
    snapshot: running(async () => (await import('./state.ts')).snapshotting, snapshot),
    restore: running(async () => (await import('./state.ts')).restoring, restore),
    world,
    reset: running(async () => (await run()).reset, {
      description: ({ mock: { help } }) => help.commands.reset,
      fields: answerOf('reset'),
      examples: ['pix mock reset'],
    }),
  },
  examples: ['pix mock deposit 100,00', 'pix mock advance 90s', 'pix mock verify'],
};
