import * as z from 'zod';
import { FAULT_KINDS } from './fault-kinds.ts';
import { count, identifier, reference, text } from './field.ts';

/** The longest delay of an answer that a fault may cause: an hour. */
export const DELAY_MAXIMUM_MS = 3_600_000;

/** So many plans may be there at a time, and so many wildcards in each: every request is compared with all of them. */
export const FAULTS_MAXIMUM = 100;
const WILDCARDS_MAXIMUM = 8;

const faultFields = z.strictObject({
  on: text(z.string().max(200))
    .regex(
      /^(\*|[A-Z]+) (\*|\/api\/)\S*$/,
      'must be a method and a path of the API, such as "POST /api/v1/withdraw/create", or * for either',
    )
    .refine((on) => (on.slice(on.indexOf(' ')).match(/\{\w+\}|\*+/g)?.length ?? 0) <= WILDCARDS_MAXIMUM, {
      message: `must have at most ${WILDCARDS_MAXIMUM} wildcards`,
    })
    .describe('In the path, {id} stands for one segment and * for anything'),
  account: reference.optional().describe('Only requests with a key of this account'),
  fault: z.enum(FAULT_KINDS),
  times: z.int().min(1).optional().describe('How often it fires; by default without end'),
  after: z.int().min(0).default(0).describe('How many matching requests pass first'),
  probability: z.number().min(0).max(1).default(1).describe('Drawn from the seed, the same on every run'),
  delayMs: z.int().min(0).max(DELAY_MAXIMUM_MS).default(0).describe('Real time, before the answer'),
});

export const faultPlan = faultFields.refine(({ fault, delayMs }) => fault !== 'latency' || delayMs > 0, {
  message: 'latency wants a delay',
  path: ['delayMs'],
});

/** `matched`: requests that it was compared with. `fired`: requests that it affected. */
export const faultReceipt = faultFields.extend({ id: identifier, matched: count, fired: count }).loose();

export type FaultPlan = z.output<typeof faultPlan>;
export type FaultReceipt = z.output<typeof faultReceipt>;
