import type { payouts as english } from '../../en/payouts/payouts.ts';
import { approval, rejection } from './approval.ts';
import { check } from './check.ts';
import { payoutStops } from './errors.ts';
import { earlierPayments } from './earlier-payments.ts';
import { findings, warnings } from './findings.ts';
import { payoutsHelp } from './help.ts';
import { journal } from './journal.ts';
import { running, schedule } from './run.ts';

export const payouts: typeof english = {
  help: payoutsHelp,
  ...check,
  ...earlierPayments,
  ...running,
  ...journal,
  ...findings,
  approval,
  rejection,
  schedule,
  warnings,
  stops: payoutStops,
  balanceUnchecked: 'A chave não pode ler o saldo: saldo, limites e tarifa não foram conferidos.',
};
