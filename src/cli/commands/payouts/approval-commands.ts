import { Command } from 'commander';
import { files, payoutAccounts, payoutRuns, pendingRuns } from '../../completion/sources.ts';
import { optionalArgument, requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';

const standingFields = async () => (await import('./standing-row.ts')).STANDING_FIELDS;
const policyFields = async () => (await import('./policy-row.ts')).POLICY_FIELDS;

/** The commands of a team: one person submits, others approve. */
export function declareApproval(
  { text, runs }: Declaring,
  readingFile: (name: string, description: string) => Command,
): Command[] {
  const { commands, options } = text.payouts.help;
  const submit = readingFile('submit', commands.submit)
    .option('--again', options.again)
    .option('--no-mark', options.noMark)
    .option('--resend-proven-absent', options.resendProvenAbsent)
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--other-journal', options.otherJournal);
  const pending = new Command('pending')
    .description(commands.pending)
    .addArgument(optionalArgument(options.run, pendingRuns));
  const approve = new Command('approve')
    .description(commands.approve)
    .addArgument(requiredArgument(options.run, pendingRuns))
    .addOption(valueOption('--confirm-total', options.confirmTotal))
    .option('--yes', options.yes);
  const log = new Command('log')
    .description(commands.log)
    .addArgument(optionalArgument(options.run, payoutRuns))
    .option('--verify', options.verify);
  return [
    runs(submit, {
      load: () => import('./submit.ts'),
      arguments: ['file'],
      fields: standingFields,
      examples: ['pix payouts submit july.csv'],
    }),
    runs(pending, {
      load: () => import('./pending.ts'),
      arguments: ['runId'],
      fields: standingFields,
      examples: ['pix payouts pending', 'pix payouts pending r-20261121-k7m2'],
    }),
    runs(approve, {
      load: () => import('./approve.ts'),
      arguments: ['runId'],
      fields: standingFields,
      examples: ['pix payouts approve r-20261121-k7m2'],
    }),
    declarePolicy({ text, runs }),
    runs(log, {
      load: () => import('./log.ts'),
      arguments: ['runId'],
      fields: async () => (await import('./log.ts')).LOG_FIELDS,
      examples: ['pix payouts log', 'pix payouts log --verify'],
    }),
  ];
}

function declarePolicy({ text, runs }: Pick<Declaring, 'text' | 'runs'>): Command {
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
