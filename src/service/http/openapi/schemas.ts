import * as z from 'zod';
import { account, accountAnswer, dispute, disputeAnswer } from '../../../contract/account.ts';
import { balance } from '../../../contract/balance.ts';
import { errorBody } from '../../../contract/error.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { pagination } from '../../../contract/page.ts';
import { createdPayment, payment, paymentDetails, paymentStatistics } from '../../../contract/payment.ts';
import {
  createdWithdrawal,
  withdrawal,
  withdrawalDetails,
  withdrawalStatistics,
} from '../../../contract/withdrawal.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface DocumentSchemas {
  /** Every body of the contract, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  refTo(schema: z.ZodType): JsonSchema;
}

const RESOURCES = {
  Account: account,
  Balance: balance,
  CreatedPayment: createdPayment,
  CreatedWithdrawal: createdWithdrawal,
  Dispute: dispute,
  Error: errorBody,
  Pagination: pagination,
  Payment: payment,
  PaymentDetails: paymentDetails,
  PaymentStatistics: paymentStatistics,
  Withdrawal: withdrawal,
  WithdrawalDetails: withdrawalDetails,
  WithdrawalStatistics: withdrawalStatistics,
  AccountAnswer: accountAnswer,
  DisputeAnswer: disputeAnswer,
} as const satisfies Record<string, z.ZodType>;

const COMPONENTS = '#/components/schemas/';

/** The schemas of what is sent over the wire. */
export function documentSchemas(): DocumentSchemas {
  const named = z.registry<{ id: string }>();
  const name = (schema: z.ZodType, id: string) => {
    if (!named.has(schema)) named.add(schema, { id });
  };
  for (const [id, schema] of Object.entries(RESOURCES)) name(schema, id);
  for (const [operation, { body, answer }] of Object.entries<Operation>(operations)) {
    const prefix = operation.charAt(0).toUpperCase() + operation.slice(1);
    if (body !== undefined) name(body, `${prefix}Request`);
    name(answer, `${prefix}Answer`);
  }
  const { schemas } = z.toJSONSchema(named, { io: 'input', uri: (id) => COMPONENTS + id, override: simplify });
  return {
    components: Object.fromEntries(
      Object.entries(schemas)
        .map(([id, schema]) => [id, withoutDialect(schema)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    refTo: (schema) => ({ $ref: `${COMPONENTS}${named.get(schema)?.id ?? ''}` }),
  };
}

/** Query parameters with the types that a client thinks in: numbers, not text. */
export function parameterSchemas(query: z.ZodType): [string, JsonSchema][] {
  const { properties = {} } = withoutDialect(z.toJSONSchema(query, { io: 'output', override: simplify }));
  return Object.entries(properties).flatMap(([name, schema]) => (typeof schema === 'object' ? [[name, schema]] : []));
}

/** Removes what is redundant for a reader: bounds of the number type, a pattern beside its format. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
}

function isEmpty(schema: JsonSchema['additionalProperties']): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}

function withoutDialect({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
