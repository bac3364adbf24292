import { errorBody, type ErrorCode } from '../../../contract/error.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operations, type OperationName } from '../../../contract/operations.ts';
import { RATE_LIMIT_HEADERS, RATE_LIMITS } from '../../../contract/limits.ts';
import { Refusal } from '../../wallet/refusal.ts';
import { refusalBody } from '../http-refusal.ts';
import { EXAMPLE_ID, EXAMPLES } from './examples.ts';
import { REFUSALS, refusalsOf } from './refusals.ts';
import * as z from 'zod';
import { account, accountAnswer, dispute, disputeAnswer } from '../../../contract/account.ts';
import { balance } from '../../../contract/balance.ts';
import { pagination } from '../../../contract/page.ts';
import * as payments from '../../../contract/payment.ts';
import * as withdrawals from '../../../contract/withdrawal.ts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;
export type DocumentedOperation = ReturnType<typeof documentedOperation>;

/** Tags by the first segment after the version. */
const TAGS = {
  payment: { name: 'Payments', description: 'Money that the account receives over Pix' },
  withdraw: { name: 'Withdrawals', description: 'Money that the account sends to a Pix key' },
  user: { name: 'Account', description: 'Balance, keys and security of the account' },
  admin: { name: 'Administration', description: 'What administrators of the service may do' },
} as const;

const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same API key, as a bearer token' },
} as const;

const NATURAL = { type: 'integer', minimum: 0 } as const;
const HEADERS = {
  [RATE_LIMIT_HEADERS.limit]: { description: 'How many requests the current window allows', schema: NATURAL },
  [RATE_LIMIT_HEADERS.remaining]: { description: 'How many of them are left', schema: NATURAL },
  [RATE_LIMIT_HEADERS.reset]: { description: 'When the window resets, in Unix seconds', schema: NATURAL },
  'Retry-After': { description: 'Seconds to wait before the next request', schema: { type: 'integer', minimum: 1 } },
  Age: { description: 'How old the answer is, in seconds', schema: NATURAL },
  'X-Cache': { description: 'Whether the answer was given before', schema: { type: 'string', enum: ['HIT', 'MISS'] } },
  'WWW-Authenticate': { description: 'How to authenticate', schema: { type: 'string' } },
} as const satisfies Record<string, { readonly description: string; readonly schema: JsonSchema }>;
type HeaderName = keyof typeof HEADERS;

const INFO_DESCRIPTION = `Receive and send money over Pix.

Amounts in answers are integers in centavos (1/100 of a real); amounts in request bodies are reais, as a number or as \
text, with at most two decimals. Times are ISO 8601 in UTC.

Every answer is JSON with \`success\`. A refusal has a stable \`code\`, an \`error\` (the HTTP reason phrase) and a \
\`message\`; answers may gain fields and statuses may gain words.

Each key has its own rate limit, told in the \`X-RateLimit-*\` headers of every answer; requests without a valid key are \
counted by address.`;

/** The API as an OpenAPI 3.1 document, generated from the contract. */
export function openApiDocument() {
  const schemas = documentSchemas();
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const operation: Operation = operations[name];
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = documentedOperation(name, operation, schemas);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pix wallet',
      version: '1.0.0',
      description: INFO_DESCRIPTION,
      contact: { name: 'The maintainers of pix-wallet' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that gave this document' }],
    tags: Object.values(TAGS),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, headers: HEADERS, schemas: schemas.components },
  };
}

function documentedOperation(name: OperationName, operation: Operation, schemas: DocumentSchemas) {
  const { summary, body, answer } = operation;
  const example = EXAMPLES[name];
  const parameters = parametersOf(operation);
  const success = {
    description: 'Done',
    headers: headerRefs(...(operation.cacheSeconds === undefined ? [] : (['Age', 'X-Cache'] as const))),
    content: content(schemas.refTo(answer), { answer: { summary, value: example.answer } }),
  };
  const responses: Record<string, ReturnType<typeof refusalResponse>> = { 200: success };
  for (const [status, codes] of refusalsOf(name, operation))
    responses[status] = refusalResponse(status, codes, schemas);
  return {
    operationId: name,
    summary,
    description: termsOf(operation).join(' '),
    tags: [tagOf(operation)],
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: content(schemas.refTo(body), { request: { summary, value: example.body } }),
      },
    }),
    responses,
  };
}

