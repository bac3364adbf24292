import { PAYOUT_STATES } from '../../payouts/payout-state.ts';
import type { RunRecord, RunTally } from '../../payouts/records.ts';
import { singleLine } from '../output/control-characters.ts';
import { formatMoment } from '../output/dates.ts';
import { humanStatus, type HumanStyle } from '../output/human-value.ts';
import { formatReais } from '../output/money.ts';
import { labelledLines } from '../output/sheet.ts';

/** How a person sees where a run stands: a line for every state that a row is in. */
export function runSheet(run: RunRecord, tally: RunTally, style: HumanStyle): string {
  const { text, language, palette } = style;
  const labels = text.payouts.sheet;
  const amounts = (payouts: number, amountCentavos: number) =>
    `${text.payouts.rows(payouts)} · ${formatReais(amountCentavos)}`;
  const head = labelledLines(
    [
      [labels.run, run.id],
      [labels.file, singleLine(run.source)],
      [labels.at, run.origin],
      [labels.approved, run.approvedAt === null ? '—' : formatMoment(new Date(run.approvedAt).toISOString(), language)],
      [labels.digest, run.digest],
      [labels.all, amounts(run.payouts, run.amountCentavos)],
    ],
    palette,
    style.columns,
  );
  const states = PAYOUT_STATES.filter((state) => tally[state].payouts > 0);
  if (states.length === 0) return head;
  const width = Math.max(...states.map((state) => text.statuses[state].length));
  const lines = states.map((state) => {
    const { payouts, amountCentavos } = tally[state];
    const padding = ' '.repeat(width - text.statuses[state].length);
    return `${humanStatus(state, text, palette)}${padding}  ${amounts(payouts, amountCentavos)}\n`;
  });
  return `${head}\n${lines.join('')}`;
}
