import type { controls } from '../../../contract/control.ts';
import { FAULT_KINDS } from '../../../contract/fault-kinds.ts';
import { files, operationNames, refusalCodes } from '../../completion/sources.ts';
import { command, running, type Group, documented } from '../../command/command.ts';
import { choice, count, flag, optional, parsed, required, text, type Words } from '../../command/options.ts';
import { webhookUrl } from '../../input/host.ts';
import { oneOf } from '../../errors/known-words.ts';
import type { Catalogue } from '../../text/translate.ts';
import { force } from '../shared-flags.ts';

/** Fields of a control's answer. They are loaded late: the contract is too heavy for a help text. */
const answerOf = (name: Exclude<keyof typeof controls, 'snapshot'>) =>
  documented(async () => (await import('../../../contract/control.ts')).controls[name].data);

type Help = Catalogue['mock']['help'];

const about = (name: keyof Help['commands']) => (text: Catalogue) => text.mock.help.commands[name];
const option = (name: keyof Help['options']) => (text: Catalogue) => text.mock.help.options[name];

const behaviourFields = async () => (await import('./control-table.ts')).BEHAVIOUR_FIELDS;
const faultFields = async () => (await import('./control-table.ts')).FAULT_FIELDS;
const run = async () => (await import('./control-table.ts')).controlTable;

const account = text(option('account'), () => ['demo', 'other']);
const setting = (description: Words) =>
  parsed(
    (texts) => `<true|false> ${description(texts)}`,
    (typed, name, texts) => oneOf(['true', 'false'], typed, name, 'invalid_value', texts) === 'true',
  );

const charge = { id: required(text(option('paymentId'))) };
const withdrawal = { id: required(text(option('withdrawalId'))) };

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
  description: about('accountSet'),
  flags: {
    account,
    instant: setting(option('instant')),
    settleAfter: text(option('settleAfter')),
    settleAs: text(option('settleAs'), refusalCodes),
    transferSecurity: setting(option('transferSecurity')),
    dailyLimit: text(option('dailyLimit')),
    monthlyLimit: text(option('monthlyLimit')),
    perTransaction: text(option('perTransaction')),
    fee: text(option('fee')),
    oneAtATime: setting(option('oneAtATime')),
    blocked: setting(option('blocked')),
    cache: setting(option('cache')),
  },
  fields: behaviourFields,
  examples: [
    'pix mock account set --instant false --settle-after 2h --settle-as AC03',
    'pix mock account set --daily-limit 500,00 --one-at-a-time true',
  ],
});

export const advance = command({
  description: about('advance'),
  arguments: { duration: required(text(option('duration'))) },
  flags: { account: text(option('clockAccount')) },
  fields: answerOf('advanceClock'),
  examples: ['pix mock advance 90s', 'pix mock advance 3d --account other'],
});

const faultAccount = text(option('faultAccount'));

export const addFault = command({
  description: about('faultsAdd'),
  flags: {
    on: text(option('on'), operationNames),
    account: faultAccount,
    fault: choice(({ mock: { help } }) => `${help.options.fault}: ${FAULT_KINDS.join(', ')}`, {
      values: FAULT_KINDS,
      code: 'invalid_fault',
    }),
    times: count(option('times'), { from: 1 }),
    after: count(option('after'), { from: 0 }),
    probability: text(option('probability')),
    delay: text(option('delay')),
  },
  fields: faultFields,
  examples: [
    'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
    'pix mock faults add --on "GET *" --fault latency --delay 2s --probability 0.1',
  ],
});

export const requests = command({
  description: about('requests'),
  flags: { follow: flag(option('follow')) },
  fields: async () => (await import('./requests.ts')).FIELDS,
  examples: ['pix mock requests', 'pix mock requests --follow'],
});

export const addWebhook = command({
  description: about('webhooksAdd'),
  arguments: { url: required(parsed(option('webhookUrl'), webhookUrl)) },
  flags: {
    secret: text(option('webhookSecret')),
    account: text(option('webhookAccount')),
  },
  fields: answerOf('addWebhook'),
  examples: ['pix mock webhooks add http://127.0.0.1:3000/pix'],
});

const saving = (description: Words, example: string) =>
  command({
    description,
    arguments: { file: required(text(option('snapshotFile'), files)) },
    flags: { force },
    fields: async () => (await import('./state.ts')).FIELDS,
    examples: [example],
  });

export const snapshot = saving(about('snapshot'), 'pix mock snapshot before.pixmock');

const exportWorld = saving(about('worldExport'), 'pix mock world export world.json');

export const restore = command({
  description: about('restore'),
  arguments: { file: required(text(option('restoreFile'), files)) },
  fields: answerOf('restore'),
  examples: ['pix mock restore before.pixmock'],
});

const dispute: Group = {
  description: about('dispute'),
  commands: {
    open: onDispute('openDispute', about('disputeOpen'), 'pix mock dispute open ID'),
    accept: onDispute('acceptDispute', about('disputeAccept'), 'pix mock dispute accept ID'),
    refuse: onDispute('refuseDispute', about('disputeRefuse'), 'pix mock dispute refuse ID'),
  },
  examples: ['pix mock dispute open ID', 'pix mock dispute accept ID'],
};

