import { Command } from 'commander';
import { files, payoutAccounts, payoutRuns, pendingRuns } from '../../completion/sources.ts';
import { optionalArgument, requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withFile } from './file-options.ts';

const standingFields = async () => (await import('./standing-row.ts')).STANDING_FIELDS;
const policyFields = async () => (await import('./policy-row.ts')).POLICY_FIELDS;

export function declareSubmit({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const submit = new Command('submit').description(commands.submit);
  withFile(submit, text)
    .option('--again', options.again)
    .option('--no-mark', options.noMark)
    .option('--resend-proven-absent', options.resendProvenAbsent)
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--other-journal', options.otherJournal);
  return runs(submit, {
    load: () => import('./submit.ts'),
    arguments: ['file'],
    fields: standingFields,
    examples: ['pix payouts submit july.csv'],
  });
}

export function declarePending({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const pending = new Command('pending')
    .description(commands.pending)
    .addArgument(optionalArgument(options.run, pendingRuns));
  return runs(pending, {
    load: () => import('./pending.ts'),
    arguments: ['runId'],
    fields: standingFields,
    examples: ['pix payouts pending', 'pix payouts pending r-20261121-k7m2'],
  });
}

export function declareApprove({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const approve = new Command('approve')
    .description(commands.approve)
    .addArgument(requiredArgument(options.run, pendingRuns))
    .addOption(valueOption('--confirm-total', options.confirmTotal))
    .option('--yes', options.yes);
  return runs(approve, {
    load: () => import('./approve.ts'),
    arguments: ['runId'],
    fields: standingFields,
    examples: ['pix payouts approve r-20261121-k7m2'],
  });
}

export function declareReject({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const reject = new Command('reject')
    .description(commands.reject)
    .addArgument(requiredArgument(options.run, pendingRuns))
    .addOption(valueOption('--reason', options.reason));
  return runs(reject, {
    load: () => import('./reject.ts'),
    arguments: ['runId'],
    fields: async () => (await import('./reject.ts')).REJECTED_FIELDS,
    examples: ['pix payouts reject r-20261121-k7m2 --reason "wrong month"'],
  });
}

export function declareLog({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const log = new Command('log')
    .description(commands.log)
    .addArgument(optionalArgument(options.run, payoutRuns))
    .option('--verify', options.verify);
  return runs(log, {
    load: () => import('./log.ts'),
    arguments: ['runId'],
    fields: async () => (await import('./log.ts')).LOG_FIELDS,
    examples: ['pix payouts log', 'pix payouts log --verify'],
  });
}

export function declarePolicy({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const show = new Command('show').description(commands.policyShow);
  const set = new Command('set')
    .description(commands.policySet)
    .addArgument(requiredArgument(options.policyFile, files))
    .option('--yes', options.yes);
  const policy = new Command('policy').description(commands.policy);
  policy
    .addCommand(
      runs(show, {
        load: () => import('./policy-show.ts'),
        fields: policyFields,
        examples: ['pix payouts policy show'],
      }),
    )
    .addCommand(
      runs(set, {
        load: () => import('./policy-set.ts'),
        arguments: ['file'],
        fields: policyFields,
        examples: ['pix payouts policy set policy.json'],
      }),
    );
  return withExamples(policy, ['pix payouts policy show', 'pix payouts policy set policy.json']);
}
