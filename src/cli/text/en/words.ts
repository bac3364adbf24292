import { words as shared } from '../../../contract/words/en.ts';
import { inEnglish } from '../../../contract/words/pairs.ts';
import { MACHINE, PAYOUT_STATUSES, RECONCILIATION_STATUSES } from '../labels.ts';

export const words = {
  error: 'error',
  hint: 'hint',
  yes: 'yes',
  no: 'no',
  unknown: 'unknown',
  yesNo: '(y/N)',
  yesWords: ['y', 'yes'],
  copied: (what: string) => `Copied to the clipboard: ${what}`,
  notCopied: 'Nothing was copied: there is no terminal and no clipboard.',
  machine: { ...inEnglish(MACHINE), ...shared.ledgerKinds },
};

/** Whose status it is decides its word: a charge is not paid, a withdrawal fails. */
export const statuses = {
  ...shared.statuses,
  payout: inEnglish(PAYOUT_STATUSES),
  reconciliation: inEnglish(RECONCILIATION_STATUSES),
};
