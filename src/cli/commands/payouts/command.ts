import { Command } from 'commander';
import { files, payoutAccounts, payoutRuns, receiptFormats } from '../../completion/sources.ts';
import {
  declareApprove,
  declareLog,
  declarePending,
  declarePolicy,
  declareReject,
  declareSubmit,
} from './approval-commands.ts';
import { optionalArgument, requiredArgument, valueOption, withExamples, type Declaring } from '../declaring.ts';
import { withFile, withSending } from './file-options.ts';
import { declareJournal } from './journal/command.ts';

const runFields = async () => (await import('./run-row.ts')).RUN_FIELDS;
const payoutFields = async () => (await import('./payout-row.ts')).PAYOUT_FIELDS;

export const helpGroup = 'money';

export const texts = {
  en: () => import('../../text/en/payouts/payouts.ts'),
  'pt-BR': () => import('../../text/pt-br/payouts/payouts.ts'),
};

export function declareCommand(declaring: Declaring): Command {
  const { text, isNamed } = declaring;
  const group = new Command('payouts').alias('payout').description(text.payouts.help.commands.group);
  if (!isNamed(group)) return group;
  for (const declare of [
    declareCheck,
    declareRun,
    declareResume,
    declareStatus,
    declareList,
    declareReport,
    declareReceipts,
    declareResolve,
    declareTemplate,
    declareJournal,
    declareSubmit,
    declarePending,
    declareApprove,
    declareReject,
    declarePolicy,
    declareLog,
  ]) {
    group.addCommand(declare(declaring));
  }
  return withExamples(group, [
    'pix payouts template --out payouts.xlsx',
    'pix payouts check july.csv',
    'pix payouts run july.csv',
  ]);
}

function declareCheck({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const check = new Command('check').description(commands.check);
  withFile(check, text).option('--no-account', options.noAccount).option('--rows', options.rows);
  return runs(check, {
    load: () => import('./check.ts'),
    arguments: ['file'],
    // Row formats contain the problems of a file, or its rows; other formats the result of the check.
    fields: async ({ format, options: given }) => {
      if (format !== 'csv' && format !== 'tsv' && format !== 'ndjson') {
        return (await import('./check-row.ts')).CHECK_FIELDS;
      }
      if (given.has('rows')) return (await import('./recipient-table.ts')).RECIPIENT_FIELDS;
      return (await import('./finding-row.ts')).PROBLEM_FIELDS;
    },
    examples: [
      'pix payouts check july.csv',
      'pix payouts check july.csv --json',
      'pix payouts check july.csv --rows -o csv',
    ],
  });
}

function declareRun({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const run = new Command('run').description(commands.run);
  withFile(run, text)
    .addOption(valueOption('--confirm-total', options.confirmTotal))
    .option('--yes', options.yes)
    .option('--again', options.again)
    .option('--no-mark', options.noMark);
  return runs(withSending(run, text), {
    load: () => import('./run.ts'),
    arguments: ['file'],
    fields: runFields,
    examples: [
      'pix payouts run july.csv',
      'pix payouts run july.csv --digest sha256:… --confirm-total 1250,00 --yes --wait',
    ],
  });
}

function declareResume({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const resume = new Command('resume')
    .description(commands.resume)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .option('--yes', options.yes);
  return runs(withSending(resume, text), {
    load: () => import('./resume.ts'),
    arguments: ['runId'],
    fields: runFields,
    examples: ['pix payouts resume r-20261121-k7m2'],
  });
}

function declareStatus({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const status = new Command('status')
    .description(commands.status)
    .addArgument(optionalArgument(options.run, payoutRuns))
    .option('--refresh', options.refresh);
  return runs(status, {
    load: () => import('./status.ts'),
    showsMoney: true,
    arguments: ['runId'],
    fields: runFields,
    examples: ['pix payouts status', 'pix payouts status r-20261121-k7m2 --refresh'],
  });
}

function declareList({ text, runs }: Declaring): Command {
  return runs(new Command('list').description(text.payouts.help.commands.list), {
    load: () => import('./list.ts'),
    showsMoney: true,
    fields: runFields,
    examples: ['pix payouts list'],
  });
}

function declareReport({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const report = new Command('report')
    .description(commands.report)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .addOption(valueOption('--format', options.format))
    .addOption(valueOption('--out', options.out, files))
    .option('--retry-file', options.retryFile)
    .option('--force', options.force);
  return runs(report, {
    load: () => import('./report.ts'),
    arguments: ['runId'],
    fields: payoutFields,
    examples: [
      'pix payouts report r-20261121-k7m2 --out july-report.xlsx',
      'pix payouts report r-20261121-k7m2 --retry-file --out again.csv',
    ],
  });
}

function declareReceipts({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const receipts = new Command('receipts')
    .description(commands.receipts)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .addOption(valueOption('--out', text.receipts.options.folder, files))
    .addOption(valueOption('--format', text.receipts.options.formatOfMany, receiptFormats))
    .addOption(valueOption('--holder', text.receipts.options.holder))
    .option('--force', text.receipts.options.replace);
  return runs(receipts, {
    load: () => import('./receipts.ts'),
    arguments: ['runId'],
    fields: async () => (await import('./receipts-row.ts')).RECEIPTS_FIELDS,
    examples: ['pix payouts receipts r-20261121-k7m2 --out july-receipts'],
  });
}

function declareResolve({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const resolve = new Command('resolve')
    .description(commands.resolve)
    .addArgument(requiredArgument(options.run, payoutRuns))
    .addArgument(requiredArgument(options.row))
    .addOption(valueOption('--paid', options.paid))
    .option('--not-paid', options.notPaid)
    .addOption(valueOption('--account', options.account, payoutAccounts))
    .option('--yes', options.resolveYes);
  return runs(resolve, {
    load: () => import('./resolve.ts'),
    arguments: ['runId', 'row'],
    fields: payoutFields,
    examples: ['pix payouts resolve r-20261121-k7m2 17 --paid ID', 'pix payouts resolve r-20261121-k7m2 17 --not-paid'],
  });
}

function declareTemplate({ text, runs }: Declaring): Command {
  const { commands, options } = text.payouts.help;
  const template = new Command('template')
    .description(commands.template)
    .addOption(valueOption('--format', options.templateFormat))
    .option('--examples', options.examples)
    .addOption(valueOption('--out', options.out, files))
    .option('--force', options.force);
  return runs(template, {
    load: () => import('./template.ts'),
    examples: ['pix payouts template --out payouts.xlsx', 'pix payouts template --format excel-br --out payouts.csv'],
  });
}