const accounts: Group = {
  description: about('account'),
  commands: {
    open: running(async () => (await run()).openAccount, {
      description: about('accountOpen'),
      flags: { balance: text(option('balance')) },
      fields: answerOf('openAccount'),
      examples: ['pix mock account open', 'pix mock account open --balance 100,00 --fields key'],
    }),
    list: running(async () => (await run()).listAccounts, {
      description: about('accountList'),
      fields: behaviourFields,
      examples: ['pix mock account list'],
    }),
    show: running(async () => (await run()).showAccount, {
      description: about('accountShow'),
      flags: { account },
      fields: behaviourFields,
      examples: ['pix mock account show', 'pix mock account show --account other'],
    }),
    set: running(async () => (await run()).setAccount, setAccount),
  },
  examples: ['pix mock account show', 'pix mock account set --daily-limit 500,00 --one-at-a-time true'],
};

const faults: Group = {
  description: about('faults'),
  commands: {
    add: running(async () => (await run()).addFault, addFault),
    list: running(async () => (await run()).listFaults, {
      description: about('faultsList'),
      fields: faultFields,
      examples: ['pix mock faults list'],
    }),
    clear: running(async () => (await run()).clearFaults, {
      description: about('faultsClear'),
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
  description: about('world'),
  commands: { export: running(async () => (await import('./state.ts')).exportingWorld, exportWorld) },
  examples: ['pix mock world export world.json'],
};

const webhooks: Group = {
  description: about('webhooks'),
  commands: {
    add: running(async () => (await run()).addWebhook, addWebhook),
    list: running(async () => (await run()).listWebhooks, {
      description: about('webhooksList'),
      fields: documented(
        async () => (await import('../../../contract/control.ts')).controls.listWebhooks.data.shape.webhooks.element,
      ),
      examples: ['pix mock webhooks list'],
    }),
    remove: running(async () => (await run()).removeWebhook, {
      description: about('webhooksRemove'),
      arguments: { id: required(text(option('webhookId'))) },
      fields: answerOf('removeWebhook'),
      examples: ['pix mock webhooks remove ID'],
    }),
    deliveries: running(async () => (await run()).listDeliveries, {
      description: about('webhooksDeliveries'),
      arguments: { id: optional(text(option('deliveriesOf'))) },
      fields: async () => (await import('./control-table.ts')).DELIVERY_FIELDS,
      examples: ['pix mock webhooks deliveries'],
    }),
    resend: running(async () => (await run()).resendWebhook, {
      description: about('webhooksResend'),
      arguments: { id: required(text(option('eventId'))) },
      fields: async () => (await import('./control-table.ts')).DELIVERY_FIELDS,
      examples: ['pix mock webhooks resend ID'],
    }),
  },
  examples: ['pix mock webhooks add http://127.0.0.1:3000/pix', 'pix mock webhooks deliveries'],
};

export const tree: Group = {
  description: ({ help }) => help.commands.mock,
  commands: {
    activate: onCharge('activatePayment', about('activate'), 'pix mock activate ID'),
    pay: onCharge('payPayment', about('pay'), 'pix mock pay ID'),
    expire: onCharge('expirePayment', about('expire'), 'pix mock expire ID'),
    settle: running(async () => (await run()).settleWithdrawal, {
      description: about('settle'),
      arguments: withdrawal,
      fields: answerOf('settleWithdrawal'),
      examples: ['pix mock settle ID'],
    }),
    fail: running(async () => (await run()).failWithdrawal, {
      description: about('fail'),
      arguments: withdrawal,
      flags: { reason: text(option('reason'), refusalCodes) },
      fields: answerOf('failWithdrawal'),
      examples: ['pix mock fail ID --reason AB03'],
    }),
    deposit: running(async () => (await run()).deposit, {
      description: about('deposit'),
      arguments: { amount: required(text(option('amount'))) },
      flags: { account },
      fields: answerOf('deposit'),
      examples: ['pix mock deposit 100,00', 'pix mock deposit 5 --account other'],
    }),
    dispute,
    account: accounts,
    ledger: running(async () => (await run()).showEntry, {
      description: about('ledger'),
      arguments: { id: required(text(option('entryId'))) },
      fields: async () => (await import('./control-table.ts')).LEDGER_FIELDS,
      examples: ['pix mock ledger ID'],
    }),
    inbox: running(async () => (await run()).inbox, {
      description: about('inbox'),
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
      description: about('verify'),
      fields: async () => (await import('./state.ts')).INVARIANT_FIELDS,
      examples: ['pix mock verify', 'pix mock verify --json'],
    }),
    snapshot: running(async () => (await import('./state.ts')).snapshotting, snapshot),
    restore: running(async () => (await import('./state.ts')).restoring, restore),
    world,
    reset: running(async () => (await run()).reset, {
      description: about('reset'),
      fields: answerOf('reset'),
      examples: ['pix mock reset'],
    }),
  },
  examples: ['pix mock deposit 100,00', 'pix mock advance 90s', 'pix mock verify'],
};
