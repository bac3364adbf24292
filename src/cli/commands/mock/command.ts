import { Command } from 'commander';
import type { controls } from '../../../contract/control.ts';
import { files, refusalCodes } from '../../completion/sources.ts';
import { documented } from '../../output/documented.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { accounts, declareAccount } from './account/command.ts';
import { declareFaults } from './faults/command.ts';

/** Fields of a control's answer. They are loaded late: the contract is too heavy for a help text. */
const controlFields = (name: Exclude<keyof typeof controls, 'snapshot'>) =>
  documented(async () => (await import('../../../contract/control.ts')).controls[name].data);

export const helpGroup = 'localService';

export const texts = {
  en: () => import('../../text/en/mock.ts'),
  'pt-BR': () => import('../../text/pt-br/mock.ts'),
};

export function declareCommand(declaring: Declaring): Command {
  const { commands } = declaring.text.mock.help;
  const group = new Command('mock').description(commands.group);
  if (!declaring.isNamed(group)) return group;
  for (const command of [
    ...declarePayments(declaring),
    ...declareWithdrawals(declaring),
    declareDeposit(declaring),
    declareDispute(declaring),
    declareAccount(declaring),
    declareInbox(declaring),
    declareAdvance(declaring),
    declareFaults(declaring),
    declareRequests(declaring),
    declareVerify(declaring),
    ...declareState(declaring),
  ]) {
    group.addCommand(command);
  }
  return withExamples(group, ['pix mock deposit 100,00', 'pix mock advance 90s', 'pix mock verify']);
}

function declarePayments({ text, runs }: Declaring): Command[] {
  const { commands, options } = text.mock.help;
  const controls = { activate: 'activatePayment', pay: 'payPayment', expire: 'expirePayment' } as const;
  return (['activate', 'pay', 'expire'] as const).map((move) =>
    runs(new Command(move).description(commands[move]).addArgument(requiredArgument(options.paymentId)), {
      load: () => import('./move-payment.ts'),
      arguments: ['id'],
      fixed: { move },
      fields: controlFields(controls[move]),
      examples: [`pix mock ${move} ID`],
    }),
  );
}

function declareWithdrawals({ text, runs }: Declaring): Command[] {
  const { commands, options } = text.mock.help;
  const settle = new Command('settle').description(commands.settle).addArgument(requiredArgument(options.withdrawalId));
  const fail = new Command('fail')
    .description(commands.fail)
    .addArgument(requiredArgument(options.withdrawalId))
    .addOption(valueOption('--reason', options.reason, refusalCodes));
  return [
    runs(settle, {
      load: () => import('./move-withdrawal.ts'),
      arguments: ['id'],
      fixed: { move: 'settle' },
      fields: controlFields('settleWithdrawal'),
      examples: ['pix mock settle ID'],
    }),
    runs(fail, {
      load: () => import('./move-withdrawal.ts'),
      arguments: ['id'],
      fixed: { move: 'fail' },
      fields: controlFields('failWithdrawal'),
      examples: ['pix mock fail ID --reason AB03'],
    }),
  ];
}

function declareDeposit({ text, runs }: Declaring): Command {
  const { commands, options } = text.mock.help;
  const deposit = new Command('deposit')
    .description(commands.deposit)
    .addArgument(requiredArgument(options.amount))
    .addOption(valueOption('--account', options.account, accounts));
  return runs(deposit, {
    load: () => import('./deposit.ts'),
    arguments: ['amount'],
    fields: controlFields('deposit'),
    examples: ['pix mock deposit 100,00', 'pix mock deposit 5 --account other'],
  });
}

function declareDispute({ text, runs }: Declaring): Command {
  const { commands, options } = text.mock.help;
  const group = new Command('dispute').description(commands.dispute);
  const moves = {
    open: { description: commands.disputeOpen, control: 'openDispute' },
    accept: { description: commands.disputeAccept, control: 'acceptDispute' },
    refuse: { description: commands.disputeRefuse, control: 'refuseDispute' },
  } as const;
  for (const move of ['open', 'accept', 'refuse'] as const) {
    const { description, control } = moves[move];
    const command = new Command(move).description(description).addArgument(requiredArgument(options.paymentId));
    runs(command, {
      load: () => import('./dispute.ts'),
      arguments: ['paymentId'],
      fixed: { move },
      fields: controlFields(control),
      examples: [`pix mock dispute ${move} ID`],
    });
    group.addCommand(command);
  }
  return withExamples(group, ['pix mock dispute open ID', 'pix mock dispute accept ID']);
}

function declareInbox({ text, runs }: Declaring): Command {
  return runs(new Command('inbox').description(text.mock.help.commands.inbox), {
    load: () => import('./inbox.ts'),
    fields: documented(
      async () => (await import('../../../contract/control.ts')).controls.inbox.data.shape.messages.element,
    ),
    examples: ['pix mock inbox', 'pix mock inbox --fields code -o ndjson'],
  });
}

function declareAdvance({ text, runs }: Declaring): Command {
  const { commands, options } = text.mock.help;
  const advance = new Command('advance').description(commands.advance).addArgument(requiredArgument(options.duration));
  return runs(advance, {
    load: () => import('./advance.ts'),
    arguments: ['duration'],
    fields: controlFields('advanceClock'),
    examples: ['pix mock advance 90s', 'pix mock advance 3d'],
  });
}

function declareRequests({ text, runs }: Declaring): Command {
  const { commands, options } = text.mock.help;
  return runs(new Command('requests').description(commands.requests).option('--follow', options.follow), {
    load: () => import('./requests.ts'),
    fields: async () => (await import('./requests.ts')).FIELDS,
    examples: ['pix mock requests', 'pix mock requests --follow'],
  });
}

function declareVerify({ text, runs }: Declaring): Command {
  return runs(new Command('verify').description(text.mock.help.commands.verify), {
    load: () => import('./verify.ts'),
    fields: async () => (await import('./verify.ts')).FIELDS,
    examples: ['pix mock verify', 'pix mock verify --json'],
  });
}

/** Commands about the complete state of the service. */
function declareState({ text, runs }: Declaring): Command[] {
  const { commands, options } = text.mock.help;
  const snapshot = new Command('snapshot')
    .description(commands.snapshot)
    .addArgument(requiredArgument(options.snapshotFile, files))
    .option('--force', options.force);
  const restore = new Command('restore')
    .description(commands.restore)
    .addArgument(requiredArgument(options.restoreFile, files));
  const reset = new Command('reset').description(commands.reset);
  return [
    runs(snapshot, {
      load: () => import('./snapshot.ts'),
      arguments: ['file'],
      fields: async () => (await import('./snapshot.ts')).FIELDS,
      examples: ['pix mock snapshot before.pixmock'],
    }),
    runs(restore, {
      load: () => import('./restore.ts'),
      arguments: ['file'],
      fields: controlFields('restore'),
      examples: ['pix mock restore before.pixmock'],
    }),
    runs(reset, { load: () => import('./reset.ts'), fields: controlFields('reset'), examples: ['pix mock reset'] }),
  ];
}
