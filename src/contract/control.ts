import * as z from 'zod';
import { accountQuery, DISPUTE_STATUSES, dispute } from './account.ts';
import { faultPlan, faultReceipt } from './fault-plan.ts';
import { amountCentavos, count, identifier, reference, text, timestamp, valueCentavos } from './field.ts';
import { AMOUNT_MAXIMUM } from './limits.ts';
import { after, loggedRequest, statusChange, webhookDelivery, webhookFields, wholeNumber } from './observed.ts';
import { pagination } from './page.ts';
import { PAYMENT_STATUSES, paymentDetails } from './payment.ts';
import { WITHDRAWAL_STATUSES, withdrawalDetails } from './withdrawal.ts';
import { refusalCode, settlementOutcome, world } from './world.ts';
import { isWebhookUrl } from './addresses.ts';

/**
 * The controls of the local service: events that come from outside a real service, such as a payer who pays. They are
 * not part of the wallet's API, are served under `/mock/`, and require no API key. A service that is exposed beyond the
 * loopback requires its token in this header.
 */
export const CONTROL_TOKEN_HEADER = 'X-Mock-Token';

export interface Control {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The schema of `data` in the answer; absent when the answer is the state itself, as bytes. */
  readonly data?: z.ZodType;
}

const byId = z.strictObject({ id: reference });
const movedPayment = z.looseObject({ id: identifier, status: z.enum(PAYMENT_STATUSES), value: valueCentavos });
const movedWithdrawal = z.looseObject({
  id: identifier,
  status: z.enum(WITHDRAWAL_STATUSES),
  value: valueCentavos,
  failureReason: z.string().nullable(),
});

const disputeOf = z.strictObject({ paymentId: reference });
const movedDispute = z.looseObject({
  id: identifier,
  paymentId: identifier,
  amount: valueCentavos,
  status: z.enum(DISPUTE_STATUSES),
});

/** The maximum advance of the clock by one request, and the maximum settlement delay: ten years. */
export const ADVANCE_MAXIMUM_MS = 3_660 * 86_400_000;

const wholeCentavos = z.int().min(0);

/**
 * Changes to how an account behaves; fields that are left out stay as they are. Amounts in centavos, durations in
 * milliseconds.
 */
const accountChanges = z.strictObject({
  account: reference.default('demo'),
  instant: z.boolean().optional().describe('Withdrawals are COMPLETED at once'),
  settleAfterMs: z
    .int()
    .min(0)
    .max(ADVANCE_MAXIMUM_MS)
    .nullable()
    .optional()
    .describe('When they are not instant; null: never'),
  settleAs: settlementOutcome.optional().describe('How they end by themselves'),
  transferSecurity: z.boolean().optional(),
  oneAtATime: z.boolean().optional().describe('Refuse a withdrawal while another is PENDING'),
  blocked: z.boolean().optional(),
  cache: z.boolean().optional().describe('Repeat its list answers for a minute, if the service does'),
  dailyLimitCentavos: wholeCentavos.optional(),
  monthlyLimitCentavos: wholeCentavos.optional(),
  perTransactionLimitCentavos: wholeCentavos.optional(),
  feeCentavos: wholeCentavos.max(AMOUNT_MAXIMUM).optional(),
});

const accountBehaviour = z.looseObject({
  id: identifier,
  name: z.string(),
  instant: z.boolean(),
  settleAfterMs: z.int().nullable(),
  settleAs: z.string(),
  transferSecurity: z.boolean(),
  oneAtATime: z.boolean(),
  blocked: z.boolean(),
  dailyLimitCentavos: z.int(),
  monthlyLimitCentavos: z.int(),
  perTransactionLimitCentavos: z.int(),
  feeCentavos: z.int(),
  availableCentavos: z.int(),
  inTransitCentavos: z.int(),
  blockedCentavos: z.int(),
  cache: z.boolean(),
  clockAheadMs: z.int().describe("How far its time is ahead of the service's"),
});

/** One transfer of the ledger: what it moved, in centavos. The parts sum to zero. */
const ledgerTransfer = z.looseObject({
  at: timestamp,
  kind: z.string(),
  availableCentavos: z.int(),
  inTransitCentavos: z.int(),
  blockedCentavos: z.int(),
  settlementCentavos: z.int().describe('The Pix network outside'),
  feesCentavos: z.int(),
});

const invariant = z.looseObject({ name: z.string(), holds: z.boolean(), violations: z.array(z.string()) });

const faults = z.looseObject({ faults: z.array(faultReceipt) });
const deliveries = z.looseObject({ deliveries: z.array(webhookDelivery) });

