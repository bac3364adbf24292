import type { Payout } from '../../../payouts/payout.ts';
import type { SentPayment } from '../../../payouts/rules/duplicates/sent-payment.ts';
import { formatMinute, isoTime } from '../../output/dates.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Catalogue } from '../../text/translate.ts';
import type { Screen } from '../screen.ts';

/** What runs of one payment name as their source. */
export const SINGLE_SOURCE = 'pix withdraw create';

/** `Line 17 (F-0017, Maria Silva, R$ 25,00)`, to begin a sentence with. */
export function describePayout(payout: Payout, { payouts }: Catalogue): string {
  return payouts.rowOf(...partsOf(payout));
}

/** The same within a sentence. */
export function describeWithin(payout: Payout, { payouts }: Catalogue): string {
  return payouts.rowWithin(...partsOf(payout));
}

function partsOf({ line, reference, name, pixKey, amountCentavos }: Payout): [line: string, who: string, sum: string] {
  const names = [reference, name].filter((part) => part !== undefined);
  const who = names.length === 0 ? pixKey : names.join(', ');
  return [String(line), who, formatReais(amountCentavos)];
}

export function whenSent({ text, language }: Screen, sent: Pick<SentPayment, 'sentAt'>): string {
  const date = dateOf(sent);
  return date === null ? text.words.unknown : formatMinute(date, language);
}

export function dateOf({ sentAt }: Pick<SentPayment, 'sentAt'>): string | null {
  return sentAt === null ? null : isoTime(sentAt);
}
