import { Command, Option } from 'commander';
import { files, payoutAccounts, payoutRuns } from '../../completion/sources.ts';
import type { CheckFlags } from './check.ts';
import type { ReportFlags } from './report.ts';
import type { ResolveFlags } from './resolve.ts';
import type { ResumeFlags } from './resume.ts';
import type { RunFlags } from './run.ts';
import type { StatusFlags } from './status.ts';
import type { TemplateFlags } from './template.ts';
import {
  optionalArgument,
  repeated,
  requiredArgument,
  valueOption,
  withExamples,
  type Declaring,
} from '../declaring.ts';

export function declarePayouts({ text, isNamed, launch }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const group = new Command('payouts').alias('payout').description(commands.group);
  if (!isNamed(group)) return group;

  const readingFile = (name: string, description: string) =>
    new Command(name)
      .description(description)
      .addArgument(requiredArgument(options.file, files))
      .option('--only-valid', options.onlyValid)
      .option('--allow-duplicates', options.allowDuplicates)
      .addOption(repeated(valueOption('--allow-duplicate', options.allowDuplicate)))
      .option('--new-references', options.newReferences)
      .option('--pay-again', options.payAgain)
      .option('--force-key', options.forceKey)
      // Its name before, which scripts may use.
      .addOption(new Option('--force-keys').hideHelp())
      .option('--cover-fee', options.coverFee)
      .addOption(valueOption('--digest', options.digest));
  const check = readingFile('check', commands.check)
    .option('--no-account', options.noAccount)
    .action((file: string, flags: CheckFlags, command: Command) =>
      launch(command, () => import('./check.ts'), { ...flags, file }),
    );
  const run = readingFile('run', commands.run)
    .addOption(valueOption('--confirm-total', options.confirmTotal))
    .option('--yes', options.yes)
    .option('--again', options.again)
    .option('--no-mark', options.noMark)
    .option('--resend-proven-absent', options.resendProvenAbsent)
    .option('--wait', options.wait)
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--other-journal', options.otherJournal)
    .action((file: string, flags: RunFlags, command: Command) =>
      launch(command, () => import('./run.ts'), { ...flags, file }),
    );
  const resume = new Command('resume')
    .description(commands.resume)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .option('--yes', options.yes)
    .option('--resend-proven-absent', options.resendProvenAbsent)
    .option('--wait', options.wait)
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--other-journal', options.otherJournal)
    .action((runId: string, flags: ResumeFlags, command: Command) =>
      launch(command, () => import('./resume.ts'), { ...flags, runId }),
    );
  const status = new Command('status')
    .description(commands.status)
    .addArgument(optionalArgument(options.run, payoutRuns))
    .option('--refresh', options.refresh)
    .action((runId: string | undefined, flags: StatusFlags, command: Command) =>
      launch(command, () => import('./status.ts'), { ...flags, runId }),
    );
  const list = new Command('list')
    .description(commands.list)
    .action((_options: object, command: Command) => launch(command, () => import('./list.ts'), {}));
  const report = new Command('report')
    .description(commands.report)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .addOption(valueOption('--format', options.format))
    .addOption(valueOption('--out', options.out, files))
    .option('--retry-file', options.retryFile)
    .option('--force', options.force)
    .action((runId: string, flags: ReportFlags, command: Command) =>
      launch(command, () => import('./report.ts'), { ...flags, runId }),
    );
  const resolve = new Command('resolve')
    .description(commands.resolve)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .addArgument(requiredArgument(options.row))
    .addOption(valueOption('--paid', options.paid))
    .option('--not-paid', options.notPaid)
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--yes', options.resolveYes)
    .action((runId: string, row: string, flags: ResolveFlags, command: Command) =>
      launch(command, () => import('./resolve.ts'), { ...flags, runId, row }),
    );
  const template = new Command('template')
    .description(commands.template)
    .addOption(valueOption('--format', options.templateFormat))
    .option('--examples', options.examples)
    .addOption(valueOption('--out', options.out, files))
    .option('--force', options.force)
    .action((flags: TemplateFlags, command: Command) => launch(command, () => import('./template.ts'), flags));

  group
    .addCommand(withExamples(check, ['pix payouts check july.csv', 'pix payouts check july.csv --json']))
    .addCommand(
      withExamples(run, [
        'pix payouts run july.csv',
        'pix payouts run july.csv --digest sha256:… --confirm-total 1250,00 --yes --wait',
      ]),
    )
    .addCommand(withExamples(resume, ['pix payouts resume r-20261121-k7m2']))
    .addCommand(withExamples(status, ['pix payouts status', 'pix payouts status r-20261121-k7m2 --refresh']))
    .addCommand(withExamples(list, ['pix payouts list']))
    .addCommand(
      withExamples(report, [
        'pix payouts report r-20261121-k7m2 --format excel-br --out july-report.csv',
        'pix payouts report r-20261121-k7m2 --retry-file --out again.csv',
      ]),
    )
    .addCommand(
      withExamples(resolve, [
        'pix payouts resolve r-20261121-k7m2 17 --paid ID',
        'pix payouts resolve r-20261121-k7m2 17 --not-paid',
      ]),
    )
    .addCommand(withExamples(template, ['pix payouts template --format excel-br --out payouts.csv']));
  return withExamples(group, [
    'pix payouts template --format excel-br --out payouts.csv',
    'pix payouts check july.csv',
    'pix payouts run july.csv',
  ]);
}
