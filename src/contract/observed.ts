import * as z from 'zod';
import { DISPUTE_STATUSES } from './account.ts';
import { count, identifier, timestamp } from './field.ts';
import { wholeNumberText } from './page.ts';
import { PAYMENT_STATUSES } from './payment.ts';

const bodyOf = (what: string) =>
  `The first 4,000 characters of ${what}, keys and codes masked; null where there is none, and for old entries`;

export const loggedRequest = z.looseObject({
  number: z.int().describe('In the order in which they ended'),
  at: timestamp.describe('When it came in'),
  method: z.string(),
  path: z.string().describe('With its query'),
  account: z.string().nullable(),
  key: z.string().nullable().describe('Masked'),
  status: z.int().nullable().describe('Null when no whole answer was sent'),
  durationMs: z.number(),
  fault: z.string().nullable(),
  requestBody: z.string().nullable().optional().describe(bodyOf('what was sent')),
  answerBody: z.string().nullable().optional().describe(bodyOf('the answer')),
  outgoing: z.boolean().optional().describe('True for a webhook: the service sent it, to the address in `path`'),
  error: z.string().nullable().optional().describe('Why the service itself could not answer'),
});

export const wholeNumber = wholeNumberText.pipe(z.int().min(0));

/** The number of the last row that a caller of a list has seen. */
export const after = wholeNumber.default(0).describe('The number of the last entry that was seen');

export const webhookFields = {
  id: identifier,
  url: z.string(),
  account: z.string().nullable().describe('Null: changes of every account'),
};

export const webhookDelivery = z.looseObject({
  number: z.int().describe('In the order in which the attempts ended'),
  at: timestamp.describe('When it was sent, by the clock of the service'),
  id: identifier.describe('Of the event: the header `webhook-id`'),
  type: z.string().describe('Such as `payment.completed`'),
  account: z.string(),
  transaction: z.string().describe('The payment or withdrawal; for a dispute, the disputed payment'),
  webhook: z.string().describe('The id of the address'),
  url: z.string(),
  attempt: count,
  delivered: z.boolean(),
  status: z.int().nullable().describe('Null when there was no answer'),
  error: z.string().nullable().describe('Why there was none'),
  durationMs: z.number(),
  retryAfterMs: z.int().nullable().describe('Null when it is not sent again'),
  body: z.string(),
});

export const statusChange = z.looseObject({
  number: z.int().describe('In the order in which they were committed'),
  kind: z.enum(['payment', 'withdrawal', 'dispute']),
  id: identifier,
  account: z.string(),
  status: z.enum([...PAYMENT_STATUSES, ...DISPUTE_STATUSES]).describe('The new one'),
  at: timestamp.describe('When it happened, by the clock of the service'),
});