export const controls = {
  activatePayment: { method: 'POST', path: '/mock/payment/activate', body: byId, data: movedPayment },
  payPayment: { method: 'POST', path: '/mock/payment/pay', body: byId, data: movedPayment },
  expirePayment: { method: 'POST', path: '/mock/payment/expire', body: byId, data: movedPayment },
  settleWithdrawal: { method: 'POST', path: '/mock/withdraw/settle', body: byId, data: movedWithdrawal },
  failWithdrawal: {
    method: 'POST',
    path: '/mock/withdraw/fail',
    body: byId.extend({ reason: refusalCode.default('AC03') }),
    data: movedWithdrawal,
  },
  deposit: {
    method: 'POST',
    path: '/mock/deposit',
    body: z.strictObject({ account: reference.default('demo'), amountCentavos: z.int().min(1).max(AMOUNT_MAXIMUM) }),
    data: movedPayment,
  },
  openDispute: { method: 'POST', path: '/mock/dispute/open', body: disputeOf, data: movedDispute },
  acceptDispute: { method: 'POST', path: '/mock/dispute/accept', body: disputeOf, data: movedDispute },
  refuseDispute: { method: 'POST', path: '/mock/dispute/refuse', body: disputeOf, data: movedDispute },
  openAccount: {
    method: 'POST',
    path: '/mock/account/open',
    body: z.strictObject({
      balanceCentavos: wholeCentavos.max(AMOUNT_MAXIMUM).default(500_000).describe('What it has, from the beginning'),
    }),
    data: z.looseObject({
      id: identifier,
      key: z.string().describe('Its main key'),
      availableCentavos: z.int(),
    }),
  },
  showAccount: {
    method: 'GET',
    path: '/mock/account',
    query: z.object({ account: reference.default('demo') }),
    data: accountBehaviour,
  },
  listAccounts: {
    method: 'GET',
    path: '/mock/accounts',
    query: accountQuery,
    data: z.looseObject({ accounts: z.array(accountBehaviour), pagination }),
  },
  showEntry: {
    method: 'GET',
    path: '/mock/entry',
    query: z.object({ id: reference }),
    data: z.looseObject({
      account: identifier,
      payment: paymentDetails.extend({ copyPaste: z.string().describe('BR Code'), expiresAt: timestamp }).nullable(),
      withdrawal: withdrawalDetails
        .extend({ description: z.string(), settlesAt: timestamp.nullable(), settlesAs: z.string().nullable() })
        .nullable(),
      dispute: dispute.nullable(),
      ledger: z.array(ledgerTransfer).describe('Oldest first'),
    }),
  },
  setAccount: { method: 'POST', path: '/mock/account', body: accountChanges, data: accountBehaviour },
  inbox: {
    method: 'GET',
    path: '/mock/inbox',
    data: z.looseObject({
      messages: z.array(
        z.looseObject({
          at: timestamp,
          account: z.string(),
          email: z.string(),
          code: z.string(),
          amount: amountCentavos(),
          expiresAt: timestamp,
          used: z.boolean(),
        }),
      ),
    }),
  },
  advanceClock: {
    method: 'POST',
    path: '/mock/clock/advance',
    body: z.strictObject({
      durationMs: z.int().min(0).max(ADVANCE_MAXIMUM_MS),
      account: reference.optional().describe('Only the time of this account'),
    }),
    data: z.looseObject({ now: timestamp }),
  },
  addFault: { method: 'POST', path: '/mock/faults', body: faultPlan, data: faultReceipt },
  listFaults: { method: 'GET', path: '/mock/faults', data: faults },
  clearFaults: { method: 'DELETE', path: '/mock/faults', data: faults },
  clearFaultsOf: {
    method: 'POST',
    path: '/mock/faults/clear',
    body: z.strictObject({ account: reference }),
    data: faults,
  },
  listRequests: {
    method: 'GET',
    path: '/mock/requests',
    query: z.object({
      after,
      before: wholeNumber.optional().describe('Only entries with a smaller number'),
      text: text(z.string().max(200)).optional().describe('Only entries that contain it, in any case'),
      limit: wholeNumber.optional().describe('Only so many, the latest'),
    }),
    data: z.looseObject({ requests: z.array(loggedRequest) }),
  },
  listChanges: {
    method: 'GET',
    path: '/mock/changes',
    query: z.object({ after, id: reference.optional().describe('Only those of this id') }),
    data: z.looseObject({ changes: z.array(statusChange) }),
  },
  addWebhook: {
    method: 'POST',
    path: '/mock/webhooks',
    body: z.strictObject({
      url: text(z.string().max(2_000))
        .refine(isWebhookUrl, 'must be an http or https address without a user')
        .describe('Where events are posted'),
      secret: text(z.string().min(1).max(200)).optional().describe('Signs them; by default the secret of the service'),
      account: reference.optional().describe('Only changes of this account; by default of any'),
    }),
    data: z.looseObject({ ...webhookFields, secret: z.string() }),
  },
  listWebhooks: {
    method: 'GET',
    path: '/mock/webhooks',
    data: z.looseObject({
      webhooks: z.array(
        z.looseObject({
          ...webhookFields,
          secret: z.string().describe('Masked'),
          pending: count.describe('Events that are not delivered yet'),
          dropped: count.describe('Events that were not sent: 10,000 were pending'),
        }),
      ),
    }),
  },
  removeWebhook: {
    method: 'POST',
    path: '/mock/webhooks/remove',
    body: byId,
    data: z.looseObject(webhookFields),
  },
  listDeliveries: {
    method: 'GET',
    path: '/mock/webhooks/deliveries',
    query: z.object({
      after,
      id: reference.optional().describe('Only those of this event, payment or withdrawal'),
    }),
    data: deliveries,
  },
  resendWebhook: {
    method: 'POST',
    path: '/mock/webhooks/resend',
    body: byId,
    data: deliveries,
  },
  verify: {
    method: 'GET',
    path: '/mock/verify',
    data: z.looseObject({
      holds: z.boolean(),
      isDamaged: z.boolean().optional().describe('The file itself, whatever was written to it'),
      invariants: z.array(invariant),
    }),
  },
  exportWorld: { method: 'GET', path: '/mock/world', data: world },
  snapshot: { method: 'GET', path: '/mock/snapshot' },
  restore: { method: 'POST', path: '/mock/restore', data: z.looseObject({ bytes: count }) },
  reset: { method: 'POST', path: '/mock/reset', data: z.looseObject({ seed: z.int() }) },
} as const satisfies Record<string, Control>;
