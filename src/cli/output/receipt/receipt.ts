import { valueAt } from '../fields.ts';
import type { PaymentDetails, WithdrawalDetails } from '../../../client/answers.ts';
import { paymentSettledAt } from '../../../account/entry.ts';
import { maskPixKey, maskTaxId } from '../../../pix/pix-key.ts';
import { singleLine } from '../text-width.ts';
import { formatZonedMoment } from '../dates.ts';
import { typedKey, statusWords, failureWords } from '../human-value.ts';
import { formatReais } from '../../../pix/reais-text.ts';
import type { Catalogue, Language } from '../../text/translate.ts';
import type { PayoutRecord } from '../../../payouts/journal/records.ts';

/** Only `paid` may look like a receipt. */
export type Verdict = 'paid' | 'pending';

/** The contents of a receipt, in the person's language; each text on one line without controls. */
export interface Receipt {
  readonly verdict: Verdict;
  readonly language: Language;
  readonly title: string;
  /** The amount that was or will be paid. */
  readonly amount: string;
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly remark: string;
}

/** What the service does not report of a payment, and the journal or the caller knows. */
interface KnownParties {
  /** The account holder: the payer of what was sent, the recipient of what was received. */
  readonly holder?: string | undefined;
  readonly recipient?: string | undefined;
  readonly recipientTaxId?: string | undefined;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
}

export interface ReceiptFacts {
  readonly host: string;
  /** When the receipt is issued, milliseconds since 1970. */
  readonly now: number;
  readonly language: Language;
  readonly text: Catalogue;
  readonly parties: KnownParties;
}

type Line = readonly [label: string, value: string | null | undefined];

/** A withdrawal that is reported as both completed and failed is not proven to be paid. */
export function verdictOf({ status, failedAt, failureReason }: WithdrawalDetails): Verdict {
  const hasFailure = (failedAt ?? null) !== null || (failureReason ?? null) !== null;
  return status === 'COMPLETED' && !hasFailure ? 'paid' : 'pending';
}

/** For a withdrawal that has not failed; a failed one has no receipt. */
export function withdrawalReceipt(withdrawal: WithdrawalDetails, facts: ReceiptFacts): Receipt {
  const { host, text, parties, language } = facts;
  const { remarks } = text.receipts;
  const { receipt: labels, receiptTitles: titles } = text.labels;
  const { fields } = text;
  const verdict = verdictOf(withdrawal);
  const { pixKey, pixKeyType, failureReason, transactionId } = withdrawal;
  const description = parties.description ?? textOf(withdrawal, 'description');
  const reason = failureReason ?? null;
  return {
    verdict,
    language,
    title: titles[verdict],
    // What was debited has a fee in it that may not be known.
    amount: reais(withdrawal.sent) ?? `${fields.debited} ${formatReais(withdrawal.value)}`,
    lines: shownLines([
      [fields.service, host],
      [fields.status, withdrawalStatus(withdrawal, text)],
      [fields.failureReason, reason === null ? null : failureWords(reason, text)],
      [labels.payer, parties.holder],
      [fields.recipientName, parties.recipient],
      [fields.taxId, parties.recipientTaxId === undefined ? null : maskTaxId(parties.recipientTaxId)],
      [fields.pixKey, typeof pixKey === 'string' ? typedKey(maskPixKey(pixKey, pixKeyType), pixKeyType, text) : null],
      [verdict === 'paid' ? labels.sent : labels.notSent, reais(withdrawal.sent)],
      [fields.fee, reais(withdrawal.fee)],
      [fields.debited, reais(withdrawal.value)],
      [fields.description, description],
      [fields.reference, parties.reference],
      [fields.createdAt, moment(withdrawal.createdAt, language)],
      [fields.completedAt, moment(withdrawal.completedAt, language)],
      [fields.failedAt, moment(withdrawal.failedAt, language)],
      transactionLine(transactionId, fields),
      [labels.id, withdrawal.id],
      [fields.correlationID, withdrawal.correlationID],
      issueLine(facts),
    ]),
    remark: remarks[verdict],
  };
}

/** For a charge that is paid; any other has no receipt. Its fee is between the account and the service. */
export function paymentReceipt(payment: PaymentDetails, facts: ReceiptFacts): Receipt {
  const { host, text, parties, language } = facts;
  const { remarks } = text.receipts;
  const { receipt: labels, receiptTitles: titles } = text.labels;
  const { fields } = text;
  return {
    verdict: 'paid',
    language,
    title: titles.received,
    amount: formatReais(payment.value),
    lines: shownLines([
      [fields.service, host],
      [fields.status, statusWords(payment.status ?? '', 'charge', text)],
      [fields.recipientName, parties.holder],
      [labels.received, reais(payment.value)],
      [fields.description, payment.description],
      [fields.createdAt, moment(payment.createdAt, language)],
      [labels.paidAt, moment(paymentSettledAt(payment), language)],
      transactionLine(payment.transactionId, fields),
      [labels.charge, payment.id],
      [fields.correlationID, payment.correlationID],
      issueLine(facts),
    ]),
    remark: remarks.paid,
  };
}

export function withdrawalStatus({ status }: Pick<WithdrawalDetails, 'status'>, text: Catalogue): string {
  return status === undefined || status === null ? text.words.unknown : statusWords(status, 'withdrawal', text);
}

function transactionLine(id: string | null | undefined, fields: Catalogue['fields']): Line {
  return [/^[ED]\d{8}/.test(id ?? '') ? fields.endToEndId : fields.transactionId, id];
}

function issueLine({ now, language, text: { labels } }: ReceiptFacts): Line {
  return [labels.receipt.issuedAt, formatZonedMoment(now, language)];
}

function shownLines(lines: readonly Line[]): Receipt['lines'] {
  return lines.flatMap(([label, value]): [string, string][] =>
    (value ?? '') === '' ? [] : [[label, singleLine(value ?? '')]],
  );
}

function moment(time: string | null | undefined, language: Language): string | undefined {
  return typeof time === 'string' ? formatZonedMoment(time, language) : undefined;
}

function reais(centavos: number | null | undefined): string | undefined {
  return typeof centavos === 'number' ? formatReais(centavos) : undefined;
}

function textOf(resource: object, field: string): string | undefined {
  const value = valueAt(resource, field);
  return typeof value === 'string' ? value : undefined;
}

export function partiesOf(payout: PayoutRecord | undefined): KnownParties {
  if (payout === undefined) return {};
  const { name, taxId, description, reference } = payout;
  return { recipient: name, recipientTaxId: taxId, description, reference };
}
