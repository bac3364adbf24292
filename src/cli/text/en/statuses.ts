import { words } from '../../../contract/words/en.ts';

/** Whose status it is decides its word: a charge is not paid, a withdrawal fails. */
export const statuses = {
  ...words.statuses,
  payout: {
    planned: 'Not sent',
    duplicate: 'Reference used before',
    sending: 'Being sent',
    paid: 'Paid',
    accepted: 'Processing',
    failed: 'Failed',
    refused: 'Refused',
    unknown: 'UNCONFIRMED',
    absent: 'Not found',
    ambiguous: 'Unclear',
    resolved_paid: 'Paid (confirmed by you)',
    resolved_unpaid: 'Not paid (confirmed by you)',
  },
  reconciliation: {
    matched: 'Matched',
    decided: 'Decided by you',
    left_out: 'Left out',
    sum_differs: 'Sums of the file differ',
    sign_differs: 'Sign differs',
    amount_differs: 'Amount differs',
    day_differs: 'Day differs',
    ambiguous: 'Several ways to match',
    only_here: 'Only in the account',
    only_there: 'Only in the file',
    unread: 'Not readable',
  },
};
