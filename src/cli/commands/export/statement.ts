import type { ClosedPeriod } from '../../../account/balance-notes.ts';
import { commandError, EXIT } from '../../errors/command-error.ts';
import type { Screen } from '../../context/screen.ts';
import { formatDay, formatMinute, formatMoment, isoTime } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Language } from '../../text/translate.ts';

export interface Statement {
  /** Names the account in OFX. */
  readonly accountName: string;
  /** Undefined when the balance is not known. */
  readonly period: ClosedPeriod | undefined;
  /** The entries before this moment are known. Epoch milliseconds. */
  readonly knownUntil: number;
}

/** The balances of a statement in its manifest: a promise to scripts. Money in centavos, times RFC 3339. */
export type StatedBalances = NonNullable<ReturnType<typeof statedBalances>>;

export function statedBalances({ period, knownUntil }: Statement) {
  if (period === undefined) return null;
  const { opening, closing, gaps, derivedBefore, undatedDisputes } = period;
  return {
    opening: opening.balance,
    openingBasis: opening.basis,
    closing: closing.balance,
    closingBasis: closing.basis,
    // The closing balance contains what was posted before this moment.
    closedAt: isoTime(Math.min(closing.at, knownUntil)),
    // The first note of the balance, if the period begins before it: nothing can contradict the entries before.
    derivedBefore: derivedBefore === undefined ? null : isoTime(Math.min(derivedBefore, knownUntil)),
    undatedDisputes:
      undatedDisputes === undefined ? null : { ...undatedDisputes, before: isoTime(undatedDisputes.before) },
    gaps: gaps.map(({ from, to, difference }) => ({ from: isoTime(from), to: isoTime(to), difference })),
  };
}

/** Says what the account had, and how that is known. @throws CommandError not_balanced */
export function reportBalances(statement: Statement, path: string, { text, language, notify }: Screen): void {
  const balances = statedBalances(statement);
  if (balances === null) {
    notify(text.export.noBalances);
    return;
  }
  const { opening, openingBasis, closing, closingBasis, closedAt, undatedDisputes, gaps } = balances;
  const bases = text.export.bases;
  notify(text.export.opening(formatReais(opening), bases[openingBasis]));
  notify(text.export.closing(formatReais(closing), bases[closingBasis], endOf(closedAt, language)));
  if (undatedDisputes !== null) {
    const { amount, before } = undatedDisputes;
    notify(text.export.undatedDisputes(formatReais(amount), formatMoment(before, language)));
  }
  if (gaps.length === 0) return;
  const told = gaps.map(({ from, to, difference }) =>
    text.export.balanceGap(formatReais(difference), formatMoment(from, language), formatMoment(to, language)),
  );
  throw commandError(EXIT.partlyDone, 'not_balanced', text.export.notBalanced(told.join('; ')), {
    details: { gaps, manifest: `${path}.manifest.json` },
  });
}

/** A period that ends at midnight ends with the day before. */
function endOf(closedAt: string, language: Language): string {
  const moment = new Date(closedAt);
  const isMidnight = new Date(moment).setHours(0, 0, 0, 0) === moment.getTime();
  return isMidnight ? formatDay(new Date(moment.getTime() - 1), language) : formatMinute(closedAt, language);
}
