import type { ClosedPeriod } from '../../../../account/balance-notes.ts';
import { postedMs, type AccountEntry } from '../../../../account/entry.ts';
import { sumCentavos } from '../../../../pix/centavos.ts';
import type { TimeSpan } from '../../../input/moment.ts';
import type { StatementRow } from './statement.ts';

/**
 * The entries of a period, each with the balance after it. Disputes are among them, and a gap changes the balance at its end.
 *
 * @param entries of any time, oldest first
 * @param period undefined when the balance is not known
 */
export function* statementRows(
  entries: Iterable<AccountEntry>,
  { from, before }: TimeSpan,
  period: ClosedPeriod | undefined,
): Generator<StatementRow, void> {
  let balance = period?.opening.balance;
  const waiting = [
    ...(period?.disputes ?? []).map((entry) => ({ at: postedMs(entry), amount: entry.netAmount, entry })),
    ...(period?.gaps ?? []).map(({ to, difference }) => ({ at: to, amount: difference, entry: undefined })),
  ].sort((one, other) => one.at - other.at);

  function* upTo(moment: number): Generator<StatementRow, void> {
    for (let next = waiting[0]; next !== undefined && next.at <= moment; next = waiting[0]) {
      waiting.shift();
      if (balance !== undefined) balance = sumCentavos(balance, next.amount);
      if (next.entry !== undefined) yield { ...next.entry, balanceAfter: balance ?? null };
    }
  }
  for (const entry of entries) {
    const moment = postedMs(entry);
    if ((from !== undefined && moment < from) || (before !== undefined && moment >= before)) continue;
    yield* upTo(moment);
    if (balance !== undefined) balance = sumCentavos(balance, entry.netAmount);
    yield { ...entry, balanceAfter: balance ?? null };
  }
  yield* upTo(Infinity);
}
