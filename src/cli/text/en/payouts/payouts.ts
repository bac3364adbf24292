import { approval, rejection } from './approval.ts';
import { check } from './check.ts';
import { payoutStops } from './errors.ts';
import { earlierPayments } from './earlier-payments.ts';
import { findings } from './findings.ts';
import { payoutsHelp } from './help.ts';
import { journal } from './journal.ts';
import { recipients } from './recipients.ts';
import { reporting } from './report.ts';
import { running } from './run.ts';
import { schedule } from './schedule.ts';
import { unclear } from './unclear.ts';
import { warnings } from './warnings.ts';

export const payouts = {
  help: payoutsHelp,
  ...check,
  ...earlierPayments,
  ...running,
  ...unclear,
  ...journal,
  ...recipients,
  ...reporting,
  ...findings,
  approval,
  rejection,
  schedule,
  warnings,
  stops: payoutStops,
  balanceUnchecked: 'The key may not read the balance: balance, limits and fee were not checked.',
};
