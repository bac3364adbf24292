import { describePayout } from '../../context/payouts/describe-payout.ts';
import { OPEN_STATES } from '../../../payouts/payout-state.ts';
import type { Journal } from '../../../payouts/journal/journal.ts';
import type { Payout } from '../../../payouts/payout.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';
import type { Screen } from '../../context/screen.ts';
import type { Catalogue } from '../../text/translate.ts';
import { formatReais } from '../../output/money.ts';

/** More lines would hide the other messages. */
const SHOWN_MAXIMUM = 10;

/** Reports every row without a confirmed outcome: what is done about it, or what you have to do. */
export function reportUnconfirmedRows({ text, warn }: Screen, journal: Journal, runId: string): void {
  const tally = journal.tally(runId);
  const all = OPEN_STATES.reduce((sum, state) => sum + tally[state].payouts, 0);
  for (const payout of journal.payouts(runId, { states: OPEN_STATES, maximum: SHOWN_MAXIMUM })) {
    warn(unconfirmedLine(payout, text));
  }
  if (all > SHOWN_MAXIMUM) warn(text.payouts.moreUnconfirmed(all - SHOWN_MAXIMUM, runId));
}

function unconfirmedLine(payout: PayoutRecord, text: Catalogue): string {
  const { unconfirmed: held } = text.payouts;
  const isOnHold = payout.state === 'absent' || payout.state === 'ambiguous';
  const kind = isOnHold ? payout.state : payout.refusedAt === null ? 'unknown' : 'refused';
  return held[kind](describePayout(payout, text), payout.runId, payout.row);
}

/** Warns of references whose earlier payment is unconfirmed. */
export function reportOpenReferences({ text, warn }: Screen, open: readonly PayoutRecord[]): void {
  for (const payout of open) warn(unconfirmedLine(payout, text));
}

/** `Row 2 (A-1, R$ 99,00): its reference belongs to another payment …` */
export function otherHolderLine(payout: Payout, holder: PayoutRecord, text: Catalogue): string {
  const amount = formatReais(holder.amountCentavos);
  return text.payouts.referenceOfAnother(describePayout(payout, text), amount, holder.pixKey, holder.runId);
}
