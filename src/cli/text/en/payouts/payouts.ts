import { approval } from './approval.ts';
import { check } from './check.ts';
import { payoutErrors, payoutStops } from './errors.ts';
import { earlierPayments } from './earlier-payments.ts';
import { findings } from './findings.ts';
import { payoutsHelp } from './help.ts';
import { journal } from './journal.ts';
import { rejection } from './rejection.ts';
import { recipients } from './recipients.ts';
import { reasons } from './reasons.ts';
import { reporting } from './report.ts';
import { running } from './run.ts';
import { unclear } from './unclear.ts';
import { warnings } from './warnings.ts';

export const payouts = {
  help: payoutsHelp,
  fields: {
    row: 'Row',
    line: 'Line',
    column: 'Column',
    cell: 'Cell',
    message: 'Problem',
    reference: 'Reference',
    taxId: 'CPF/CNPJ',
    reason: 'Reason',
    code: 'Code',
    fee: 'Fee',
    arrives: 'Receives',
    note: 'Note',
    coverFee: 'Fee on top',
    isNew: 'New',
    sameKeyRow: 'Same key as row',
    time: 'Time',
    attempts: 'Attempts',
    mark: 'Mark',
    secondId: 'Second withdrawal',
    resolvedBy: 'Resolved by',
    run: 'Run',
    service: 'Service',
    journal: 'Journal',
    bytes: 'Bytes',
    runs: 'Runs',
    unfinished: 'Unfinished',
    workers: 'Workers',
    from: 'From',
    to: 'To',
    payouts: 'Payments',
    digest: 'Digest',
    approvedAt: 'Approved',
    'paid.rows': 'Paid',
    'pending.rows': 'Processing',
    'notPaid.rows': 'Not paid',
    'notSent.rows': 'Not sent',
    submitter: 'Submitted by',
    submittedAt: 'Submitted',
    user: 'User',
    host: 'Machine',
    needed: 'Needed',
    missing: 'Missing',
    number: 'No.',
    at: 'When',
    did: 'What',
    'open.rows': 'Unconfirmed',
    folder: 'Folder',
    format: 'Format',
    written: 'Written',
    existing: 'Already there',
    differing: 'Not completed',
    left: 'Without outcome',
    notPaid: 'Not paid',
  },
  ...check,
  ...earlierPayments,
  ...running,
  ...unclear,
  ...journal,
  ...recipients,
  ...reasons,
  ...reporting,
  ...findings,
  approval,
  rejection,
  warnings,
  errors: payoutErrors,
  stops: payoutStops,
};

declare module '../../translate.ts' {
  interface Catalogue {
    readonly payouts: typeof payouts;
  }
}