function refusalResponse(status: number, codes: readonly ErrorCode[], schemas: DocumentSchemas) {
  const examples = codes.map((code) => {
    const { meaning, facts } = REFUSALS[code];
    return [code, { summary: meaning, value: refusalBody(new Refusal(code, meaning, facts)) }] as const;
  });
  const headers: HeaderName[] = status === 401 ? ['WWW-Authenticate'] : status === 429 ? ['Retry-After'] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${REFUSALS[code].meaning}.`).join('\n'),
    headers: headerRefs(...headers),
    content: content(schemas.refTo(errorBody), Object.fromEntries(examples)),
  };
}

function content(schema: JsonSchema, examples: Readonly<Record<string, { summary: string; value: unknown }>>) {
  return { 'application/json': { schema, examples } };
}

function headerRefs(...further: readonly HeaderName[]) {
  const names = [...Object.values(RATE_LIMIT_HEADERS), ...further];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function parametersOf({ path, query }: Operation) {
  const id = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the resource',
    schema: { type: 'string', minLength: 1 },
    example: EXAMPLE_ID,
  } as const;
  const queried = query === undefined ? [] : parameterSchemas(query);
  return [
    ...(path.includes('{id}') ? [id] : []),
    ...queried.map(([name, { description, ...schema }]) => ({
      name,
      in: 'query' as const,
      required: false,
      description: description ?? `Only those of this ${name}`,
      schema,
    })),
  ];
}

function securityOf({ access }: Operation): Partial<Record<keyof typeof SECURITY_SCHEMES, []>>[] {
  const schemes: ReturnType<typeof securityOf> = [{ apiKey: [] }, { bearer: [] }];
  return access === 'anyone' ? [{}, ...schemes] : schemes;
}

/** Who may use an operation, how often, and how long its answer may be cached. */
function termsOf({ access, rateLimit, cacheSeconds }: Operation): string[] {
  const { requests, windowMs } = RATE_LIMITS[rateLimit];
  const times = requests === 1 ? 'Once' : `${requests} times`;
  const window = windowMs === 1000 ? 'a second' : `in ${windowMs / 1000} seconds`;
  return [
    accessTerm(access),
    `${times} ${window} at most.`,
    ...(cacheSeconds === undefined ? [] : [`The same answer may be given for ${cacheSeconds} seconds.`]),
  ];
}

function accessTerm(access: Operation['access']): string {
  if (access === 'anyone') return 'Needs no API key.';
  if (access === 'main-key') return 'Needs a main key (`admin:all`).';
  if (access === 'administrator') return "Needs an administrator's key (`admin:all`).";
  return `Needs the permission \`${access}\`.`;
}

function tagOf({ path }: Operation): string {
  const segment = path.split('/')[3] ?? '';
  return Object.entries(TAGS).find(([key]) => key === segment)?.[1].name ?? '';
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type DocumentSchemas = ReturnType<typeof documentSchemas>;

const RESOURCES = {
  Account: account,
  Balance: balance,
  CreatedPayment: payments.createdPayment,
  CreatedWithdrawal: withdrawals.createdWithdrawal,
  Dispute: dispute,
  Error: errorBody,
  Pagination: pagination,
  Payment: payments.payment,
  PaymentDetails: payments.paymentDetails,
  PaymentStatistics: payments.paymentStatistics,
  Withdrawal: withdrawals.withdrawal,
  WithdrawalDetails: withdrawals.withdrawalDetails,
  WithdrawalStatistics: withdrawals.withdrawalStatistics,
  AccountAnswer: accountAnswer,
  DisputeAnswer: disputeAnswer,
} as const satisfies Record<string, z.ZodType>;

const COMPONENTS = '#/components/schemas/';

/** The schemas of what is sent over the wire: every body of the contract, by name. */
function documentSchemas() {
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
    refTo: (schema: z.ZodType): JsonSchema => ({ $ref: `${COMPONENTS}${named.get(schema)?.id ?? ''}` }),
  };
}

/** Query parameters with the types that a client thinks in: numbers, not text. */
function parameterSchemas(query: z.ZodType): [string, JsonSchema][] {
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
