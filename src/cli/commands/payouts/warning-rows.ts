import type { PaymentWarning, WarnedPayment, WarningGroup } from '../../../payouts/rules/payment-warnings.ts';
import type { EarlierRows, Payable } from '../../../payouts/rules/payable.ts';
import type { Context } from '../../context/context.ts';
import type { Screen } from '../../context/screen.ts';
import { describeWithin } from '../../context/payouts/describe-payout.ts';
import { formatMinute } from '../../output/dates.ts';
import { formatReais } from '../../output/money.ts';

/** Rows named for each kind of warning. */
const SHOWN_MAXIMUM = 3;

/** Shows what deserves a second look. New keys are marked in the table of recipients, if there is one. */
export function reportWarnings(
  screen: Screen,
  { warnings, repeated }: Pick<Payable, 'warnings' | 'repeated'>,
  { marksNew = true }: { readonly marksNew?: boolean } = {},
): void {
  const { text, warn } = screen;
  const { firstPayments, more, noted } = text.payouts.warnings;
  for (const group of warnings) {
    if (group.code === 'first_payment') {
      const shown = group.first.slice(0, SHOWN_MAXIMUM);
      const rows = shown.map(({ payout }) => describeWithin(payout, text));
      if (!marksNew) warn(firstPayments(group.payouts, rows, group.payouts - rows.length));
      continue;
    }
    const { first, payouts } = group.code === 'paid_today' ? withoutRows(group, repeated) : group;
    for (const warned of first.slice(0, SHOWN_MAXIMUM)) warn(noted(warningWords(screen, warned)));
    if (payouts > SHOWN_MAXIMUM) warn(more(payouts - SHOWN_MAXIMUM));
  }
}

/** A row that may have been paid before is asked about by itself. */
function withoutRows({ first, payouts }: WarningGroup, { first: asked }: EarlierRows) {
  const rows = new Set(asked.map(({ payout }) => payout.row));
  const left = first.filter(({ payout }) => !rows.has(payout.row));
  return { first: left, payouts: payouts - (first.length - left.length) };
}

/** For `notices` in JSON: a row each. */
export function warningNotices({ screen }: Pick<Context, 'screen'>, { warnings }: Pick<Payable, 'warnings'>) {
  return warnings.flatMap(({ first }) =>
    first.map((warned) => ({
      line: warned.payout.line,
      row: warned.payout.row,
      column: null,
      value: warned.payout.reference ?? null,
      code: warned.warning.code,
      message: warningWords(screen, warned),
      details: detailsOf(warned.warning),
    })),
  );
}

function warningWords(screen: Screen, { payout, warning }: WarnedPayment): string {
  const { text, language } = screen;
  const { warnings, inRun } = text.payouts;
  const row = describeWithin(payout, text);
  const minute = (ms: number) => formatMinute(new Date(ms).toISOString(), language);
  switch (warning.code) {
    case 'first_payment':
      return warnings.first_payment(row);
    case 'name_with_new_key':
      return warnings.name_with_new_key(row, warning.earlier.pixKey, minute(warning.earlier.paidAt));
    case 'unusual_amount':
      return warnings.unusual_amount(row, formatReais(warning.usualCentavos), warning.payments);
    case 'paid_today': {
      const { runId, sentAt } = warning.earlier;
      return warnings.paid_today(row, inRun(runId, sentAt === null ? warnings.notSentYet : minute(sentAt)));
    }
  }
}

/** The figures of a warning. Amounts are centavos, times RFC 3339. */
function detailsOf(warning: PaymentWarning): Readonly<Record<string, string | number | null>> {
  switch (warning.code) {
    case 'first_payment':
      return {};
    case 'name_with_new_key':
      return { pixKey: warning.earlier.pixKey, date: new Date(warning.earlier.paidAt).toISOString() };
    case 'unusual_amount':
      return { usual: warning.usualCentavos, payments: warning.payments };
    case 'paid_today': {
      const { runId: run, row, sentAt } = warning.earlier;
      return { run, row, date: sentAt === null ? null : new Date(sentAt).toISOString(), payments: warning.payments };
    }
  }
}
