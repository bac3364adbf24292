import type { WithdrawalDetails } from '../../../../client/answers.ts';
import { formatZonedMoment } from '../../../output/dates.ts';
import { singleLine } from '../../../output/control-characters.ts';
import { keyTypeWords, statusWords } from '../../../output/human-value.ts';
import { formatReais } from '../../../output/money.ts';
import { failureWords } from '../../../output/reason-words.ts';
import type { Catalogue, Language } from '../../../text/translate.ts';

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

interface ReceiptFacts {
  readonly withdrawal: WithdrawalDetails;
  /** The host of the service that reports it. */
  readonly host: string;
  /** When the receipt is issued, milliseconds since 1970. */
  readonly now: number;
  readonly language: Language;
  readonly text: Catalogue;
}

/** A withdrawal that is reported as both completed and failed is not proven to be paid. */
function verdictOf({ status, failedAt, failureReason }: WithdrawalDetails): Verdict {
  const hasFailure = (failedAt ?? null) !== null || (failureReason ?? null) !== null;
  return status === 'COMPLETED' && !hasFailure ? 'paid' : 'pending';
}

function reasonOf({ failureReason }: WithdrawalDetails, text: Catalogue): string | undefined {
  return failureReason === null || failureReason === undefined ? undefined : failureWords(failureReason, text);
}

/** For a withdrawal that has not failed; a failed one has no receipt. */
export function makeReceipt({ withdrawal, host, now, language, text }: ReceiptFacts): Receipt {
  const { labels, titles, remarks } = text.withdraw.receipt;
  const verdict = verdictOf(withdrawal);
  const moment = (time: string | null | undefined) =>
    typeof time === 'string' ? formatZonedMoment(time, language) : undefined;
  const amount = (centavos: number | null) => (centavos === null ? undefined : formatReais(centavos));
  const { transactionId, pixKeyType, status } = withdrawal;
  const isEndToEndId = /^[ED]\d{8}/.test(transactionId ?? '');
  const sentLabel = verdict === 'paid' ? labels.sent : labels.notSent;
  const lines: [label: string, value: string | null | undefined][] = [
    [labels.service, host],
    [
      labels.status,
      status === undefined || status === null ? text.words.unknown : statusWords(status, 'withdrawal', text),
    ],
    [text.fields.failureReason, reasonOf(withdrawal, text)],
    [sentLabel, amount(withdrawal.sent)],
    [labels.fee, amount(withdrawal.fee)],
    [labels.value, amount(withdrawal.value)],
    [text.fields.pixKey, withdrawal.pixKey],
    [text.fields.pixKeyType, keyTypeWords(pixKeyType ?? '', text)],
    [text.fields.createdAt, moment(withdrawal.createdAt)],
    [text.fields.completedAt, moment(withdrawal.completedAt)],
    [text.fields.failedAt, moment(withdrawal.failedAt)],
    [labels.id, withdrawal.id],
    [isEndToEndId ? labels.endToEndId : text.fields.transactionId, transactionId],
    [text.fields.correlationID, withdrawal.correlationID],
    [labels.issuedAt, moment(new Date(now).toISOString())],
  ];
  return {
    verdict,
    language,
    title: titles[verdict],
    amount: amount(withdrawal.sent) ?? formatReais(withdrawal.value),
    lines: lines.flatMap(([label, value]): [string, string][] =>
      (value ?? '') === '' ? [] : [[label, singleLine(value ?? '')]],
    ),
    remark: remarks[verdict],
  };
}
