import { PAYOUT_STATES } from '../../../payouts/payout-state.ts';
import type { RunRecord, RunTally, StateTally } from '../../../payouts/journal/records.ts';
import { singleLine } from '../../output/control-characters.ts';
import { formatMoment } from '../../output/dates.ts';
import { humanStatus, type HumanStyle } from '../../output/human-value.ts';
import { formatReais } from '../../output/money.ts';
import { labelledLines } from '../../output/sheet.ts';
import { alignedRight, padToWidth, textWidth } from '../../output/text-width.ts';

/** The status of a run for a person: a line per state with rows in it. */
export function runSheet(run: RunRecord, tally: RunTally, feeOnTop: StateTally, style: HumanStyle): string {
  const { text, language, palette } = style;
  const labels = text.payouts.sheet;
  const head = labelledLines(
    [
      [labels.run, run.id],
      [labels.file, singleLine(run.source)],
      [labels.at, run.origin],
      [labels.approved, run.approvedAt === null ? '—' : formatMoment(new Date(run.approvedAt).toISOString(), language)],
      [labels.digest, run.digest],
      [labels.all, `${text.payouts.payments(run.payouts)} · ${formatReais(run.amountCentavos)}`],
      ...(feeOnTop.payouts === 0 ? [] : [[labels.fee, labels.feeOnTop(feeOnTop.payouts, run.payouts)] as const]),
    ],
    palette,
    style.columns,
  );
  const states = PAYOUT_STATES.filter((state) => tally[state].payouts > 0);
  if (states.length === 0) return head;
  const width = Math.max(...states.map((state) => textWidth(text.statuses.payout[state])));
  const sums = alignedRight(states.map((state) => formatReais(tally[state].amountCentavos)));
  const linesWith = (countWords: (count: number) => string) => {
    const counts = alignedRight(states.map((state) => countWords(tally[state].payouts)));
    return states.map((state, index) => {
      const status = padToWidth(humanStatus(state, 'payout', text, palette), width);
      return `${status}  ${counts[index] ?? ''} · ${sums[index] ?? ''}`;
    });
  };
  const lines = linesWith(text.payouts.payments);
  // On a narrow terminal the number says it: half of an amount would be read as another.
  const fits = lines.every((line) => textWidth(line) <= (style.columns ?? Infinity));
  return `${head}\n${(fits ? lines : linesWith(String)).map((line) => `${line}\n`).join('')}`;
}
