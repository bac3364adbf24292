import { Command } from 'commander';
import { files, operationNames, refusalCodes } from '../../completion/sources.ts';
import type { FaultKind } from '../../../contract/lever.ts';
import type { SetFlags } from './account/set.ts';
import type { ShowFlags } from './account/show.ts';
import type { DepositOptions } from './deposit.ts';
import type { AddFlags } from './faults/add.ts';
import type { RequestsFlags } from './requests.ts';
import type { SnapshotOptions } from './snapshot.ts';
import { wholeNumber } from '../../input/number.ts';
import { trueOrFalse } from '../../input/true-or-false.ts';
import { requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';

const accounts = () => ['demo', 'other'];

const faultKinds = () => Object.keys(FAULT_KINDS);

/** Told here once more: the contract, which has them, is too heavy to be loaded for a help text. */
const FAULT_KINDS: Readonly<Record<FaultKind, true>> = {
  latency: true,
  'status-500': true,
  'status-502-html': true,
  'status-503': true,
  'rate-limit': true,
  'rate-limit-bare': true,
  'reset-before': true,
  'reset-after': true,
  truncate: true,
  malformed: true,
  hang: true,
};

export function declareMock(declaring: Declaring): Command {
  const { commands, options } = declaring.text.mock;
  const { launch } = declaring;
  const movePayment = (move: 'activate' | 'pay' | 'expire') =>
    new Command(move)
      .description(commands[move])
      .addArgument(requiredArgument(options.paymentId))
      .action((id: string, _options: object, command: Command) =>
        launch(command, () => import('./move-payment.ts'), { id, move }),
      );
  const settle = new Command('settle')
    .description(commands.settle)
    .addArgument(requiredArgument(options.withdrawalId))
    .action((id: string, _options: object, command: Command) =>
      launch(command, () => import('./move-withdrawal.ts'), { id, move: 'settle' }),
    );
  const fail = new Command('fail')
    .description(commands.fail)
    .addArgument(requiredArgument(options.withdrawalId))
    .addOption(valueOption('--reason', options.reason, refusalCodes))
    .action((id: string, flags: { reason?: string }, command: Command) =>
      launch(command, () => import('./move-withdrawal.ts'), { ...flags, id, move: 'fail' }),
    );
  const deposit = new Command('deposit')
    .description(commands.deposit)
    .addArgument(requiredArgument(options.amount))
    .addOption(valueOption('--account', options.account, accounts))
    .action((amount: string, flags: Omit<DepositOptions, 'amount'>, command: Command) =>
      launch(command, () => import('./deposit.ts'), { ...flags, amount }),
    );
  const inbox = new Command('inbox')
    .description(commands.inbox)
    .action((_options: object, command: Command) => launch(command, () => import('./inbox.ts'), {}));
  const advance = new Command('advance')
    .description(commands.advance)
    .addArgument(requiredArgument(options.duration))
    .action((duration: string, _options: object, command: Command) =>
      launch(command, () => import('./advance.ts'), { duration }),
    );
  const requests = new Command('requests')
    .description(commands.requests)
    .option('--follow', options.follow)
    .action((flags: RequestsFlags, command: Command) => launch(command, () => import('./requests.ts'), flags));
  const verify = new Command('verify')
    .description(commands.verify)
    .action((_options: object, command: Command) => launch(command, () => import('./verify.ts'), {}));
  const snapshot = new Command('snapshot')
    .description(commands.snapshot)
    .addArgument(requiredArgument(options.snapshotFile, files))
    .option('--force', options.force)
    .action((file: string, flags: Omit<SnapshotOptions, 'file'>, command: Command) =>
      launch(command, () => import('./snapshot.ts'), { ...flags, file }),
    );
  const restore = new Command('restore')
    .description(commands.restore)
    .addArgument(requiredArgument(options.restoreFile, files))
    .action((file: string, _options: object, command: Command) =>
      launch(command, () => import('./restore.ts'), { file }),
    );
  const reset = new Command('reset')
    .description(commands.reset)
    .action((_options: object, command: Command) => launch(command, () => import('./reset.ts'), {}));

  const group = new Command('mock')
    .description(commands.group)
    .addCommand(withExamples(movePayment('activate'), ['pix mock activate ID']))
    .addCommand(withExamples(movePayment('pay'), ['pix mock pay ID']))
    .addCommand(withExamples(movePayment('expire'), ['pix mock expire ID']))
    .addCommand(withExamples(settle, ['pix mock settle ID']))
    .addCommand(withExamples(fail, ['pix mock fail ID --reason AB03']))
    .addCommand(withExamples(deposit, ['pix mock deposit 100,00', 'pix mock deposit 5 --account other']))
    .addCommand(declareDispute(declaring))
    .addCommand(declareAccount(declaring))
    .addCommand(withExamples(inbox, ['pix mock inbox', 'pix mock inbox --fields code -o ndjson']))
    .addCommand(withExamples(advance, ['pix mock advance 90s', 'pix mock advance 3d']))
    .addCommand(declareFaults(declaring))
    .addCommand(withExamples(requests, ['pix mock requests', 'pix mock requests --follow']))
    .addCommand(withExamples(verify, ['pix mock verify', 'pix mock verify --json']))
    .addCommand(withExamples(snapshot, ['pix mock snapshot before.pixmock']))
    .addCommand(withExamples(restore, ['pix mock restore before.pixmock']))
    .addCommand(withExamples(reset, ['pix mock reset']));
  return withExamples(group, ['pix mock deposit 100,00', 'pix mock advance 90s', 'pix mock verify']);
}

function declareDispute({ text, launch }: Declaring): Command {
  const { commands, options } = text.mock;
  const group = new Command('dispute').description(commands.dispute);
  const moves = { open: commands.disputeOpen, accept: commands.disputeAccept, refuse: commands.disputeRefuse };
  for (const move of ['open', 'accept', 'refuse'] as const) {
    const command = new Command(move)
      .description(moves[move])
      .addArgument(requiredArgument(options.paymentId))
      .action((paymentId: string, _options: object, chosen: Command) =>
        launch(chosen, () => import('./dispute.ts'), { paymentId, move }),
      );
    group.addCommand(withExamples(command, [`pix mock dispute ${move} ID`]));
  }
  return withExamples(group, ['pix mock dispute open ID', 'pix mock dispute accept ID']);
}

function declareAccount({ text, launch }: Declaring): Command {
  const { commands, options: help } = text.mock;
  const show = new Command('show')
    .description(commands.accountShow)
    .addOption(valueOption('--account', help.account, accounts))
    .action((flags: ShowFlags, command: Command) => launch(command, () => import('./account/show.ts'), flags));
  const yesOrNo = (flag: string, description: string) =>
    valueOption(flag, { value: 'true|false', description }).argParser(trueOrFalse(flag, text));
  const set = new Command('set')
    .description(commands.accountSet)
    .addOption(valueOption('--account', help.account, accounts))
    .addOption(yesOrNo('--instant', help.instant))
    .addOption(valueOption('--settle-after', help.settleAfter))
    .addOption(valueOption('--settle-as', help.settleAs, refusalCodes))
    .addOption(yesOrNo('--transfer-security', help.transferSecurity))
    .addOption(valueOption('--daily-limit', help.dailyLimit))
    .addOption(valueOption('--monthly-limit', help.monthlyLimit))
    .addOption(valueOption('--per-transaction', help.perTransaction))
    .addOption(valueOption('--fee', help.fee))
    .addOption(yesOrNo('--one-at-a-time', help.oneAtATime))
    .addOption(yesOrNo('--blocked', help.blocked))
    .action((flags: SetFlags, command: Command) => launch(command, () => import('./account/set.ts'), flags));
  const group = new Command('account')
    .description(commands.account)
    .addCommand(withExamples(show, ['pix mock account show', 'pix mock account show --account other']))
    .addCommand(
      withExamples(set, [
        'pix mock account set --instant false --settle-after 2h --settle-as AC03',
        'pix mock account set --daily-limit 500,00 --one-at-a-time true',
      ]),
    );
  return withExamples(group, [
    'pix mock account show',
    'pix mock account set --daily-limit 500,00 --one-at-a-time true',
  ]);
}

function declareFaults({ text, launch }: Declaring): Command {
  const { commands, options: help } = text.mock;
  const add = new Command('add')
    .description(commands.faultsAdd)
    .addOption(valueOption('--on', help.on, operationNames))
    .addOption(
      valueOption(
        '--fault',
        { value: help.faultKind, description: `${help.fault}: ${faultKinds().join(', ')}` },
        faultKinds,
      ),
    )
    .addOption(valueOption('--times', help.times).argParser(wholeNumber('--times', 1, Infinity, text)))
    .addOption(valueOption('--after', help.after).argParser(wholeNumber('--after', 0, Infinity, text)))
    .addOption(valueOption('--probability', help.probability))
    .addOption(valueOption('--delay', help.delay))
    .action((flags: AddFlags, command: Command) => launch(command, () => import('./faults/add.ts'), flags));
  const receipts = (move: 'list' | 'clear', description: string) =>
    new Command(move)
      .description(description)
      .action((_options: object, command: Command) => launch(command, () => import('./faults/receipts.ts'), { move }));
  const group = new Command('faults')
    .description(commands.faults)
    .addCommand(
      withExamples(add, [
        'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
        'pix mock faults add --on "GET *" --fault latency --delay 2s --probability 0.1',
      ]),
    )
    .addCommand(withExamples(receipts('list', commands.faultsList), ['pix mock faults list']))
    .addCommand(withExamples(receipts('clear', commands.faultsClear), ['pix mock faults clear']));
  return withExamples(group, [
    'pix mock faults add --on "POST /api/v1/withdraw/create" --fault reset-after --times 1',
    'pix mock faults list',
  ]);
}
