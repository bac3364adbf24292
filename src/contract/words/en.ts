/** What statuses, reasons and checks of the service are called: by the command line and by the console. */
export const words = {
  statuses: {
    charge: { PENDING: 'Being created', ACTIVE: 'Awaiting payment', COMPLETED: 'Paid', FAILED: 'Expired' },
    withdrawal: { PENDING: 'Processing', COMPLETED: 'Completed', FAILED: 'Failed' },
    dispute: { OPEN: 'Open', ACCEPTED: 'Accepted, amount returned', REFUSED: 'Refused' },
  },
  ledgerKinds: {
    opening_balance: 'Opening balance',
    payment_received: 'Charge paid',
    withdrawal_sent: 'Pix sent',
    withdrawal_held: 'Set aside to be sent',
    withdrawal_settled: 'Pix sent, from what was set aside',
    withdrawal_returned: 'Returned',
    dispute_opened: 'Dispute opened',
    dispute_accepted: 'Dispute accepted: amount returned to the payer',
    dispute_refused: 'Dispute refused',
  },
  refusalCodes: {
    AB03: 'the banks did not settle it in time',
    AC03: 'the account behind the key does not exist',
    AC06: "the recipient's account is blocked",
    AC07: "the recipient's account is closed",
    AG03: "the recipient's account does not accept this type of transfer",
    AM02: "it exceeds what the recipient's account accepts",
    BE01: "the CPF or CNPJ is not the account holder's",
    DS04: "the recipient's bank rejected it",
    DUPL: 'it was rejected as a duplicate',
    ED05: 'it could not be processed',
    FRAD: 'it was rejected on suspicion of fraud',
    RR04: 'it was rejected for a regulatory reason',
  },
  invariants: {
    'what is stored is not damaged': 'the data are not damaged',
    'every transfer balances': 'each transfer balances',
    'the ledger sums to zero': 'the ledger sums to zero',
    'the balance of each ledger account equals its entries': 'each balance equals the sum of its entries',
    'what is in transit equals the PENDING withdrawals': 'money in transit equals the withdrawals being processed',
    'what is blocked equals the OPEN disputes': 'blocked money equals the open disputes',
    'no available balance went below zero but by a dispute': 'no balance is negative, but by a dispute',
    'counters and statistics equal a recount': 'counters and statistics match a recount',
    'the use of limits equals a recount': 'the use of limits matches a recount',
    'each withdrawal has exactly one debit, and one return exactly when it FAILED':
      'each withdrawal is debited once, and returned once only if it failed',
    'each payment is credited once, exactly when it is COMPLETED': 'each charge is credited once, when it is paid',
    'each dispute blocks its money once, and takes or releases it exactly when it ends':
      'each dispute blocks its money once, and takes or releases it when it ends',
  },
};
